import type { Knowledge } from '#base/knowledge.ts';
import { wordsOf } from '#base/finder/stems.ts';
import { notSpokenOf } from './conditions.ts';
import type { Act, ChatAnswer, Turn } from './contract.ts';
import type { Intent } from './intent.ts';
import { type Advice, type Found, type Library, placeOf } from './library.ts';
import { passageIn } from './passage.ts';
import { isWordForWord, type Ranked } from './ranking.ts';
import { sayIn } from './say.ts';

// Over questions that neither the ranking nor the words had seen, one answer in six was wrong above the first bar, and of
// those above the second, one in thirteen: between the two it says that it may be mistaken. Below the last, what comes near
// is no more than what lies nearest.
const sure = 0.43;
const fairlySure = 0.6;
const notFar = 0.2;
/** An answer that is this sure is not followed by what else may be meant. */
const certain = 0.8;
const mostLines = 4;
const mostOffers = 3;
const mostSmallTalk = 6;
/** Less likely than this, nobody means it. */
const leastChance = 0.02;

export interface Answer extends ChatAnswer {
  /** Whether something was found that answers it. */
  isKnown: boolean;
}

/** What the hub itself answers, from what is written down in it: the answer first, then where to go on, then one act. */
export function answerTo(library: Library, message: string, context: readonly Turn[] = []): Answer {
  const found = library.find(message, context);
  const [first, ...rest] = found.hits;
  const byWish = answerOfWish(library, found, message);
  const isSure = first !== undefined && found.sureness >= sure;
  // A wish that is answered by itself, while what is talked about may be something else.
  if (byWish)
    return written(library, byWish, found, byWish.wish === 'talk' || isSure ? [] : found.hits, message);
  if (!first || !isSure) return nothingWritten(library, found);
  const others = found.sureness >= certain ? [] : rest;
  return 'advice' in first.thing
    ? written(library, first.thing.advice, found, others, message)
    : known(library, first.thing.known, found, others, message);
}

/** Whether it is an answer because nothing comes nearer, and not because it is meant for sure. A wish is no guess. */
const isGuess = ({ hits: [first], sureness }: Found, answer: Advice | Knowledge): boolean =>
  sureness < fairlySure &&
  first !== undefined &&
  ('advice' in first.thing ? first.thing.advice : first.thing.known) === answer &&
  !('wish' in answer && answer.wish !== null);

/** An operator's own answers may be in their visitors' language from the first. */
const isEnglishOnly = (library: Library, { body, translated }: Advice, language: string): boolean =>
  language !== 'en' && !translated.has(language) && library.languageOf(body) === 'en';

/** Some wishes are answered by themselves: what is talked about comes second, or is nothing. */
function answerOfWish(
  library: Library,
  { hits, wants, isTalk, sureness }: Found,
  message: string,
): Advice | null {
  const [first] = hits;
  // Word for word one of the ways to ask for it, of the operator's own answers too.
  if (first && 'advice' in first.thing && isWordForWord(first)) return first.thing.advice;
  const isMeant = first !== undefined && sureness >= sure;
  const best = (wish: Intent): Advice | null => {
    const own = library.forWish(wish);
    const hit = hits.find(({ thing }) => 'advice' in thing && thing.advice.wish === wish);
    return (hit && 'advice' in hit.thing ? hit.thing.advice : null) ?? own[0] ?? null;
  };
  // A word of thanks or praise in a story is no small talk.
  const isSmall =
    wants.has('talk') && wants.size === 1 && !isMeant && wordsOf(message).length <= mostSmallTalk;
  if (isTalk || isSmall) return closest(message, library.forWish('talk'));
  if (isMeant) return null;
  if (wants.has('person')) return best('person');
  if (wants.has('ideas') && !wants.has('document')) return best('ideas');
  // Who is angry at somebody else tells a story, and is asked back.
  if (
    wants.has('complaint') &&
    hits.slice(0, mostOffers).some(({ thing }) => 'advice' in thing && thing.advice.wish === 'complaint')
  )
    return best('complaint');
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
  others: readonly Ranked[],
  message: string,
): Answer {
  const say = sayIn(found.language);
  const own = advice.translated.get(found.language);
  const places = withoutDoubles(library, advice.links);
  const to = places[0];
  // The press says where it leads, and not what it costs there.
  const rest = to !== undefined && library.at(to)?.facts ? places : places.slice(1);
  const act = to === undefined ? null : actTo(library, to, found, message);
  const body = filled(own?.body ?? advice.body, library);
  const isForeign = advice.wish !== 'talk' && isEnglishOnly(library, advice, found.language);
  const intro = [
    found.wants.has('complaint') && say.sorry,
    isGuess(found, advice) && say.perhaps,
    isForeign && say.inEnglish,
  ].filter(Boolean);
  // What is said of this hub holds everywhere.
  const open =
    advice.page === null && advice.wish === null
      ? notSpokenOf(library.conditions, message, `${advice.title} ${advice.body}`, found.language)
      : [];
  const offers = offersOf(
    others.filter(({ thing }) => !('advice' in thing && thing.advice === advice)),
    found.language,
  );
  return {
    reply: joined(
      intro.join(' '),
      body,
      open.length > 0 ? say.notCovered(open.join(', ')) : '',
      linesTo(library, rest, body, say.also),
      offerLines(offers, say.orElse),
    ),
    ...(act && { act }),
    ...(offers.length > 0 && { offers: offers.map(({ title }) => title) }),
    isKnown: true,
  };
}

