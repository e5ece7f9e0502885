import { type Answers, isRecord } from '../answers/values.ts';
import type { Section } from '../template/sections.ts';
import { allFields, type Template } from '../template/template.ts';
import { stated, type Stated } from './facts.ts';
import { isName } from './names.ts';
import { capital, folded, tidy } from './plain.ts';
import { sideSaid } from './sides.ts';
import { draftAnswers, understood } from './write.ts';

/**
 * What a request says that found no place in its document. A piece of the sentence is used when all its figures, days,
 * names and addresses stand in the answers, and its words either stand there, too, or change them when they are left out.
 */
export function unusedIn(
  template: Template,
  request: string,
  answers: Answers,
  today: string,
  /** What the document is asked for by: its names and summary. */
  about = '',
): string[] {
  const facts = stated(request, today);
  const used = usedWords(template, answers);
  const own = wordsIn(`${template.title} ${template.short}`);
  const asking = new Set([...own, ...wordsIn(about)]);
  const isPaper = (name: string) => [...wordsIn(name)].every((word) => own.has(word) || papers.test(word));
  const items = itemsOf(facts).filter(
    (item) => !(item.isName && isPaper(facts.text.slice(item.at, item.end))),
  );
  const pieces = piecesOf(facts, items);
  const lost: string[] = [];
  let tries = mostTries;
  for (const piece of pieces) {
    const words = facts.text.slice(piece.at, piece.end);
    const within = items.filter(({ at, end }) => at < piece.end && end > piece.at);
    if (within.some((item) => !used.has(item, facts))) {
      lost.push(shown(words));
      continue;
    }
    const isAsking = [...wordsIn(words)].some((word) => own.has(word) || papers.test(word)) || piece.at === 0;
    const plain = [...wordsIn(words)].filter(
      (word) => !common.has(word) && !papers.test(word) && !(isAsking ? asking : own).has(word),
    );
    const open = plain.filter((word) => !used.says(word));
    // Small words between figures that are all used say what those are for.
    if (open.length === 0 || open.length * 2 < plain.length || (within.length > 0 && open.length < 3))
      continue;
    if (sideSaid(template, words, {}) !== null) continue;
    const rest = `${facts.text.slice(0, piece.at)} ${facts.text.slice(piece.end)}`;
    if (
      tries-- > 0 &&
      !isSame(draftAnswers(template, rest, today), draftAnswers(template, facts.text, today))
    )
      continue;
    lost.push(shown(words));
  }
  const whole = tidy(request);
  // The middle of a very long text is not read for figures at all.
  if (whole.length > mostRead) lost.push(whole.slice(5000, whole.length - 3000));
  return [...new Set(lost.filter((one) => one !== ''))];
}

const mostTries = 16;
const mostRead = 8000;

/** Pieces of a request as a clause of its document. */
export const asSection = (template: Template, pieces: readonly string[]): Section[] => {
  const text = pieces.map((piece) =>
    (capital(piece) ?? '').replace(/[{}[\]]/g, '').replace(/([^.!?])$/, '$1.'),
  );
  const isSigned = template.body.some(({ n }) => n === 'sign');
  return pieces.length === 0
    ? []
    : [{ heading: isSigned ? 'Additional terms' : 'Notes', text: text.join('\n').slice(0, 8000) }];
};

interface Item {
  at: number;
  end: number;
  /** A day, a length of time or an address as answers hold it; null: looked for as it was written. */
  value: string | null;
  number: number | null;
  isName?: true;
}

