import { randomText } from './random-text.ts';

export { randomText };

// One table of prefixes: an ID in a log says what it identifies.
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
  agreement: 'agr',
  openLink: 'opn',
  comment: 'cmt',
  person: 'per',
  run: 'run',
  operator: 'opr',
  device: 'dev',
  deskKey: 'dky',
} as const;

export type IdKind = keyof typeof prefixes;

/** A new ID: the prefix, then 20 random characters (100 bits). */
export function newId(kind: IdKind): string {
  return `${prefixes[kind]}_${randomText(20)}`;
}