function known(
  library: Library,
  entry: Knowledge,
  found: Found,
  others: readonly Ranked[],
  message: string,
): Answer {
  const say = sayIn(found.language);
  const act = actTo(library, entry.path, found, message);
  const passage = entry.kind === 'document' ? null : passageIn(entry.text, message, library);
  const about = joined(
    isGuess(found, entry) ? say.perhaps : say.fits,
    entry.kind === 'page'
      ? passage
        ? `[${entry.title}](${entry.path}): ${passage}`
        : excerpt(entry)
      : named(entry),
    entry.kind === 'product' && passage && !entry.summary.includes(passage) ? passage : '',
  );
  const offers = offersOf(others, found.language);
  return {
    reply: joined(about, offerLines(offers, say.orElse)),
    ...(act && { act }),
    ...(offers.length > 0 && { offers: offers.map(({ title }) => title) }),
    isKnown: true,
  };
}

interface Offer {
  title: string;
  path: string | null;
}

/** What may be meant, by the title under which it is asked for. */
function offersOf(hits: readonly Ranked[], language: string): Offer[] {
  const seen = new Set<string>();
  return hits
    .filter(
      ({ chance, thing }) => chance >= leastChance && !('advice' in thing && thing.advice.wish === 'talk'),
    )
    .map(({ thing }) => ({
      title: ('advice' in thing && thing.advice.translated.get(language)?.title) || thing.title,
      path: 'known' in thing ? thing.known.path : null,
    }))
    .filter(({ title }) => !seen.has(title) && seen.add(title))
    .slice(0, mostOffers);
}

const offerLines = (offers: readonly Offer[], before: string): string =>
  offers.length === 0
    ? ''
    : `${before}\n${offers.map(({ title, path }) => (path ? `- [${title}](${path})` : `- **${title}**`)).join('\n')}`;

/** "{{/plans}}" stands for what that page costs and holds at the moment: a figure in a written answer grows old. */
const filled = (body: string, library: Library): string =>
  body.replace(/\{\{(\/[\w/-]*)\}\}/g, (_, path: string) => library.at(path)?.facts ?? '');

const joined = (...parts: string[]): string => parts.filter(Boolean).join('\n\n');

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
function nothingWritten(library: Library, { hits, language, sureness }: Found): Answer {
  const say = sayIn(language);
  const offers = offersOf(hits, language);
  const person = library.has('/contact') ? `${say.person} [Contact](/contact).` : '';
  const isNear = offers.length > 0 && sureness >= notFar;
  return {
    reply: isNear
      ? joined(say.unsure, offerLines(offers, say.nearest), person)
      : joined(`${say.unknown(library.subjects)} ${person}`, offerLines(offers, say.nearest)),
    ...(person && { act: { label: say.askPerson, href: '/contact' } }),
    ...(offers.length > 0 && { offers: offers.map(({ title }) => title) }),
    isKnown: false,
  };
}
