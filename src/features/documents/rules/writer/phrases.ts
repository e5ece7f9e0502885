import type { Stated } from './facts.ts';

/** Special wishes: a field, the answer, and how people say it. The first that is said wins. */
export const wishes: [field: string, answer: string, pattern: RegExp][] = [
  [
    'noPoaching',
    'yes',
    /nobody hires|not? (?:hire|poach|hiring|poaching)|non-? ?(?:solicit|poach)|abwerb\w*/,
  ],
  [
    'nonSolicit',
    'yes',
    /nobody hires|not? (?:hire|poach|hiring|poaching) (?:away|each|the other|our|their|my)|non-? ?solicit|abwerb\w*/,
  ],
  ['disputes', 'arbitration', /arbitrat\w*|schiedsgericht\w*|arbitraje/],
  [
    'ownership',
    'licence',
    /(?:contractor|freelancer|i|he|she|they) (?:keeps?|retains?) (?:the )?(?:copyright|ownership|rights|the work)|only a licen[cs]e|under (?:a )?licen[cs]e/,
  ],
  [
    'ownership',
    'assign',
    /work belongs to|(?:client|we|customer) (?:owns?|gets? all)|belongs? to (?:us|me|the client)|assign\w* (?:all )?rights|owns? the (?:results|work|code)/,
  ],
  [
    'showcase',
    'no',
    /(?:may|must|can|shall) ?not (?:show|name|use)\b.{0,40}(?:reference|portfolio|work)|no reference|no portfolio/,
  ],
  [
    'insured',
    'yes',
    /insur(?:ance|ed) (?:is )?(?:required|needed|must)|must be insured|needs? insurance|with insurance|professional (?:indemnity )?insurance/,
  ],
  [
    'liability',
    'none',
    /unlimited liability|no (?:ceiling|cap|limit) (?:of|on) liability|without (?:a )?(?:liability )?(?:cap|limit) (?:of|on) liability/,
  ],
  ['liability', 'double', /(?:twice|double) (?:the fees|what is paid)/],
  ['expenses', 'none', /expenses (?:are )?included|including expenses|no expenses/],
  ['place', 'remote', /\b(?:remote|remotely|homeoffice|home office|teletravail|remoto)\b/],
  ['residuals', 'yes', /residuals?|simply remember/],
  ['earlier', 'yes', /already shared|shared (?:before|earlier)|retroactive\w*/],
  ['tone', 'final', /\b(?:final|last|third|letzte\w*|dernier\w*|ultimo)\b/],
  ['tone', 'firm', /\b(?:second|firm[eo]?|fermete|ferme|bestimmt|zweite\w*|stern|strong)\b/],
  ['tone', 'friendly', /\b(?:friendly|first|kind|gentle|polite|freundlich\w*)\b/],
  [
    'taxMode',
    'none',
    /\b(?:no|without|zero|ohne|sans|sin) (?:vat|tax|sales tax|mwst|umsatzsteuer|tva|iva)\b/,
  ],
  ['taxed', 'no', /\b(?:no|without|zero|ohne|sans|sin) (?:vat|tax|sales tax|mwst|umsatzsteuer|tva|iva)\b/],
];

