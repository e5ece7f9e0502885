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
  let text = '';
  for (let n = 0; n < length; n++) text += alphabet[randomByte() & 31];
  return text;
}

// Drawn in advance: asking the system for each id alone was a tenth of what a small answer costs. None is used twice.
const drawn = new Uint8Array(4096);
let used = drawn.length;

function randomByte(): number {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  return drawn[used++] ?? 0;
}
