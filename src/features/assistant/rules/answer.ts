import type { Knowledge } from '#base/knowledge.ts';
import type { Hit } from '#base/finder/finder.ts';
import { wordsOf } from '#base/finder/stems.ts';
import type { Act, ChatAnswer, Turn } from './contract.ts';
import type { Intent } from './intent.ts';
import { type Advice, type Fact, type Found, type Library, placeOf } from './library.ts';
import { sayIn } from './say.ts';

// Found over three sets of questions by people who had read nothing, judged by another who had not either: of what passes
// rather more answers are right than wrong, and higher bars silence as many of the right ones. Below the last it is not even
// worth asking back.
const sureScore = 30;
const sureSum = 1.5;
const leastSum = 1.1;
const sureForeign = 1.9;
const nearFrom = 0.9;
const leastScore = 6;
/** So close to a way to ask that it is meant, whatever else the words give away. */
const meant = 0.6;
const mostLines = 4;

const isSure = ({ coverage, alike, within, score }: Hit<Fact>): boolean => {
  const sum = coverage + alike + within;
  return score >= leastScore && (sum >= sureSum || (score >= sureScore && sum >= leastSum));
};

const isNear = ({ coverage, alike, within, score }: Hit<Fact>): boolean =>
  score >= leastScore && coverage + Math.max(alike, within) >= nearFrom;

export interface Answer extends ChatAnswer {
  /** Whether something was found that answers it. */
  isKnown: boolean;
}

/** What the hub itself answers, from what is written down in it: the answer first, then where to go on, then one act. */
export function answerTo(library: Library, message: string, context: readonly Turn[] = []): Answer {
  const found = library.find(message, context);
  const first = found.hits[0];
  const byWish = answerOfWish(library, found, message);
  if (byWish) return written(library, byWish, found, [], message);
  if (!first || !isSure(first)) return nothingWritten(library, found);
  const lead = found.hits.find((hit) => mayLead(library, hit, first, found.language));
  const others = found.hits.filter(
    (hit) => hit !== lead && hit.score >= first.score * 0.5 && hit.score >= leastScore,
  );
  if (lead && 'advice' in lead.thing) return written(library, lead.thing.advice, found, others, message);
  return 'known' in first.thing
    ? known(library, first.thing.known, found, others, message)
    : nothingWritten(library, found);
}

/**
 * A written answer comes before a document or product only if it is as close to what was asked. One that exists in English
 * alone is seldom meant by somebody who asks in another language: it has to be much closer.
 */
function mayLead(library: Library, hit: Hit<Fact>, first: Hit<Fact>, language: string): boolean {
  if (!('advice' in hit.thing)) return false;
  const likeness = ({ alike, within }: Hit<Fact>) => Math.max(alike, within);
  const isSureEnough = hit.coverage + hit.alike + hit.within >= sureForeign;
  if (isEnglishOnly(library, hit.thing.advice, language) && !isSureEnough) return false;
  return hit === first || (hit.score >= first.score * 0.62 && likeness(hit) >= likeness(first));
}

/** An operator's own answers may be in their visitors' language from the first. */
const isEnglishOnly = (library: Library, { body, translated }: Advice, language: string): boolean =>
  language !== 'en' && !translated.has(language) && library.languageOf(body) === 'en';

/** Some wishes are answered by themselves: what is talked about comes second, or is nothing. */
function answerOfWish(library: Library, { hits, wants, isTalk }: Found, message: string): Advice | null {
  const [first] = hits;
  // Word for word one of the ways to ask for it, of the operator's own answers too.
  if (first && 'advice' in first.thing && first.alike === 1 && first.coverage === 1)
    return first.thing.advice;
  const isMeant = first !== undefined && first.alike >= meant && isSure(first);
  const best = (wish: Intent): Advice | null => {
    const own = library.forWish(wish);
    const hit = hits.find(({ thing }) => 'advice' in thing && thing.advice.wish === wish);
    return (hit && 'advice' in hit.thing ? hit.thing.advice : null) ?? own[0] ?? null;
  };
  const isSmall = wants.has('talk') && wants.size === 1 && !(isMeant && 'known' in first.thing);
  if (isTalk || isSmall) return closest(message, library.forWish('talk'));
  if (wants.has('person') && !isMeant) return best('person');
  if (wants.has('ideas') && !wants.has('document') && !isMeant) return best('ideas');
  if (wants.has('complaint') && !isMeant) return best('complaint');
  return null;
}

/** Small talk is all small words, of which nothing else takes notice: the way to say it that shares the most of them. */
function closest(message: string, all: readonly Advice[]): Advice | null {
  const said = new Set(wordsOf(message));
  const shared = (ask: string) => {
    const words = wordsOf(ask);
    return words.filter((word) => said.has(word)).length / Math.sqrt(words.length * said.size || 1);
  };
  const likeness = ({ asks }: Advice) => Math.max(0, ...asks.map(shared));
  return all.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null;
}

