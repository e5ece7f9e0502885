import type { Field } from '../template/template.ts';
import { folded, pattern } from './plain.ts';

/** How people speak of what a question is about, where its own name and label do not say it. */
const spokenOf: Readonly<Record<string, string>> = {
  ownership:
    'owns?|owned|owner(?:ship)?|belongs?|copyrights?|(?:keeps?|all|the|our|my) rights|intellectual property|ip rights|rights to|gehor\\w+|urheberrecht\\w*|rechte|droits|derechos|pertenece\\w*|appartien\\w+',
  law: '(?:\\w+ )?law|gesetz|recht|droit|ley',
  place: 'courts?|venue|gerichtsstand|tribuna\\w+|remote|on-?site|homeoffice|office',
  notice: 'notice|kundigungsfrist|kundigung mit|preavis|preaviso',
  period: 'notice|frist|preavis|preaviso',
  payDays: 'payable|net \\d+|days to pay|zahlbar|zahlung|zahlungsziel|paiement|pago',
  terms: 'payable|net \\d+|days to pay|zahlbar|zahlung|zahlungsziel|paiement|pago',
  start: 'starts?|starting|begins?|beginning|beginn|ab dem|debut|empieza|inicio',
  lastDay: 'until|ends? on|finish\\w*|deadline|bis zum|jusqu|hasta',
  finish: 'until|finish\\w*|deadline|deliver\\w* by|bis zum|jusqu|hasta',
  term: 'laufzeit|duration|duree|duracion|yearly term|for \\d+ (?:months?|years?)',
  liability: 'liab\\w+|haft\\w+|responsab\\w+|insur\\w+',
  general: 'liab\\w+|haft\\w+|responsab\\w+',
  deposit: 'deposit|up ?front|in advance|half (?:now|first)|vorab|anzahlung|acompte|avant le debut|anticipo',
  depositAmount: 'deposit|up ?front|in advance|vorab|anzahlung|acompte|anticipo',
  expenses: 'expenses|travel|spesen|reisekosten|frais|gastos',
  showcase: 'portfolio|reference|referenz|showcase',
  publicity: 'portfolio|our name|logo|as a reference',
  insured: 'insur\\w+|versicher\\w+|assur\\w+|seguro',
  warranty: 'warrant\\w+|guarantee|defects?|bugs?|gewahrleistung|garantie|garantia',
  vesting: 'vest\\w*',
  cliff: 'cliff',
  rollover: 'unused|roll\\w* over|leftover|carr\\w+ over',
  interest: 'interest|verzugszins\\w*|late payment',
  disputes: 'arbitrat\\w+|disputes?|schiedsgericht\\w*',
  renews: 'renew\\w*|verlanger\\w*|renouvel\\w*',
  secrecy: 'secrets?|secret for|geheim (?:bleib|halt)\\w*',
  compete: 'compet\\w+|wettbewerb\\w*|concurrence|competencia',
  billing: 'hourly|by the hour|fixed (?:fee|price)|festpreis|forfait|stundensatz|pro stunde',
  rate: 'per hour|an hour|stundensatz|pro stunde|taux horaire|la hora',
  cap: 'in total|at most|no more than|hochstens|insgesamt|max\\w*',
  milestones: 'milestones?|stages?|phases?|meilenstein\\w*|jalons?|hitos?|fases',
  phases: 'stages?|phases?|phasen|fases',
  options: 'packages?|variants?|tiers?|pakete|variante\\w*',
  probation: 'probation|trial|probezeit|essai|prueba',
  hours: 'hours|stunden|heures|horas',
  holidays: 'holidays?|vacation|urlaub\\w*|conges|vacaciones',
  pay: 'salary|wage|brutto|gross|salaire|sueldo',
  equity: 'equity|shares|stock|options|bonus',
  taxRate: 'vat|mwst|mehrwertsteuer|ust|tva|iva|tax',
  taxMode: 'vat|mwst|mehrwertsteuer|ust|tva|iva|tax',
  number: 'number|no|nr|numero|nummer',
  uptime: 'uptime|availability|verfugbarkeit|disponibil\\w+',
  users: 'users|seats|nutzer\\w*|utilisateurs|usuarios',
  breach: 'breach\\w*|panne\\w*|incidents?',
  changes: 'goes? (?:up|down|from|to)|instead of|statt|chang\\w+|moves? to|au lieu|en vez',
  tone: 'friendly|nice|polite|pushy|firm|chaser|mahnung',
  shareA: '\\d+ ?[/:] ?\\d+|split|equal\\w*',
  founders: 'founders|grunder',
};

/** Words that stand in many questions and tell none from another. */
const plain = new Set(
  `what which when where does have that this with from they them their your yours part whole date name title time work done will
   anything something before after until other others people side first second third last each more than many much long used uses
   made make whose into about under over kind company customer client supplier contractor contract agreement document person
   party provider software product service services which page email best need needs main well against gets give gives given both next want know keep home general write both year month week just only
   processor controller sheet order improvement strange exactly simply allow differ sign signs signed`
    .split(/\s+/)
    .filter(Boolean),
);
const wordsOf = (text: string): string[] =>
  (folded(text).match(/\p{L}{4,}/gu) ?? []).filter((word) => !plain.has(word));
const stem = (word: string): string => word.slice(0, 6);

const ownWords = ({ name, label }: Field): Set<string> =>
  new Set([...wordsOf(label), ...wordsOf(name.replace(/([a-z])([A-Z])/g, '$1 $2'))].map(stem));

/** "Goal:", "Name", "what it costs": the heading under which something was said, and nothing of it. */
export const isHeading = (fields: readonly Field[], piece: string): boolean => {
  const said = folded(piece).match(/[\p{L}\p{N}]+/gu) ?? [];
  return fields.some(({ name, label }) => {
    const own = new Set(folded(`${label} ${name} name number price no nr`).match(/[\p{L}\p{N}]+/gu));
    return said.length < 4 && said.every((word) => own.has(word) || own.has(word.replace(/s$/, '')));
  });
};

const subjects =
  'services deliverables deliverable scope subject project topic product tasks role situation does'.split(
    ' ',
  );

/** What a document is about, while nobody has said it. */
export const subjectOf = (fields: readonly Field[], isAnswered: (name: string) => boolean): string | null =>
  subjects.find((name) => !isAnswered(name) && fields.some((field) => field.name === name)) ?? null;

/** The question that a piece of a request speaks of: the one it shares most with; null where it speaks of none. */
export function questionFor(fields: readonly Field[], piece: string): string | null {
  const low = folded(piece);
  const said = new Set(wordsOf(piece).map(stem));
  const own = fields.map((field) => ownWords(field));
  let best: { name: string; weight: number } | null = null;
  fields.forEach(({ name, kind }, at) => {
    // Who stands in the paper is named and never described.
    if (kind.type === 'party') return;
    const known = spokenOf[name];
    const named =
      known !== undefined && pattern(`(?<![\\p{L}\\p{N}])(?:${known})(?![\\p{L}\\p{N}])`).test(low);
    const shared = [...(own[at] ?? [])].filter((word) => said.has(word));
    const weight =
      (named ? 1 : 0) +
      shared.reduce((sum, word) => {
        const others = own.filter((words) => words.has(word)).length;
        return others > 3 ? sum : sum + 1 / others;
      }, 0);
    if (weight >= 0.5 && weight > (best?.weight ?? 0)) best = { name, weight };
  });
  return (best as { name: string } | null)?.name ?? null;
}
