import type { Knowledge } from '#base/knowledge.ts';
import type { Turn } from './contract.ts';
import { createFinder, type Hit, type Thing } from '#base/finder/finder.ts';
import { plain } from '#base/finder/stems.ts';
import { saidIn, type Words } from '#base/finder/words.ts';

/** An answer that somebody wrote: to a question of business, or about a page of this hub. */
export interface Advice {
  slug: string;
  title: string;
  /** The ways in which people ask for it. */
  asks: string[];
  /** The page of this hub that it is about: without the page there is nothing to advise. */
  page: string | null;
  /** Where to go on, the best first. */
  links: string[];
  body: string;
}

export type Fact = Thing & ({ advice: Advice } | { known: Knowledge });

/** Everything that can be found, and how to name what is linked. */
export interface Library {
  find(message: string, context?: readonly Turn[]): Hit<Fact>[];
  /** All that can be found. */
  facts: readonly Fact[];
  /** Whether an address, with or without its part behind a #, is one of this hub. */
  has(path: string): boolean;
  /** The line of a list that leads there. */
  line(path: string): string | null;
  readonly subjects: number;
}

/** Too short to stand alone: it means what was talked about before. */
const leaning =
  /^(?:and|also|what about|how about|und|auch|et|aussi|y|tambien)\b|\b(?:it|its|that|this|ones?|they|them|those|these|das|dies|davon|dafur|cela|ca|celui|celle|eso|esto|ese)\b/;

const bare = (path: string): string => path.replace(/[?#][^]*/, '') || '/';
/** What a page shows may depend on what stands behind its ?, on what stands behind a # it does not. */
const place = (path: string): string => path.replace(/#[^]*/, '') || '/';

/** `pages` are the addresses that this hub really has: what is written about others is left out. */
export function createLibrary(
  advice: readonly Advice[],
  knowledge: readonly Knowledge[],
  pages: readonly string[],
  words: Words,
): Library {
  const known = new Map<string, Knowledge>();
  for (const entry of knowledge) if (!known.has(place(entry.path))) known.set(place(entry.path), entry);
  const parts = new Map(
    knowledge.filter(({ path }) => path.includes('#')).map((entry) => [entry.path, entry]),
  );
  const fixed = new Set(pages.filter((path) => !path.includes(':')));
  const has = (path: string) => fixed.has(bare(path)) || known.has(place(path));
  const present = advice.filter(({ page }) => page === null || has(page));
  const titles = new Map(
    present.flatMap(({ page, title }) => (page ? [[page, title]] : [])).reverse() as [string, string][],
  );

  const facts: Fact[] = [
    ...present.map((one) => ({
      title: one.title,
      asks: one.asks,
      tags: '',
      summary: '',
      text: one.body,
      advice: one,
    })),
    ...knowledge.map((one) => ({ ...one, asks: one.asks ?? [], known: one })),
  ];
  const finder = createFinder(facts, words);
  const leans = (message: string) => leaning.test(plain(message)) && saidIn(message, words).length <= 3;
  return {
    subjects: present.length,
    facts,
    has,
    find(message, context = []) {
      const before = context.filter(({ from }) => from === 'visitor').at(-1)?.text;
      return finder.find(before !== undefined && leans(message) ? `${before} ${message}` : message);
    },
    line(path) {
      if (!has(path)) return null;
      const entry = known.get(place(path));
      if (entry && (entry.kind !== 'page' || entry.facts)) return `- ${named(entry)}`;
      const title = parts.get(path)?.title ?? titles.get(bare(path)) ?? entry?.title;
      return title ? `- [${title}](${path})` : null;
    },
  };
}

const named = ({ title, path, facts, summary }: Knowledge): string =>
  `[${title}](${path})${facts ? ` (${facts})` : ''}${summary ? `: ${summary}` : ''}`;

// Measured over the questions for tuning, and over two dozen that nobody here can answer: below these an answer is a guess.
const leastSure = 0.9;
const sureScore = 18;
const leastScore = 6;
const mostLines = 4;

const isSure = ({ coverage, alike, score }: Hit<Fact>): boolean =>
  score >= leastScore && (coverage + alike >= leastSure || score >= sureScore);

/** What the hub itself answers, from what is written down in it. */
export function builtInAnswer(library: Library, message: string, context: readonly Turn[] = []): string {
  const hits = library.find(message, context);
  const [first] = hits;
  if (!first || !isSure(first)) return nothingWritten(library, hits);

  const written = hits.find(({ thing, score }) => 'advice' in thing && score >= first.score * 0.62);
  const others = hits.filter(
    (hit) => hit !== written && hit.score >= first.score * 0.5 && hit.score >= leastScore,
  );
  const lead = written ? (written.thing as { advice: Advice }).advice : null;
  const paths: string[] = [];
  if (!lead && 'known' in first.thing) paths.push(first.thing.known.path);
  if (others[0] && 'known' in others[0].thing && others[0].score > first.score * 0.8)
    paths.push(others[0].thing.known.path);
  paths.push(...(lead?.links ?? []));
  for (const { thing } of others) {
    if ('known' in thing) paths.push(thing.known.path);
    else if (!lead || thing.advice.page) paths.push(...thing.advice.links.slice(0, 1));
  }
  const lines = linesTo(library, paths, lead?.body ?? '');
  if (lead) return [lead.body, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n');
  const about = 'known' in first.thing ? excerpt(first.thing.known) : '';
  return [about, lines.join('\n')].filter(Boolean).join('\n\n');
}

/** Each place once, and none that the words already lead to. */
function linesTo(library: Library, paths: readonly string[], body: string): string[] {
  const seen = new Set([...body.matchAll(/\]\(([^()\s]+)\)/g)].map(([, path = '']) => place(path)));
  const lines: string[] = [];
  for (const path of paths) {
    if (seen.has(place(path)) || lines.length >= mostLines) continue;
    seen.add(place(path));
    const line = library.line(path);
    if (line) lines.push(line);
  }
  return lines;
}

function excerpt({ kind, title, text }: Knowledge): string {
  if (kind !== 'page') return 'This fits:';
  const cut = text.length <= 420 ? text : `${text.slice(0, 420).replace(/(?<!\s)\s+\S*$/, '')} ...`;
  return `From the page **${title}**: ${cut}`;
}

function nothingWritten(library: Library, hits: readonly Hit<Fact>[]): string {
  const near = hits
    .filter(({ coverage, score }) => coverage > 0.3 && score > 3)
    .slice(0, 3)
    .flatMap(({ thing }) => ('known' in thing ? [thing.known.path] : thing.advice.links.slice(0, 1)));
  const lines = linesTo(library, near, '');
  const person = library.has('/contact') ? ' To reach a person, use [Contact](/contact).' : '';
  return [
    `I don’t have an answer to that. I know the documents, products, plans and pages of this site, and ${library.subjects} topics about building and selling software. Try other words.${person}`,
    ...(lines.length > 0 ? [`Closest matches:\n${lines.join('\n')}`] : []),
  ].join('\n\n');
}