function written(
  library: Library,
  advice: Advice,
  found: Found,
  others: readonly Hit<Fact>[],
  message: string,
): Answer {
  const say = sayIn(found.language);
  const own = advice.translated.get(found.language);
  const best =
    advice.page === null && others[0] && 'known' in others[0].thing && others[0] === found.hits[0]
      ? [others[0].thing.known.path]
      : [];
  const paths = [
    ...best,
    ...advice.links,
    ...others.flatMap(({ thing }) => pathsOf(thing, advice.page === null)),
  ];
  const places = withoutDoubles(library, paths);
  const to = places[0];
  // The press says where it leads, and not what it costs there.
  const rest = to !== undefined && library.at(to)?.facts ? places : places.slice(1);
  const act = to === undefined ? null : actTo(library, to, found, message);
  const body = filled(own?.body ?? advice.body, library);
  const isForeign = advice.wish !== 'talk' && isEnglishOnly(library, advice, found.language);
  const intro = [found.wants.has('complaint') && say.sorry, isForeign && say.inEnglish].filter(Boolean);
  return {
    reply: joined(intro.join(' '), body, linesTo(library, rest, body, say.also)),
    ...(act && { act }),
    isKnown: true,
  };
}

function known(
  library: Library,
  entry: Knowledge,
  found: Found,
  others: readonly Hit<Fact>[],
  message: string,
): Answer {
  const say = sayIn(found.language);
  const rest = withoutDoubles(library, [
    entry.path,
    ...others.flatMap(({ thing }) => pathsOf(thing, true)),
  ]).slice(1);
  const act = actTo(library, entry.path, found, message);
  const about = joined(say.fits, entry.kind === 'page' ? excerpt(entry) : named(entry));
  return {
    reply: joined(about, linesTo(library, rest, about, say.also)),
    ...(act && { act }),
    isKnown: true,
  };
}

/** "{{/plans}}" stands for what that page costs and holds at the moment: a figure in a written answer grows old. */
const filled = (body: string, library: Library): string =>
  body.replace(/\{\{(\/[\w/-]*)\}\}/g, (_, path: string) => library.at(path)?.facts ?? '');

const joined = (...parts: string[]): string => parts.filter(Boolean).join('\n\n');

const pathsOf = (thing: Fact, all: boolean): string[] =>
  'known' in thing
    ? [thing.known.path]
    : all || thing.advice.page !== null
      ? thing.advice.links.slice(0, 1)
      : [];

function withoutDoubles(library: Library, paths: readonly string[]): string[] {
  const seen = new Set<string>();
  return paths.filter((path) => {
    if (seen.has(placeOf(path)) || !library.has(path)) return false;
    seen.add(placeOf(path));
    return true;
  });
}

const named = ({ title, path, facts, summary }: Knowledge): string =>
  `[${title}](${path})${facts ? ` (${facts})` : ''}${summary ? `: ${summary}` : ''}`;

/** Where else to go on: each place once, and none that the words already lead to. */
function linesTo(library: Library, paths: readonly string[], body: string, before: string): string {
  const said = new Set([...body.matchAll(/\]\(([^()\s]+)\)/g)].map(([, path = '']) => placeOf(path)));
  const lines = paths
    .filter((path) => !said.has(placeOf(path)))
    .flatMap((path) => {
      const entry = library.at(path);
      if (entry && (entry.kind !== 'page' || entry.facts)) return [`- ${named(entry)}`];
      const title = library.titleOf(path);
      return title === null ? [] : [`- [${title}](${path})`];
    })
    .slice(0, mostLines);
  return lines.length === 0 ? '' : `${before}\n${lines.join('\n')}`;
}

const drafting = '/tools/template-generator';
const filling = '/tools/classic-template-generator';

/** One press that does it: a document is filled in, a product goes into the cart, a page is opened. */
function actTo(library: Library, path: string, { language, wants }: Found, message: string): Act | null {
  const say = sayIn(language);
  const entry = library.at(path);
  const title = library.titleOf(path);
  if (title === null) return null;
  if (entry?.kind === 'document') {
    // Who told who, what and how much has written the draft's request already.
    const isTold = wants.has('document') && /\d/.test(message) && message.length > 60;
    if (isTold && library.has(drafting)) return { label: say.draft, href: drafting, request: message };
    const slug = /^\/documents\/([\w-]+)$/.exec(entry.path)?.[1];
    const href = slug ? `${filling}?document=${slug}` : entry.path;
    if (href.startsWith(filling) && library.has(filling)) return { label: say.fillIn(title), href };
  }
  if (entry?.kind === 'product') {
    const product = /^\/product\/([\w-]+)$/.exec(entry.path)?.[1];
    return { label: say.toCart(title), href: entry.path, ...(product && { product }) };
  }
  return { label: say.open(title), href: path };
}

function excerpt({ title, text, facts, path }: Knowledge): string {
  const cut = text.length <= 420 ? text : `${text.slice(0, 420).replace(/(?<!\s)\s+\S*$/, '')} ...`;
  return `[${title}](${path})${facts ? ` (${facts})` : ''}: ${cut}`;
}

/** What comes near is offered and not asserted; where nothing does, it says so. */
function nothingWritten(library: Library, { hits, language }: Found): Answer {
  const say = sayIn(language);
  const near = hits.filter(isNear).slice(0, mostLines);
  const lines = linesTo(
    library,
    withoutDoubles(
      library,
      near.flatMap(({ thing }) => pathsOf(thing, true)),
    ),
    '',
    say.nearest,
  );
  const person = library.has('/contact') ? `${say.person} [Contact](/contact).` : '';
  return {
    reply: lines ? joined(say.unsure, lines, person) : joined(`${say.unknown(library.subjects)} ${person}`),
    ...(person && { act: { label: say.askPerson, href: '/contact' } }),
    isKnown: false,
  };
}
