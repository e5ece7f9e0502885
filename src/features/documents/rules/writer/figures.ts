import type { Field } from '../template/template.ts';
import type { Stated } from './facts.ts';

/** Other words for what a question is about; its own name and label say the rest. */
const alsoCalled: Record<string, RegExp> = {
  age: /from|\bab\b|ages?\b|years? old|or older|minimum age|at least|mindestens|mussen|must be|aged|older|\+|ans ou plus|ans minimum|ans revolus|mayores? de/g,
  announce: /announc\w+|ahead|in advance|ankundig\w*|before|vorher|new sub\w+/g,
  appealTime: /appeal\w*|challeng\w*|object\w*/g,
  audits: /audits?|prufung\w*/g,
  children: /under|younger|children|kids|unter|moins de|menores/g,
  credit: /credit\w*|back|gutschrift/g,
  exportDays: /export\w*|download\w*|fetch\w*/g,
  interest: /interest|zins\w*|interets?|interes/g,
  rise: /rises?|increase\w*|raises?|more|go up|goes up|max\w*/g,
  risePercent: /rises?|increase\w*|raises?|more|go up|goes up|max\w*/g,
  breach:
    /breach\w*|panne\w*|(?:ge)?meld\w+|notif\w+|report\w*|informe?\w*|signal\w*|incident\w*|vorfall\w*|violation/g,
  cliff: /cliff/g,
  officeDays: /office|there|buro|bureau|oficina/g,
  holidays: /holidays?|vacation|pto\b|(?:paid )?leave|days off|urlaubs?\w*|conges|vacaciones/g,
  hours: /\bh\b|hours?|hrs|stunden|heures|horas/g,
  minutes: /minutes?|mins?\b|minuten|minutos/g,
  notice: /notice|(?<!\w)\w{0,40}frist|preavis|preaviso/g,
  probation: /probation\w*|probezeit|essai|prueba|trial/g,
  term: /minimum|min\.|mindest\w*|term|laufzeit|duree|contract|duracion|runs?\b|for /g,
  uptime: /uptime|availab\w+|verfugbar\w*/g,
  users:
    /users?|seats?|nutzer|benutzer|utilisateurs|usuarios|people|employees|staff|heads?|mitarbeiter\w*|employes|empleados/g,
  validity: /good for|valid\w*|stands?|gultig|valable|valid[oae]\w*|open|holds?/g,
  vesting: /vest\w*/g,
  warranty: /warranty|guarantee|gewahrleistung|garant\w+/g,
};

const farthest = 22;

interface Pair {
  field: Field;
  said: { at: number; value: string };
  distance: number;
}

/**
 * Figures that stand right beside the word that a question goes by: "40 users", "25 days of holiday", "99.5 % uptime".
 * The nearest pair is taken first, each figure and each question once.
 */
export function besideTheirWord(
  fields: Iterable<Field>,
  facts: Stated,
  isOpen: (name: string) => boolean,
): [name: string, value: string][] {
  const pairs: Pair[] = [];
  const numbers = plainNumbers(facts);
  for (const field of fields) {
    if (!isOpen(field.name)) continue;
    const { type } = field.kind;
    const figures: { at: number; end: number; value: string }[] =
      type === 'number' ? numbers : type === 'duration' ? facts.durations : [];
    for (const said of figures) {
      const distance = distanceTo(wordsOf(field), said, facts.low);
      if (distance <= farthest) pairs.push({ field, said, distance });
    }
  }
  pairs.sort((a, b) => a.distance - b.distance);
  const answered = new Set<string>();
  const used = new Set<number>();
  return pairs.flatMap(({ field, said }): [string, string][] => {
    if (answered.has(field.name) || used.has(said.at)) return [];
    answered.add(field.name);
    used.add(said.at);
    return [[field.name, said.value]];
  });
}

function wordsOf({ name }: Field): RegExp {
  return alsoCalled[name] ?? new RegExp(`\\b${name.replace(/([A-Z]).*/, '').toLowerCase()}\\w*`, 'g');
}

/** How many signs lie between a figure and the nearest of these words, with no stop or comma between them. */
function distanceTo(words: RegExp, { at, end }: { at: number; end: number }, low: string): number {
  const from = Math.max(0, at - 40);
  const before =
    low
      .slice(from, at)
      .split(/[.;,:]\s/)
      .at(-1) ?? '';
  const after = low.slice(end, end + 40).split(/[.;,:](?:\s|$)/)[0] ?? '';
  const last = [...before.matchAll(words)].at(-1);
  const first = [...after.matchAll(words)][0];
  // "25 days holiday" says it itself: what the figure counts stands within it.
  const within = low.slice(at, end).search(words) >= 0 ? 0 : Infinity;
  return Math.min(
    within,
    last ? before.length - last.index - last[0].length + 1 : Infinity,
    first ? first.index : Infinity,
  );
}

/** Numbers that are neither money nor part of a day; "40" of "40 users", "99.5" of "99.5 %". */
export function plainNumbers({
  low,
  money,
  dates,
  taken,
}: Stated): { at: number; end: number; value: string }[] {
  const isTaken = (at: number) => [...money, ...dates, ...taken].some((one) => at >= one.at && at < one.end);
  return [...low.matchAll(/(?<![\d.,/\p{L}-])(\d{1,5}(?:[.,]\d{1,2})?)(?![\d/]|[.,]\d)/gu)]
    .map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      value: (match[1] ?? '').replace(',', '.'),
    }))
    .filter(({ at }) => !isTaken(at));
}
