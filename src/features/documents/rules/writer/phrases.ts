import type { Stated } from './facts.ts';
import { pattern } from './plain.ts';

/** Where words about a duration or day decide which question they answer. */
export const durationWords: [fields: string[], before: RegExp, after: RegExp][] = [
  [
    ['supportAnswer', 'response'],
    /\b(?:respon[ds]\w*|answers?|reply|replies|react\w*)\b[^.;,]{0,16}$/,
    /^ ?(?:response|reply|answer)/,
  ],
  [
    ['payDays', 'terms', 'grace'],
    /\b(?:due|pays?|paid|payable|payment|paiement|net|zahlbar|zahlung|zahlungsziel|zahlungsfrist|zahlt|payer|pagar|pago|plazo|delai de paiement|reglement|within)\b[^.;,]{0,24}$/,
    /^ ?(?:to pay|net|payment|terms|after (?:the )?(?:invoice|receipt)|from invoice)/,
  ],
  [
    ['noticeRenewal'],
    /\b(?:unless|renew\w*|verlanger\w*|prolong\w*)\b[^.;]{0,40}$/,
    /^ ?(?:before (?:the )?(?:end|renewal|it ends)|vor ablauf)/,
  ],
  [
    ['expires'],
    /\b(?:offer (?:is |stays |stands )?(?:open|valid|stands)|stands|accept within|answer within|decide within)\b[^.;,]{0,16}$/,
    /^ ?(?:to (?:accept|decide|answer))/,
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
    /\b(?:secret|secrecy|confidential|geheim|survives?|quiet|silen\w+)\b[^.;]{0,20}$/,
    /^ ?(?:geheim|secret|after)/,
  ],
  [
    ['validity'],
    /\b(?:valid\w*|gultig\w*|gilt|valable|bindefrist|vali\w+|open|stands|stays|holds|good)\b[^.;,]{0,16}$/,
    /^ ?(?:valid|gultig|valable)/,
  ],
  [
    ['reviewDays'],
    /\b(?:review|check|accept\w*|abnahme)\b[^.;,]{0,20}$/,
    /^ ?(?:to (?:review|check|accept))/,
  ],
];

export const dateWords: [fields: string[], before: RegExp][] = [
  [
    ['dueDate'],
    /\b(?:due|since|seit|depuis|desde|fallig|payable|echue|echeance|vencid\w+|vencio|paid by|paid on|owed)\b[^.;]{0,24}$/,
  ],
  [
    ['lastDay', 'finish'],
    /\b(?:until|till|bis|ends?|ending|finish\w*|done|ready|fertig|befristet|complete\w*|deliver\w*(?: by)?|by|through|to|jusqu'?au?|hasta)\b[^.;,\d]{0,14}$/,
  ],
  [
    ['contractDate', 'mainDate'],
    /\b(?:dated|(?:agree\w*|contract|deal|vertrag|contrat|contrato)(?: with [^.;,]{2,30})? (?:of|from|on|vom|du|del?)|vom|signed(?: on)?|du|del|(?:msa|agreement|contract|vertrag\p{L}*|contrat|contrato)\b[^;]{0,50}\b(?:from|of|dated|vom|du|del?))\b[^.;,]{0,6}$/u,
  ],
  [
    ['invoiceDate'],
    /\b(?:invoice|bill|rechnung|facture|factura)\b[^;,]{0,30}\b(?:from|of|dated|vom|du|del?)\b[^.;,]{0,6}$/,
  ],
  [
    ['issued'],
    /\b(?:released?|ships?|shipped|published|out|erscheint|erschienen|publie\w*|sort\w*|sale|dated|date|datum|datiert)\b[^.;,]{0,14}$/,
  ],
  [['effective'], /\b(?:effective|hold|holds|in force|from|ab|wirksam)\b[^.;,]{0,12}$/],
  [['start', 'day'], /\b(?:start\w*|begin\w*|from|ab|first day|since|a partir|on)\b[^.;,\d]{0,14}$/],
];

const verb =
  'designs?|builds?|develops?|writes?|makes?|creates?|tests?|maintains?|redesigns?|deliver(?:s)?|implements?|works? on|develop(?:per)?|migrates?|translates?|sets? up|run';

/** What shall be done, in the words of the request; null where it says nothing of it. */
export function workIn({ text }: Pick<Stated, 'text'>): string | null {
  const tail = String.raw`(.{3,400}?)(?=(?:,? (?:for|at|starting|from|until|finished|fixed|price|law|valid)\b.{0,12}(?:[\d$€£]|law))|,? ?(?:[$€£] ?\d|\d[\d.,' ]*(?: ?(?:€|\$|£|eur|usd|gbp|chf|cad|dollars|euros?|pounds))|\d+ ?%)|[.;](?: |$)|$)`;
  const colon = pattern(`: (?!https?)${tail}`, 'iu').exec(text)?.[1];
  const doing = pattern(
    `(?:\\b(?:to|can|will|shall|she|he|they|who|and|pour|um|para|:) )((?:${verb})\\b ${tail.slice(0, -1)}))`,
    'iu',
  ).exec(text)?.[1];
  const about = pattern(
    `\\b(?:for|für|pour|para|about) ((?!\\d|the \\d|my |our |us\\b|me\\b|an? (?:web )?developer)(?:an? )?\\p{Ll}{3}${tail.slice(1)}`,
    'u',
  ).exec(text)?.[1];
  const found = doing ?? colon ?? about ?? null;
  const will = pattern(
    `\\b(?:she|he|they|who) (?:will|shall|is to|are to) ((?!own|keep|not )${tail.slice(1)}`,
    'iu',
  ).exec(text)?.[1];
  const plain = (will ?? found)?.replace(/(?<![,;:.\s])[,;:.\s]+$/, '').trim() ?? '';
  return plain.length >= 3 && !/^(?:\d|[$€£])/.test(plain) && /\p{L}{3}/u.test(plain) ? plain : null;
}