/** Where words about a duration or day decide which question they answer. */
export const durationWords: [fields: string[], before: RegExp, after: RegExp][] = [
  [
    ['payDays', 'terms', 'grace'],
    /\b(?:due|pays?|paid|payable|payment|paiement|net|zahlbar|zahlungsziel|pagar|pago|within)\b[^.;,]{0,24}$/,
    /^ ?(?:to pay|net|payment|after (?:the )?invoice)/,
  ],
  [
    ['notice', 'period'],
    /(?:\b(?:notice|preavis|preaviso)|frist)\b[^.;,]{0,20}$/,
    /^ ?(?:'s? )?(?:of )?(?:notice|frist|kundigungsfrist|preavis|preaviso)/,
  ],
  [
    ['warranty'],
    /\b(?:warranty|guarantee|gewahrleistung|garantie|garantia|faults|bugs)\b[^.;,]{0,20}$/,
    /^ ?(?:of )?(?:warranty|guarantee|garantie|garantia)/,
  ],
  [
    ['secrecy'],
    /\b(?:secret|secrecy|confidential|geheim|survives?)\b[^.;]{0,20}$/,
    /^ ?(?:geheim|secret|after)/,
  ],
  [
    ['validity'],
    /\b(?:valid|gultig|valable|validez|valido|open)\b[^.;,]{0,16}$/,
    /^ ?(?:valid|gultig|valable)/,
  ],
  [
    ['reviewDays'],
    /\b(?:review|check|accept\w*|abnahme)\b[^.;,]{0,20}$/,
    /^ ?(?:to (?:review|check|accept))/,
  ],
];

export const dateWords: [fields: string[], before: RegExp][] = [
  [['dueDate'], /\b(?:due|since|seit|depuis|desde|fallig|payable|echue|vencid\w+|vencio)\b[^.;]{0,12}$/],
  [
    ['lastDay', 'finish'],
    /\b(?:until|till|bis|ends?|ending|finish\w*|deliver\w*(?: by)?|by|through|jusqu'?au?|hasta)\b[^.;,\d]{0,14}$/,
  ],
  [
    ['contractDate', 'mainDate'],
    /\b(?:dated|(?:agree\w*|contract|deal|vertrag|contrat|contrato)(?: with [^.;,]{2,30})? (?:of|from|on|vom|du|del?)|vom|signed(?: on)?|du|del)\b[^.;,]{0,6}$/,
  ],
  [['effective'], /\b(?:effective|hold|holds|in force|from|ab|wirksam)\b[^.;,]{0,12}$/],
  [['start', 'day'], /\b(?:start\w*|begin\w*|from|ab|first day|since|a partir|on)\b[^.;,\d]{0,14}$/],
];

const verb =
  'designs?|builds?|develops?|writes?|makes?|creates?|tests?|maintains?|redesigns?|deliver(?:s)?|implements?|works? on|develop(?:per)?|migrates?|translates?|sets? up|run';

/** What shall be done, in the words of the request; null where it says nothing of it. */
export function workIn({ text }: Pick<Stated, 'text'>): string | null {
  const tail = String.raw`(.{3,400}?)(?=(?:,? (?:for|at|starting|from|until|finished|fixed|price|law|valid)\b.{0,12}(?:[\d$€£]|law))|,? ?(?:[$€£] ?\d|\d[\d.,' ]*(?: ?(?:€|\$|£|eur|usd|gbp|chf|cad|dollars|euros?|pounds))|\d+ ?%)|[.;](?: |$)|$)`;
  const colon = new RegExp(`: (?!https?)${tail}`, 'iu').exec(text)?.[1];
  const doing = new RegExp(
    `(?:\\b(?:to|can|will|shall|she|he|they|who|and|pour|um|para|:) )((?:${verb})\\b ${tail.slice(0, -1)}))`,
    'iu',
  ).exec(text)?.[1];
  const about = new RegExp(
    `\\b(?:for|für|pour|para|about) ((?!\\d|the \\d|my |our |us\\b|me\\b|an? (?:web )?developer)(?:an? )?\\p{Ll}{3}${tail.slice(1)}`,
    'u',
  ).exec(text)?.[1];
  const found = doing ?? colon ?? about ?? null;
  const will = new RegExp(
    `\\b(?:she|he|they|who) (?:will|shall|is to|are to) ((?!own|keep|not )${tail.slice(1)}`,
    'iu',
  ).exec(text)?.[1];
  const plain = (will ?? found)?.replace(/[,;:.\s]+$/, '').trim() ?? '';
  return plain.length >= 3 && !/^(?:\d|[$€£])/.test(plain) && /\p{L}{3}/u.test(plain) ? plain : null;
}