/** Every figure, day, address and name of a request, and where it stands. */
function itemsOf(facts: Stated): Item[] {
  const { text } = facts;
  const of = (all: readonly { value: string; at: number; end: number }[]): Item[] =>
    all.map(({ value, at, end }) => ({ value, at, end, number: null }));
  const said: Item[] = [
    ...of(facts.dates),
    ...facts.money.map(({ value, at, end }) => ({ value: null, at, end, number: Number(value.amount) })),
    ...of(facts.durations),
    ...of(facts.mails),
  ];
  const isWithin = (at: number) => said.some((one) => at >= one.at && at < one.end);
  const numbers = [...text.matchAll(/\d+(?:[.,:/'-]\d+)*/g)]
    .filter(({ index }) => !isWithin(index))
    .map((match) => ({
      value: null,
      at: match.index,
      end: match.index + match[0].length,
      number: figure(match[0]),
    }));
  const names = [...text.matchAll(capitals)].flatMap(({ 0: run, index }): Item[] => {
    const words = run.split(' ');
    const isFirst = /(?:^|[.!?\n:] ?)$/.test(text.slice(0, index));
    // At the head of a sentence any word has a capital.
    const from = words.findIndex((word, at) => isName(word) && !(isFirst && at === 0 && words.length === 1));
    const at = index + words.slice(0, from).join(' ').length + (from > 0 ? 1 : 0);
    return from < 0 || isWithin(at)
      ? []
      : [{ value: null, at, end: index + run.length, number: null, isName: true }];
  });
  return [...said, ...numbers, ...names];
}

const capitals = /(?<![\p{L}\p{N}@.])\p{Lu}[\p{L}\p{N}'-]+(?: (?:& )?\p{Lu}[\p{L}\p{N}'-]+)*/gu;

const figure = (words: string): number | null => {
  const plain = words.replace(/[,'](?=\d{3}(?!\d))/g, '').replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
};

interface Piece {
  at: number;
  end: number;
}

const separator = /[;\n]|[.!?:](?=\s|$)|,(?!\d)|\s(?:and|plus|but|und|aber|et|mais|y|pero)\s/gu;

/** The parts of a request between its commas and its "and"s, none of which cuts a figure or a name. */
function piecesOf({ text }: Stated, items: readonly Item[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const add = (end: number) => {
    if (/[\p{L}\d]/u.test(text.slice(at, end))) pieces.push({ at, end });
  };
  for (const found of text.matchAll(separator)) {
    const { index } = found;
    if (items.some((item) => index >= item.at && index < item.end)) continue;
    add(index);
    at = index + found[0].length;
  }
  add(text.length);
  return pieces;
}

/** What stands in the answers, as figures, as values and as words. */
function usedWords(template: Template, answers: Answers) {
  const leaves = leavesIn(answers).map((leaf) => folded(leaf));
  const values = new Set(leaves);
  const isDay = (leaf: string) => /^\d{4}-\d{2}-\d{2}$/.test(leaf);
  const told = understood(template, answers);
  const texts = [...leaves, ...told.map(({ words }) => folded(words))];
  const days = new Set(allFields(template).flatMap(({ name, kind }) => (kind.type === 'date' ? [name] : [])));
  const counted = [
    ...leaves.filter((leaf) => !isDay(leaf)),
    ...told.filter(({ field }) => !days.has(field)).map(({ words }) => folded(words)),
  ];
  const numbers = new Set(counted.flatMap((leaf) => (leaf.match(/\d+(?:[.,']\d+)*/g) ?? []).map(figure)));
  const words = [...wordsIn(texts.join(' '))];
  const holds = (all: readonly string[], said: string) =>
    said !== '' &&
    all.some((leaf) => {
      const at = leaf.indexOf(said);
      const isEdge = (sign: string | undefined) => sign === undefined || !/[\p{L}\d]/u.test(sign);
      return at >= 0 && isEdge(leaf[at - 1]) && isEdge(leaf[at + said.length]);
    });
  return {
    has({ value, number, at, end }: Item, { text }: Stated): boolean {
      const said = folded(text.slice(at, end));
      // The 5 of "5 May" is no 5.
      if (number !== null) return numbers.has(number) || holds(counted, said);
      return (value !== null && values.has(folded(value))) || holds(texts, said);
    },
    says: (word: string) =>
      words.some((one) => one.startsWith(word.slice(0, 5)) || word.startsWith(one.slice(0, 5))),
  };
}

function leavesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesIn);
  if (isRecord(value)) return Object.values(value).flatMap(leavesIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

const wordsIn = (text: string): Set<string> => new Set(folded(text).match(/[\p{L}]{4,}/gu) ?? []);

const papers =
  /^(?:contract|agreement|invoice|bill|quote|offer|letter|notice|reminder|template|document|freelanc|vertrag|rechnung|angebot|contrat|facture|devis|factura)/;

/** Words that say nothing of a deal by themselves. */
const common = new Set(
  `please need want wants would like could should make write draft create give with from that this they them their
   there have will shall about into each also just some very then than when which your ours mine somebody someone
   between another other company called named bitte brauche eine einen einem einer nicht oder auch fuer mein unser
   besoin pour avec dans nous vous notre leur necesito para entre como nuestro nuestra starting start begins begin`
    .split(/\s+/)
    .filter(Boolean),
);

const isSame = (a: Answers, b: Answers): boolean => {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]))
  );
};

function shown(words: string): string {
  const plain = words.replace(/\s+/g, ' ');
  let [at, end] = [0, plain.length];
  while (at < end && ' ,;:.-'.includes(plain.charAt(at))) at++;
  while (end > at && ' ,;:'.includes(plain.charAt(end - 1))) end--;
  return plain.slice(at, end);
}
