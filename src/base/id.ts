// One table of prefixes: an id found in a log tells what it names.
const prefixes = {
  request: 'req',
  message: 'msg',
  webhook: 'whk',
  consent: 'con',
  event: 'evt',
  user: 'usr',
  session: 'ses',
  template: 'tpl',
  order: 'ord',
  apiKey: 'key',
  subscription: 'nws',
  contact: 'ctc',
  cart: 'crt',
  campaign: 'cmp',
  payment: 'pay',
  refund: 'rfd',
  donation: 'don',
  funnel: 'fun',
  lead: 'led',
  billing: 'sub',
} as const;

export type IdKind = keyof typeof prefixes;

// Crockford's alphabet: no letters that are taken for digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new id: the kind's prefix, then 20 random characters (100 bits). */
export function newId(kind: IdKind): string {
  return `${prefixes[kind]}_${randomText(20)}`;
}

/** Random text that is safe in an address, 5 bits a character. */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  let text = '';
  for (const byte of bytes) text += alphabet[byte & 31];
  return text;
}
