/** Merge fields: what is filled in for each reader, and what its writer still has to say. */

export const mergeFields = ['FirstName', 'Name', 'Email', 'Shop'] as const;

export interface MergeFacts {
  name: string;
  email: string;
  shop: string;
  fields: Readonly<Record<string, string>>;
}

/** What stands in two braces, closed or not. */
const holes = /\{\{([^{}]*)(?:\}\})?/g;

/**
 * A name as it may stand in a letter. Anybody can type one into a form, with somebody else's address: what looks like a link or
 * a message isn't a name, and the fallback is read instead.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const isMessage =
    [...plain].length > 60 ||
    plain.split(' ').length > 6 ||
    /[/\\:@<>]|www\.|\d{4}|[\p{L}\p{N}][.。]\p{L}{2}/iu.test(plain);
  return isMessage ? '' : plain;
}

/** {{FirstName|there}}: what is not known is what stands after the bar. Nothing that a person typed is filled again. */
export function merge(template: string, { name: given, email, shop, fields }: MergeFacts): string {
  const name = plainName(given);
  const known: Record<string, string> = {
    FirstName: name.split(' ')[0] ?? '',
    Name: name,
    Email: email,
    Shop: shop,
  };
  return template.replaceAll(holes, (whole, inside: string) => {
    if (!whole.endsWith('}}')) return inside;
    const [word = '', ...rest] = inside.split('|');
    const key = word.trim();
    const value = Object.hasOwn(known, key) ? known[key] : Object.hasOwn(fields, key) ? fields[key] : '';
    return value || rest.join('|').trim();
  });
}

/** Why these words can't be filled for everybody; null when they can. */
export function mergeFault(text: string): string | null {
  for (const [whole, inside = ''] of text.matchAll(holes)) {
    if (!whole.endsWith('}}'))
      return `{{${inside.slice(0, 40)} isn’t closed: write {{${inside.trim().slice(0, 40)}}}.`;
    const key = inside.split('|')[0]?.trim() ?? '';
    if (!/^[a-zA-Z]\w{0,29}$/.test(key)) return `{{${inside.slice(0, 40)}}} isn’t a merge field.`;
  }
  return null;
}

/** Fields without a fallback: whoever has none there would read a gap. */
export const gaps = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(holes)]
      .map(([, inside = '']) => inside)
      .filter((inside) => !inside.includes('|'))
      .map((inside) => inside.trim())
      .filter((key) => key !== 'Email' && key !== 'Shop'),
  ),
];

/** What only its owner can say stands in brackets, and nothing goes out while it is there. */
export const isUnwritten = (text: string): boolean => /\[[^\]\n]{3,80}\](?!\()/.test(text);
