import type { Stated } from './facts.ts';
import { capital, pattern } from './plain.ts';

/** One of several in one breath: what is said between two commas, with its price, its day and how long it takes. */

export type Kind = 'price' | 'due' | 'time';
interface Figure {
  at: number;
  end: number;
  value: string;
}
export interface Row {
  /** Where its part of the sentence begins. */
  at: number;
  what: string | null;
  quantity: string | null;
  price: Figure | null;
  due: Figure | null;
  time: Figure | null;
}
const separator = /[;\n]|[.!?:](?=\s|$)|,(?!\d{3}(?!\d))|\s(?:and|plus|then|und|dann|et|puis|y|luego|\+)\s/gu;
/** The last of several is joined by "and". */
export const joins = /^\s(?:and|und|et|y)\s$/u;
const each = String.raw`(?:at|à|je|zu|for|of|a|@|x|times|mal|fois|veces)`;
const units =
  /^(?:years?|jahre?|ans?|x|times|mal|fois|veces|hours?|hrs?|h|days?|weeks?|months?|stunden|std|tagen?|heures|jours|horas|dias|días)$/iu;
const lead =
  /^(?:(?:(?:milestone|phase|stage|step|part|option|item|meilenstein|schritt|étape|etapa|fase|jalon|hito)s?(?: (?:\d{1,2}|one|two|three|four|five|six|[a-d]))?(?: is| are|:)?|finally|afterwards|zuerst|danach|zuletzt|d'abord|ensuite|enfin|primero|después|an?|the|for|of|with|is|are|and|und|et|y) )+/iu;
const tail =
  /(?: (?:for|at|by|until|till|due|in|on|takes?|takes about|is|are|costs?|about|within|je|zu|à|a|bis|zum|am|für|pour|para|le|el|der|den|avant|antes|=|-|,|\(|@)){1,3}$/iu;
/** What stands with a figure and is no line of a list. */
const noLine =
  /\b(?:vat|tax|mwst|ust|tva|iva|due|net|invoice|no\.?|nr|number|po|valid|discount|deposit|upfront|law|within|payable|zahlbar|total|altogether|budget|fee|rate|price|capped?|max\w*|minimum|salary|notice|probation|liab\w*|insur\w*|up to|from|since|start\w*|until|hereafter|secre\w*|term|pay\w*|paid|owes?|owed|effective|signed|dated|version|warranty|renew\w*|holidays?|response|uptime|extra|works?|working|does|me|us|we|i|you|they|he|she)\b|%/iu;

export interface Part {
  at: number;
  end: number;
  /** What parts it from the one before. */
  by: string;
}

export function partsOf(facts: Stated): Part[] {
  const { text } = facts;
  const parts: Part[] = [];
  let [at, by] = [0, ''];
  const add = (end: number) => {
    const part = { at, end, by };
    const last = parts.at(-1);
    const figures = figuresOf(part, facts);
    const hasFigure = (one: Pick<Row, Kind>) => Boolean(one.price ?? one.due ?? one.time);
    // "Sketches, two weeks": a figure alone belongs to what was said before; "design and build 900" is one thing.
    const isBare = hasFigure(figures) && !/\p{L}{3}/u.test(wordsOf(part, figures, facts));
    if (facts.text.slice(at, end).trim() === '') return;
    const isJoined = joins.test(by) && last && hasFigure(figures) && !hasFigure(figuresOf(last, facts));
    if (last && ((isBare && by.startsWith(',')) || isJoined)) last.end = end;
    else parts.push(part);
  };
  for (const found of text.matchAll(separator)) {
    if (parts.length >= 120) break;
    add(found.index);
    [at, by] = [found.index + found[0].length, found[0]];
  }
  add(text.length);
  return parts;
}

/** What a part says beside its figures, each of which is one sign. */
function wordsOf(part: Part, figures: Pick<Row, Kind>, { text }: Stated): string {
  let words = text.slice(part.at, part.end);
  const cut = [figures.price, figures.due, figures.time].filter((one) => one !== null);
  for (const one of cut.sort((a, b) => b.at - a.at))
    words = `${words.slice(0, Math.max(0, one.at - part.at))}\u0001${words.slice(one.end - part.at)}`;
  return words;
}

const within = <T extends { at: number; end: number }>(part: Part, all: readonly T[]): T[] =>
  all.filter((one) => one.at >= part.at && one.at < part.end);

/** The figures of a part, each of its own kind; a bare number is a price where nothing else can be meant. */
function figuresOf(part: Part, facts: Stated): Pick<Row, Kind> {
  const due = within(part, facts.dates)[0] ?? null;
  const time = within(part, facts.durations).at(-1) ?? null;
  const money = within(part, facts.money).at(-1);
  const price = money
    ? { at: money.at, end: money.end, value: money.value.amount }
    : time
      ? null
      : bareIn({ ...part, end: due ? due.at : part.end }, facts.text);
  return { price, due, time };
}

/** "wireframes 1,500", "1,100 materials": an amount without its currency. */
function bareIn({ at, end }: { at: number; end: number }, text: string): Figure | null {
  const words = text.slice(at, end);
  const found =
    /(?<![\p{L}\d.,:#/-])(\d{1,3}(?:[.,' ]\d{3}){1,3}|\d{1,7})([.,]\d{1,2})?(?= ?(?:by|until|am|bis|zum|le|el|[-(@])? ?$)/iu.exec(
      words,
    ) ?? /^ ?(\d{1,3}(?:[.,']\d{3}){1,3})([.,]\d{1,2})?(?= (?:for )?\p{L}{3})/u.exec(words);
  const [whole = '', figures = '', cents = ''] = found ?? [];
  const value = figures.replace(/\D/g, '') + cents.replace(',', '.');
  const from = at + (found ? found.index + whole.length - whole.trimStart().length : 0);
  return found && Number(value) > 0 ? { at: from, end: from + whole.trimStart().length, value } : null;
}

export function rowOf(part: Part, facts: Stated): Row | null {
  const figures = figuresOf(part, facts);
  if (!figures.price && !figures.due && !figures.time) return null;
  const words = wordsOf(part, figures, facts);
  const before = figures.price && facts.text.slice(part.at, figures.price.at);
  const counted = before && countedIn(before, words);
  const what = thing(counted ? counted.what : words);
  if (what !== null && (what.length > 80 || noLine.test(what))) return null;
  return { at: part.at, what, quantity: counted ? counted.quantity : null, ...figures };
}

/** "mowing 4 times at", "3 landing pages at": how many stand before the price of one. */
function countedIn(before: string, words: string): { quantity: string; what: string } | null {
  const found = pattern(
    `^(.{0,80}?)(?<![\\p{L}\\d.,])(\\d{1,4}(?:[.,]\\d{1,2})?) ?(\\p{L}[\\p{L} '-]{0,50}?)? ?${each} $`,
    'iu',
  ).exec(before);
  const isEach = found ?? / ?(?:each|apiece|\/|per |je |an? (?:hour|day|page))/iu.test(words);
  const loose = pattern(
    "^(.{0,80}?)(?<![\\p{L}\\d.,])(\\d{1,4}(?:[.,]\\d{1,2})?) (\\p{L}[\\p{L} '-]{0,50}?)? ?$",
    'iu',
  );
  const [, first = '', quantity, unit = ''] = found ?? (isEach ? loose.exec(before) : null) ?? [];
  if (quantity === undefined) return null;
  const [counts = '', ...of] = unit.split(' ');
  const what = !units.test(counts) ? unit : of.length > 0 ? of.join(' ').replace(/^(?:of|at) /, '') : first;
  return { quantity: quantity.replace(',', '.'), what: what || first };
}

const thing = (words: string): string | null => {
  const plain = words
    .replace(
      /^.{0,80}?\b(?:delivers?|hands? over|provides?|sells?(?: us| me)?|charges?(?: us| me)?|liefer\p{L}*|livr\p{L}*|entreg\p{L}*)\b:? /iu,
      '',
    )
    .replaceAll('\u0001', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?(?:\/ ?\p{L}+|each|apiece|(?:per|an?) (?:hour|day|month|page|piece))$/iu, '')
    .replace(lead, '')
    .replace(tail, '')
    .replace(/^[("'\s-]{1,8}|[)"'\s,-]{1,8}$/gu, '')
    .replace(tail, '');
  return /\p{L}{3}/u.test(plain) && !units.test(plain) ? capital(plain) : null;
};

/** One price and nothing beside it is one line; what it is for only where that is said. */
export function alone(facts: Stated): Row | null {
  const [price, ...others] = facts.money;
  if (!price || others.length > 0) return null;
  const before = facts.text.slice(Math.max(0, price.at - 90), price.at);
  const after = facts.text.slice(price.end, price.end + 90);
  if (/\b(?:discount|deposit|vat|tax|fee|liab\w*|insur\w*)[^,.;]{0,20}$/i.test(before)) return null;
  const counted = countedIn(before.split(/[.;:](?: |$)/).at(-1) ?? '', `${before}\u0001${after}`);
  const said =
    pattern(
      `(?:^|\\s)(?:for|für|pour|para) ((?:the |an? )?(?!the|us|me|my|our|you)\\p{Ll}[^,.;:]{3,70}?)(?: (?:at|zu|à|a|for))? $`,
      'u',
    ).exec(before) ??
    pattern(`^ (?:for|für|pour|para) ((?:the |an? )?(?!the|us|me|my|our|you)\\p{Ll}[^,.;:]{3,60})`, 'u').exec(
      after,
    );
  const what = counted ? (counted.what.length < 50 ? thing(counted.what) : null) : thing(said?.[1] ?? '');
  return {
    at: price.at,
    what: what && noLine.test(what) ? null : what,
    quantity: counted?.quantity ?? null,
    price: { at: price.at, end: price.end, value: price.value.amount },
    due: null,
    time: null,
  };
}
