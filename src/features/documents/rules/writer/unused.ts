import { type Answers, isRecord } from '../answers/values.ts';
import type { Section } from '../template/sections.ts';
import { questions } from '../answers/review.ts';
import { allFields, type Field, type Template } from '../template/template.ts';
import { endOfAsking } from './asking.ts';
import { stated, type Stated } from './facts.ts';
import { isName } from './names.ts';
import { capital, folded, tidy } from './plain.ts';
import { sideSaid } from './sides.ts';
import { isHeading, questionFor, subjectOf } from './topic.ts';
import { draftAnswers, understood } from './write.ts';

/** A piece of a request that no answer holds. */
export interface Unused {
  words: string;
  /** The question that it speaks of: it stands beside that one. Null: the document has none for it. */
  field: string | null;
}

/**
 * What a request says that found no place in its document. A piece of the sentence is used when all its figures, days,
 * names and addresses stand in the answers, and its words either stand there, too, or change them when they are left out.
 * What only asks for the document is none of it.
 */
export function unusedIn(
  template: Template,
  request: string,
  answers: Answers,
  today: string,
  /** What the document is asked for by: its names and summary. */
  about = '',
): Unused[] {
  const facts = stated(request, today);
  const used = usedWords(template, answers);
  const own = wordsIn(`${template.title} ${template.short}`);
  const asking = new Set([...own, ...wordsIn(about)]);
  const isPaper = (word: string) => own.has(word) || papers.test(word);
  const asked = questions(template, answers, today).flatMap(({ fields }) => fields);
  const fields = allFields(template);
  const items = itemsOf(facts).filter(
    (item) => !(item.isName && [...wordsIn(facts.text.slice(item.at, item.end))].every(isPaper)),
  );
  const lost: (Unused & Piece)[] = [];
  const lose = (piece: Piece, isOpening: boolean) => {
    const words = shown(facts.text.slice(piece.at, piece.end));
    const isSaid = (name: string) => answers[name] !== undefined;
    const field = questionFor(asked, words) ?? (isOpening ? subjectOf(asked, isSaid) : null);
    const before = lost.at(-1);
    // One thought between two stops is one piece.
    const isOne =
      field === null &&
      before?.field === null &&
      /^(?:and|plus|but)?$/.test(facts.text.slice(before.end, piece.at).replace(/[\s,]/g, ''));
    if (!isOne || !before) return void lost.push({ ...piece, words, field });
    before.end = piece.end;
    before.words = shown(facts.text.slice(before.at, piece.end));
  };
  let tries = mostTries;
  for (const whole of piecesOf(facts, items)) {
    const all = facts.text.slice(whole.at, whole.end);
    const isOpening = whole.at === 0 || [...wordsIn(all)].some((word) => papers.test(word));
    // Somebody may be called Will or May.
    const first = Math.min(whole.end, ...items.map(({ at }) => at).filter((at) => at >= whole.at));
    const end = endOfAsking(
      facts.text.slice(whole.at, first),
      (word) => isPaper(word) || (isOpening && asking.has(word)),
    );
    if (isHeading(fields, all)) continue;
    const piece = { at: whole.at + end, end: whole.end };
    const words = facts.text.slice(piece.at, piece.end);
    const within = items.filter(({ at, end: to }) => at < piece.end && to > piece.at);
    if (within.some((item) => !used.has(item, facts, words, asked))) {
      lose(piece, false);
      continue;
    }
    const isAsking = isOpening || [...wordsIn(words)].some(isPaper);
    const plain = [...wordsIn(words)].filter(
      (word) => !common.has(word) && !papers.test(word) && !(isAsking ? asking : own).has(word),
    );
    const open = plain.filter((word) => !used.says(word));
    // Small words between figures that are all used say what those are for.
    if (open.length === 0 || open.length * 2 < plain.length || (within.length > 0 && open.length < 3))
      continue;
    if (sideSaid(template, words, {}) !== null) continue;
    const rest = `${facts.text.slice(0, whole.at)} ${facts.text.slice(whole.end)}`;
    if (
      tries-- > 0 &&
      !isSame(draftAnswers(template, rest, today), draftAnswers(template, facts.text, today))
    )
      continue;
    lose(piece, isOpening);
  }
  const found = lost.map(({ words, field }) => ({ words, field }));
  const tidied = tidy(request);
  // The middle of a very long text is not read for figures at all.
  if (tidied.length > mostRead) found.push({ words: tidied.slice(5000, tidied.length - 3000), field: null });
  const seen = new Set<string>();
  return found.filter(({ words }) => words !== '' && !seen.has(words) && seen.add(words));
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
  const isNounCapital = isGerman(facts.low);
  const names = [...text.matchAll(capitals)].flatMap(({ 0: run, index }): Item[] => {
    const words = run.split(' ');
    // In German any noun has a capital: one by itself is no name.
    if (isNounCapital && (words.length === 1 || /\d $/.test(text.slice(0, index)))) return [];
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

const isGerman = (low: string): boolean =>
  new Set(
    low.match(
      /\b(?:und|mit|fur|der|das|dem|den|wir|ich|eine?[nmrs]?|vom|zum|zur|bitte|uber|pro|stunden?|tage|wochen?|monate?|beginn)\b/g,
    ),
  ).size > 1;

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
  const figures = (value: unknown) =>
    leavesIn(value).flatMap((leaf) => (leaf.match(/\d+(?:[.,']\d+)*/g) ?? []).map(figure));
  /** "Frau Selin Aydin", "Unser Lieferant Hellweg Print GmbH": who is meant stands in it. */
  const holdsWho = (said: string) =>
    leaves.some((leaf) => {
      if (leaf.length < 4 || !said.endsWith(` ${leaf}`)) return false;
      return leaf.includes(' ') || isHeading(allFields(template), said.slice(0, -leaf.length - 1));
    });
  const inRows = new Set(Object.values(answers).filter(Array.isArray).flatMap(figures));
  const holds = (all: readonly string[], said: string) =>
    said !== '' &&
    all.some((leaf) => {
      const at = leaf.indexOf(said);
      const isEdge = (sign: string | undefined) => sign === undefined || !/[\p{L}\d]/u.test(sign);
      return at >= 0 && isEdge(leaf[at - 1]) && isEdge(leaf[at + said.length]);
    });
  return {
    has(item: Item, { text }: Stated, piece: string, asked: readonly Field[]): boolean {
      const { value, number, at, end, isName: isWho } = item;
      const said = folded(text.slice(at, end));
      // "60/40" stands in two answers.
      if (/^\d+(?:[/:]\d+)+$/.test(said) && said.split(/[/:]/).every((one) => numbers.has(Number(one))))
        return true;
      // "2 days in the office" where days are counted.
      const [, count] = /^(\d+) (?:hour|day|week|month|year)s?$/.exec(value ?? '') ?? [];
      const field = count === undefined ? null : questionFor(asked, piece);
      if (field !== null && figures(answers[field]).includes(Number(count))) return true;
      if (count !== undefined && inRows.has(Number(count))) return true;
      if (isWho && holdsWho(said)) return true;
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
