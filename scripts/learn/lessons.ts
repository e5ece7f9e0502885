import { type Template, allFields } from '#features/documents/rules/template.ts';
import { stated } from '#features/documents/rules/writer/facts.ts';
import { fill } from '#features/documents/rules/writer/fill.ts';
import { kindWords } from '#features/documents/rules/writer/kind-words.ts';
import { readRequest, ruleKinds } from '#features/documents/rules/writer/kind.ts';
import { figureChoice } from '#features/documents/rules/writer/learnt/figures.ts';
import { kindChoice } from '#features/documents/rules/writer/learnt/kinds.ts';
import { type Choice, slotOf } from '#features/documents/rules/writer/learnt/marks.ts';
import { optionChoice } from '#features/documents/rules/writer/learnt/options.ts';
import { type Reading, readFor } from '#features/documents/rules/writer/learnt/reading.ts';
import { beginChoice, endChoice } from '#features/documents/rules/writer/learnt/spans.ts';
import { type KeptRequest, isSame, lessonRequests, phrases } from '../../bench/requests/score.ts';
import type { Lesson } from './train.ts';

export interface Labelled extends KeptRequest {
  set: string;
  /** Whether the rules were written by it: then their verdict does not tell how far to trust them. */
  isTuned: boolean;
}

export const everyRequest = (): Labelled[] => [
  ...lessonRequests().flatMap(({ set, isTuned, requests }) =>
    requests.map((one) => ({ ...one, set, isTuned })),
  ),
  ...phrases().map((one) => ({ ...one, facts: {}, set: 'phrases', isTuned: true })),
];

/** What a labelled request teaches, by the kind of choice. */
export interface Lessons {
  kinds: Lesson[];
  begins: Lesson[];
  ends: Lesson[];
  figures: Lesson[];
  options: Lesson[];
}

const slugs = kindWords.map(({ slug }) => slug);

export function lessonsOf(
  requests: Labelled[],
  library: ReadonlyMap<string, Template>,
  today: string,
): Lessons[] {
  return requests.map((request, from) => {
    const lessons: Lessons = { kinds: [], begins: [], ends: [], figures: [], options: [] };
    const { ask, is, or, facts, isTuned, set } = request;
    if (is === 'harm') return lessons;
    const kinds = kindChoice(readRequest(ask), slugs, isTuned ? null : ruleKinds(ask));
    add(lessons.kinds, kinds, from, (slug) => slug === is || (or ?? []).includes(slug));
    const template = library.get(is);
    if (!template || set === 'phrases') return lessons;
    const said = stated(ask, today);
    const reading = readFor(template, said, isTuned ? null : fill(template, said));
    for (const field of allFields(template)) {
      const { type } = field.kind;
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
