import type { Finder } from '#base/finder/finder.ts';
import { allFields, type Field, type Template } from '../template/template.ts';
import { formatValue } from '../answers/format.ts';
import { type Answers, isRecord, readAnswer } from '../answers/values.ts';
import { questions, review } from '../answers/review.ts';
import { stated } from './facts.ts';
import { fill } from './fill.ts';
import { type KnownDocument, readKinds } from './kind.ts';
import { learntAnswers } from './learnt/answers.ts';
import { learnt } from './learnt/learnt.ts';
import { refuse } from './refusal.ts';
import { asSaid } from './sides.ts';

export type Plan =
  | { found: true; slug: string; /** Other documents that it may mean. */ others: string[] }
  | {
      found: false;
      words: string;
      /** What comes nearest, if anything does. */
      nearest: string[];
      /** Nothing is wrong with it, it only says too little. */
      isVague?: true;
    };

/** Which document of those there are a request asks for, or why none. */
export function planDraft(request: string, finder: Finder<KnownDocument>): Plan {
  const refused = refuse(request);
  if (refused) return { found: false, words: refused.words, nearest: [] };
  const { ranked, found, vague, none } = readKinds(request, finder);
  const [best, ...others] = ranked.map(({ slug }) => slug);
  const chance = ranked[0]?.chance ?? 0;
  if (vague > Math.max(none, sureOfVague))
    return {
      found: false,
      isVague: true,
      nearest: [best, ...others].flatMap((slug) => slug ?? []).slice(0, 4),
      words:
        'Which document do you need? Choose the one that fits, or add details: who does what for whom, and for how much.',
    };
  if (best === undefined || none > chance * sureOfNone || chance < sureOfOne) {
    const nearest = [...found.map(({ slug }) => slug), ...ranked.map(({ slug }) => slug)];
    return {
      found: false,
      nearest: [...new Set(nearest)].slice(0, 3),
      words:
        'The built-in writer has no document like that. It writes contracts, business letters, and templates for launching and running a product. These are the closest. You can also try other words.',
    };
  }
  return { found: true, slug: best, others: besides(best) };

  /** Behind the likeliest few all are equally unlikely: there what is like the one that was found comes near. */
  function besides(slug: string): string[] {
    const thing = finder.things.find((one) => one.slug === slug);
    const alike = finder.find(`${thing?.title ?? ''} ${thing?.summary ?? ''}`).map((hit) => hit.thing);
    const likely = ranked.filter((one) => one.chance >= mayBeMeant);
    const near = [...likely, ...alike, ...found, ...ranked].map((one) => one.slug);
    return [...new Set(near)].filter((one) => one !== slug).slice(0, 3);
  }
}

/** A wrong document is worse than none: how likely it must be that none is meant, beside the likeliest. */
const sureOfNone = 0.12;
const mayBeMeant = 0.02;
const sureOfVague = 0.5;
const sureOfOne = 0.1;

/** The draft as answers: what the request says, in the fields of the document. */
export function draftAnswers(template: Template, request: string, today: string): Answers {
  const { found, rest } = fill(template, stated(request, today));
  return asSaid(template, request, learntAnswers(template, rest, found, learnt()));
}

const essential: Field['kind']['type'][] = ['party', 'money', 'longtext', 'list', 'choice', 'date', 'text'];
const mostQuestions = 5;

/** What is essential and was not said, most telling first; each may be skipped. */
export function clarifying(template: Template, answers: Answers, today: string): Field[] {
  const missing = new Set(
    review(template, answers, today)
      .filter(({ kind, at = '' }) => kind === 'missing' && !at.endsWith('.address'))
      .map(({ field }) => field),
  );
  const asked = questions(template, answers, today).flatMap(({ fields }) => fields);
  const rank = ({ kind }: Field) => essential.indexOf(kind.type);
  return asked
    .filter(
      (field) => missing.has(field.name) && essential.includes(field.kind.type) && field.kind.type !== 'list',
    )
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, mostQuestions)
    .sort((a, b) => asked.indexOf(a) - asked.indexOf(b));
}

/** What was understood, as label and words, so that a reader can see it at once. */
export function understood(
  template: Template,
  answers: Answers,
): { field: string; label: string; words: string }[] {
  const said = answers['currency'];
  const currency = typeof said === 'string' && /^[A-Z]{3}$/.test(said) ? said : null;
  return allFields(template).flatMap(({ name, label, kind }) => {
    const words = wordsOf(kind, answers[name], currency);
    return words ? [{ field: name, label, words }] : [];
  });
}

/** An answer as its reader would write it: money with its currency, a day with its month, and never as it is stored. */
function wordsOf(kind: Field['kind'], raw: unknown, currency: string | null): string {
  const read = readAnswer(kind, raw);
  if (!read.ok || read.value === undefined) return '';
  if (kind.type === 'list') {
    const rows = Array.isArray(raw) ? raw.filter(isRecord) : [];
    return rows
      .map((row) =>
        kind.columns
          .map((column) => wordsOf(column.kind, row[column.name], currency))
          .filter(Boolean)
          .join(', '),
      )
      .join('; ');
  }
  // Without a currency there are only figures: none is guessed.
  if (kind.type === 'money' && currency === null) return (Number(read.value) / 100).toLocaleString('en-US');
  return formatValue(kind, read.value, { locale: 'en-US', currency: currency ?? 'USD' });
}
