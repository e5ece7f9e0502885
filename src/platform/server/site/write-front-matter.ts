/** What a key is to say; of a block of keys, only the ones named are touched. Undefined removes a key. */
export type Wanted = string | readonly Wanted[] | { readonly [key: string]: Wanted | undefined };

/** What needs no quotes in YAML, also with a comma in it. */
const plain = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} .,;'"()/_+%!?&=*–—…’“”€$@-]|:(?=[^ ]))*$/u;

/** A text so that it is read back as it is: bare where that is safe, in double quotes otherwise. */
export function encodeScalar(text: string, isInFlow = false): string {
  const isPlain =
    plain.test(text) &&
    !text.endsWith(' ') &&
    !text.endsWith(':') &&
    text !== 'null' &&
    !(isInFlow && /[,:]/.test(text));
  return isPlain ? text : quoted(text);
}

// What an editor would not show, or a reader takes for broken, is written as its number.
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007F-\u009F\u00AD\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF\uFFFD-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const isList = (value: Wanted): value is readonly Wanted[] => Array.isArray(value);

/** Short names on one line, anything else one below the other. */
const isShort = (entries: readonly Wanted[]): entries is readonly string[] =>
  entries.every((entry) => typeof entry === 'string' && /^[a-z0-9-]+$/.test(entry));

export function renderPair(key: string, value: Wanted, indent: string, eol: string, isFlow = false): string {
  if (typeof value === 'string') return `${indent}${key}: ${encodeScalar(value)}${eol}`;
  if (isList(value)) {
    const areTexts = value.every((entry) => typeof entry === 'string');
    if (value.length === 0 || isShort(value) || (isFlow && areTexts))
      return `${indent}${key}: [${value.map((entry) => encodeScalar(String(entry), true)).join(', ')}]${eol}`;
    return `${indent}${key}:${eol}${value.map((entry) => renderItem(entry, `${indent}  `, eol)).join('')}`;
  }
  return `${indent}${key}:${eol}${renderBlock(value, `${indent}  `, eol)}`;
}

export function renderItem(entry: Wanted, indent: string, eol: string): string {
  if (typeof entry === 'string') return `${indent}- ${encodeScalar(entry)}${eol}`;
  if (isList(entry))
    return `${indent}- [${entry.map((each) => encodeScalar(String(each), true)).join(', ')}]${eol}`;
  return `${indent}- ${renderBlock(entry, `${indent}  `, eol).slice(indent.length + 2)}`;
}

const renderBlock = (
  block: Readonly<Record<string, Wanted | undefined>>,
  indent: string,
  eol: string,
): string =>
  Object.entries(block)
    .flatMap(([key, value]) => (value === undefined ? [] : [renderPair(key, value, indent, eol)]))
    .join('');
