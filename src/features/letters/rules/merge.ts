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

/** {{FirstName|there}}: what is not known is what stands after the bar. Nothing that a person typed is filled again. */
export function merge(template: string, { name, email, shop, fields }: MergeFacts): string {
  const known: Record<string, string> = {
    FirstName: name.trim().split(/\s+/)[0] ?? '',
    Name: name.trim(),
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
