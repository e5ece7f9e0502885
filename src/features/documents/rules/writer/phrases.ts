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

/** Who does it, before a verb of any kind; "to" and "will" only after a name or a pronoun. */
const name = String.raw`\p{Lu}[\p{L}'.-]+ \p{Lu}[\p{L}'-]+,?`;
const will = String.raw`(?:will|shall|is to|are to|is going to|are going to|should|can|soll|wird)`;
const idle = String.raw`(?!(?:is|was|has|have|had|be|get|gets|cost|costs|takes?|wants?|needs?|keeps?|owns?|own|pays?|charges?|asks?|starts?|begins?|ends?|stays?|gives?|lives?|must|always|knows?|owes?|sees?|signs?|leaves?|says?|uses?|does|do|not|this|us|our|his|hers|its|the|also|holds?|bills?|works? (?:from|in|at|until|as)|joins?|agrees?|ist|hat|bekommt|kostet|muss|darf|erhalt|startet|beginnt|arbeitet (?:ab|von)|est|a|ont|commence|coute|recoit|touche|es|tiene|cobra|empieza|discuss|talk|sell|buy|share|see|show|protect|make sure|him|her|them|me|you|discuss|whom|all|[\p{Ll}]+ly)(?!\p{L}))`;
const does = [
  // "she designs", "who will edit", "Mia Chen is to test"
  String.raw`(?<!\p{L})(?:she|he|they|who|we|i|${name}) ${will} (${idle}\p{Ll}{3,} )`,
  String.raw`(?<!\p{L})(?:she|he|who|${name}) (${idle}\p{Ll}{2,}s(?: (?:up|on|down|out))? (?=\p{L}))`,
  String.raw`(?<!\p{L})(?:they|we|i) ((?:design|build|develop|write|make|create|test|maintain|redesign|deliver|implement|work on|migrate|translate|set up|run|keep|look after|manage|clean|teach|paint|repair|do) (?=\p{L}))`,
  String.raw`(?<!\p{L})(?:sie|er|die|der|${name}) (${idle}\p{Ll}{3,}t (?=(?:den|die|das|ein|uns|mein|dein|ihr|\p{Lu})))`,
  String.raw`(?<!\p{L})(?:il|elle|qui|${name}) (${idle}\p{Ll}{2,}[et] (?=(?:l'|la |le |les |un|no|mon|ma |mes|des? )))`,
  String.raw`(?<!\p{L})(?:ella|quien|que|${name}) (${idle}\p{Ll}{2,}[ae] (?=(?:la |el |los |las |un|nuestr|mi )))`,
  // "hire Mia Chen to edit", "has Mia Chen tile"
  String.raw`(?:${name}|\b(?:[Dd]esigner|[Dd]eveloper|[Ff]reelancer|[Cc]ontractor|[Ww]riter|[Aa]gency|[Ss]omebody|[Ss]omeone|him|her|them)) to (${idle}\p{Ll}{3,} )`,
  String.raw`\b(?:has|have|lets?) ${name} (${idle}\p{Ll}{3,} (?=(?:the|our|a|an|my|his|her|their) ))`,
];
/** Where what is done ends: the next clause says for how much, until when, by which law. */
const next =
  /[.;:!?\n](?:\s|$)| - |, ?(?=\d|law\b|\p{L}+ law\b|pa(?:y|id)|fixed|hourly|monthly|flat|start|begin|from|until|by |we |she |he |they |i |it |no |not |notice|half|plus|capped|max|up to|deposit|expenses|remote|deutsches|zahl|payable|droit|the client|client)|,? (?:for (?=[$€£])|in (?:\d+|two|three|four|five|six) (?:stages|phases|steps|parts|milestones))|$/iu;
/** What leads over to a price or a day, and is no part of the work. */
const leading = new Set(
  "and at for by until till from in on within of to up about around roughly starting beginning ready done finished due price fixed fee total budget rate cost costs it she he they we get gets is are pay pays paid charges a an the für bis ab zum am im um zu pour avant jusqu'au dès le por para hasta desde el before over max = -".split(
    ' ',
  ),
);
function withoutLead(words: string): string {
  const said = words.split(' ');
  while (leading.has((said.at(-1) ?? '').replace(/,$/, '').toLowerCase())) said.pop();
  return said.join(' ');
}

/** What shall be done, in the words of the request; null where it says nothing of it. */
export function workIn(facts: Stated): string | null {
  const { text } = facts;
  const figures = [...facts.money, ...facts.dates, ...facts.durations, ...facts.percents, ...facts.taken];
  const upTo = (from: number): string => {
    const clause = from + text.slice(from).search(next);
    const figure = Math.min(...figures.map(({ at }) => at).filter((at) => at >= from));
    const words = text.slice(from, Math.min(clause, figure, from + 400)).trimEnd();
    return (figure < clause ? withoutLead(words) : words).replace(/(?<![,;:.\s])[,;:.\s]+$/, '').trim();
  };
  const isSaid = (words: string) => words.length >= 3 && /\p{L}{3}/u.test(words) && !/^[\d$€£]/.test(words);
  for (const source of does) {
    const found = pattern(source, 'u').exec(text);
    const words = found && upTo(found.index + found[0].length - (found[1]?.length ?? 0));
    if (words?.includes(' ') && isSaid(words)) return words;
  }
  const colon = /: (?!https?)/.exec(text);
  // What stands in a row answers nothing else.
  const isRow = (from: number) =>
    facts.taken.some(({ at }) => at >= from && at <= from + upTo(from).length + 12);
  const named = colon && !isRow(colon.index + 2) ? upTo(colon.index + 2) : '';
  if (isSaid(named)) return named;
  const about =
    /\b(?:for|für|pour|para|about) (?!\d|the \d|my |our |us\b|me\b|an? (?:web )?developer)(?=(?:an? )?\p{Ll}{3})/u.exec(
      text,
    );
  const from = about ? about.index + about[0].length : 0;
  const of = about && !isRow(from) ? upTo(from) : '';
  return isSaid(of) ? of : null;
}
