import { allFields, type Field, type Template } from '../template.ts';
import { formatValue } from '../format.ts';
import { type Answers, isRecord, readAnswer } from '../values.ts';
import { questions, review } from '../review.ts';
import { stated } from './facts.ts';
import { fill } from './fill.ts';
import { byTitle, type Ranked, readKinds } from './kind.ts';
import { kindWords } from './kind-words.ts';
import { learntAnswers } from './learnt/answers.ts';
import { learnt } from './learnt/learnt.ts';
import { folded } from './plain.ts';
import { refuse } from './refusal.ts';
import { vague } from './vague.ts';

export interface KnownDocument {
  slug: string;
  title: string;
  short: string;
}

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
export function planDraft(request: string, known: KnownDocument[]): Plan {
  const refused = refuse(request);
  if (refused) return { found: false, words: refused.words, nearest: [] };
  const here = new Set(known.map(({ slug }) => slug));
  const { ranked, vague: isVague, none: isNone } = readKinds(request);
  const [best] = ranked;
  const named = Math.max(...ranked.map(({ score }) => score));
  const present = ranked.filter(({ kind }) => here.has(kind.slug)).map(({ kind }) => kind.slug);
  const isOutside = named < 7 && outside.test(folded(request));
  const open = named < 7 && !isOutside ? vague(request) : null;
  if (open ?? (isVague > sureOfVague && named < 7 && !isOutside)) {
    const nearest = (open ?? present.slice(0, 4)).filter((slug) => here.has(slug));
    return {
      found: false,
      isVague: true,
      nearest,
      words:
        'Which document do you need? Choose the one that fits, or add what happens: who does what for whom, and for how much.',
    };
  }
  const titled = byTitle(
    request,
    known.filter(({ slug }) => !kindWords.some((kind) => kind.slug === slug)),
  );
  if (titled && named < 8) return { found: true, slug: titled, others: present.slice(0, 2) };
  if (!best || isNone > sureOfNone || (named < 2 && best.chance < sureOfOne) || isOutside) {
    return {
      found: false,
      nearest: [...new Set(nearestOf(ranked))].filter((slug) => here.has(slug)).slice(0, 3),
      words:
        'The built-in writer has no document like that. It writes contracts, business letters, and templates for launching and running a product. These come nearest; or say it in other words.',
    };
  }
  if (!here.has(best.kind.slug)) {
    return {
      found: false,
      nearest: present.slice(0, 3),
      words: `This hub has no ${best.kind.name.toLowerCase()} yet.${present.length > 0 ? ' This comes nearest:' : ''}`,
    };
  }
  return {
    found: true,
    slug: best.kind.slug,
    others: present.filter((slug) => slug !== best.kind.slug).slice(0, 2),
  };
}

/** What a request comes near to, and then what is asked for most: a guess in the dark looks like a joke. */
const nearestOf = (ranked: Ranked[]): string[] => [
  ...ranked.filter(({ score, chance }) => score >= 3 || chance > near).map(({ kind }) => kind.slug),
  'contractor-agreement',
  'mutual-nda',
  'proposal',
];
const near = 0.3;

/** How likely it must be that no document is meant before none is offered. */
const sureOfNone = 0.7;
const sureOfVague = 0.8;
/** And that one is meant, when the rules know none. */
const sureOfOne = 0.2;

/** Papers that people also call contracts, and that no document here is. */
const outside =
  /\b(?:lease|rent(?:al|ing)?|landlord|tenan\w+|mietvertrag|bail|alquiler|mortgage|loan|(?:sale|sell|buy|purchase)\w* (?:of )?(?:my |a |an |the |our )?(?:car|house|home|flat|land|boat|horse|dog)|marriage|prenup\w*|divorce|testament|last will|power of attorney|adoption|(?:purchase|sales?) (?:contract|agreement) (?:for|of|over) (?:an? |my |the |our )?(?:\w+ )?(?:car|house|boat|land)|bill of sale|kaufvertrag|contrat de vente|compraventa|purchase contract)\b/;

/** The draft as answers: what the request says, in the fields of the document. */
export function draftAnswers(template: Template, request: string, today: string): Answers {
  const facts = stated(request, today);
  return learntAnswers(template, facts, fill(template, facts), learnt());
}

const essential: Field['kind']['type'][] = ['party', 'money', 'longtext', 'list', 'choice', 'date', 'text'];
const mostQuestions = 5;

/** What is essential and was not said, most telling first; each may be skipped. */
export function clarifying(template: Template, answers: Answers, today: string): Field[] {
  const missing = new Set(
    review(template, answers, today)
      .filter(({ kind, words }) => kind === 'missing' && !words.includes('the address'))
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
