import { type Template, allFields } from '#features/documents/rules/template/template.ts';
import { stated } from '#features/documents/rules/writer/facts.ts';
import { fill } from '#features/documents/rules/writer/fill.ts';
import { createFinder } from '#base/finder/finder.ts';
import { readRequest } from '#features/documents/rules/writer/kind.ts';
import { figureChoice } from '#features/documents/rules/writer/learnt/figures.ts';
import { kindChoice } from '#features/documents/rules/writer/learnt/kinds.ts';
import { type Choice, mark, slotOf, taughtMark } from '#features/documents/rules/writer/learnt/marks.ts';
import { optionChoice } from '#features/documents/rules/writer/learnt/options.ts';
import { type Reading, readFor } from '#features/documents/rules/writer/learnt/reading.ts';
import { beginChoice, endChoice } from '#features/documents/rules/writer/learnt/spans.ts';
import { shippedWords } from '../../testing/shipped-words.ts';
import { type KeptRequest, isSame, lessonRequests, phrases } from '../../bench/requests/score.ts';
import { finderOf } from '../../testing/document-finder.ts';
import type { Lesson } from './train.ts';

export interface Labelled extends KeptRequest {
  set: string;
  /** Whether the rules were written by it: then their verdict does not tell how far to trust them. */
  isTuned: boolean;
}

/** What documents say of themselves teaches too: each way to ask, as if the document had not said it. */
export const everyRequest = (library: ReadonlyMap<string, Template>): Labelled[] => [
  ...lessonRequests().flatMap(({ set, isTuned, requests }) =>
    requests.map((one) => ({ ...one, set, isTuned })),
  ),
  ...[
    ...phrases(),
    ...[...library.values()].flatMap(({ slug, asks }) => asks.map((ask) => ({ ask, is: slug }))),
  ].map((one) => ({ ...one, facts: {}, set: 'phrases', isTuned: true })),
];

/** What a labelled request teaches, by the kind of choice. */
export interface Lessons {
  kinds: Lesson[];
  begins: Lesson[];
  ends: Lesson[];
  figures: Lesson[];
  options: Lesson[];
  /** The slots that say of a question that it was taught. */
  taught: number[];
}

/** What the finder makes of a request; of a way to ask, what it makes when that is left out. */
function findersFor(library: ReadonlyMap<string, Template>) {
  const whole = finderOf(library);
  const words = shippedWords();
  const folds = 8;
  const foldOf = (ask: string) => (mark(ask) >>> 4) % folds;
  const without = Array.from({ length: folds }, (_, fold) =>
    createFinder(
      whole.things.map((thing) => ({ ...thing, asks: thing.asks.filter((ask) => foldOf(ask) !== fold) })),
      words,
    ),
  );
  return {
    slugs: whole.things.map(({ slug }) => slug),
    finderFor: ({ ask, set }: Labelled) => (set === 'phrases' ? (without[foldOf(ask)] ?? whole) : whole),
  };
}

export function lessonsOf(
  requests: Labelled[],
  library: ReadonlyMap<string, Template>,
  today: string,
): Lessons[] {
  const { slugs, finderFor } = findersFor(library);
  // Where no label says anything of a question, it may be younger than the labels: that teaches nothing, not even silence.
  const labelled = new Set(
    requests.flatMap(({ is, facts }) => Object.keys(facts).map((path) => `${is} ${path.split('.')[0]}`)),
  );
  return requests.map((request, from) => {
    const lessons: Lessons = { kinds: [], begins: [], ends: [], figures: [], options: [], taught: [] };
    const { ask, is, or, facts, isTuned, set } = request;
    if (is === 'harm') return lessons;
    const read = readRequest(ask, finderFor(request));
    // Once as it is, and once as if some documents had never been taught: so it learns how far to trust the finder alone.
    // What is no document of these is rare among the lessons, and not among requests: it is learnt with three thirds left out.
    const without = (third: number) => (slug: string) => mark(`${slug} ${from}`) % 3 === third;
    for (const untaught of [() => false, ...(is === 'none' ? [0, 1, 2] : [0]).map(without)])
      add(
        lessons.kinds,
        kindChoice(read, slugs, untaught),
        from,
        (slug) => slug === is || (or ?? []).includes(slug),
      );
    const template = library.get(is);
    if (!template || set === 'phrases') return lessons;
    const { found, rest } = fill(template, stated(ask, today));
    const reading = readFor(template, rest, isTuned ? null : found);
    for (const field of allFields(template)) {
      const { type } = field.kind;
      if (!labelled.has(`${is} ${field.name}`)) continue;
      lessons.taught.push(slotOf(taughtMark(field)));
      const wanted = facts[type === 'party' ? `${field.name}.name` : field.name]?.split(' || ') ?? [];
      const isRight = (value: string | null) =>
        value === null ? wanted.length === 0 : wanted.some((one) => isSame(one, value));
      if (type === 'choice' || type === 'yesno')
        add(lessons.options, optionChoice(reading, field), from, isRight);
      else if (type === 'number' || type === 'duration' || type === 'date' || type === 'money')
        add(lessons.figures, figureChoice(reading, field), from, (one) => isRight(one?.value ?? null));
      else if (type === 'text' || type === 'longtext' || type === 'party') {
        const places = wanted.flatMap((one) => placesOf(one, reading));
        add(lessons.begins, beginChoice(reading, field), from, (at) =>
          at < 0 ? wanted.length === 0 : places.some((place) => place.from === at),
        );
        for (const start of new Set(places.map((place) => place.from)))
          add(lessons.ends, endChoice(reading, field, start), from, (at) =>
            places.some((place) => place.from === start && place.to === at),
          );
      }
    }
    return lessons;
  });
}

function add<T>(to: Lesson[], choice: Choice<T>, from: number, isRight: (one: T) => boolean): void {
  const right = choice.of.flatMap((one, at) => (isRight(one) ? [at] : []));
  if (right.length === 0 || choice.of.length < 2) return;
  to.push({ from, right, marks: choice.marks.map((seen) => Int32Array.from(seen, slotOf)) });
}

/** Where the words of an answer stand in a request, with its article or without. */
function placesOf(wanted: string, { tokens, facts }: Reading): { from: number; to: number }[] {
  const bare = wanted.replace(/^(?:the|an?|our) /i, '').replace(/[.]$/, '');
  const low = facts.text.toLowerCase();
  const places: { from: number; to: number }[] = [];
  for (
    let at = low.indexOf(bare.toLowerCase());
    at >= 0 && bare;
    at = low.indexOf(bare.toLowerCase(), at + 1)
  ) {
    const end = at + bare.length;
    const from = tokens.findIndex((one) => one.at === at);
    const to = tokens.findIndex((one) => one.end === end || (one.end === end + 1 && low[end] === '.'));
    if (from >= 0 && to >= from) places.push({ from, to });
  }
  return places;
}
