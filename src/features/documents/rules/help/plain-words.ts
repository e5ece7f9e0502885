/**
 * Plainer words for a text, without a model. Each phrase means the same as what comes in its place wherever it is taken:
 * where the words around it leave a doubt, nothing is proposed. Terms of law are not in the table: "shall", "terminate",
 * "subject to", "hereby", "any and all" and their like say more than a plain word for them would.
 */
interface Phrase {
  say: string;
  by: string;
  /** Taken only at the start of a sentence, or there and after a comma. */
  at?: 'start' | 'lead';
  /** What has to stand right before it, and what must not. */
  before?: RegExp;
  notBefore?: RegExp;
  /** What has to follow. */
  next?: RegExp;
  /** What must not come in the rest of the sentence. */
  unless?: RegExp;
}

/** "A lien prior to" ranks above it; in "prior and subsequent to" one word hangs on the other. */
const ranked =
  /\b(?:rank(?:s|ed|ing)?|secured|(?:lien|charge|mortgage|pledge|interest|encumbrance|claim|right|debt|condition)s?|(?<!\bon )(?:and|or)) $/i;
const subject =
  /^ (?:(?:the|an?|any|this|these|those|such|each|every|all|both|either|neither|one|no(?! (?:later|earlier|sooner|more|less|fewer|longer)\b)|its|their|your|our|his|her|it|they|you|we|he|she|there) |\{\{|\p{Lu})/u;
/** A second part that hangs on the same words: "in the event that … or that …". */
const second = /(?:,|\b(?:and|or|but|nor)) (?:(?:\w+ ){0,2}that|of)\b/;
/** "The fact that … and a strike": the second part may hang on the fact or on its clause. */
const joined =
  /^[^,;:]*\b(?:(?<!\beach )and|or|but|nor|plus|as well)\b|,? (?:and|or|but|nor) (?:to|(?:\w+ ){0,2}that|of)\b|, (?:\w+ ){0,2}that\b/;
const lawsuit =
  /\b(?:proceedings?|actions?|suits?|lawsuits?|arbitrations?|litigation|claims?|insolvency|bankruptcy|winding|liquidation|enforcement|legal|court|mediation|trial)\b/i;

const phrases: Phrase[] = [
  { say: 'prior to', by: 'before', notBefore: ranked, next: /^(?! be\b)/ },
  { say: 'subsequent to', by: 'after', notBefore: ranked, next: /^(?! be\b)/ },
  ...['any', 'any given', 'this', 'that'].map((which) => ({
    say: `at ${which} point in time`,
    by: `at ${which} time`,
  })),
  // "For two days at a later date" is not "two days later".
  {
    say: 'at a later date',
    by: 'later',
    notBefore: /\b(?:minute|hour|day|week|month|quarter|year|time|much|any|no)s? $/i,
    next: /^(?:[.,;)\n]|$)/,
  },
  { say: 'by no later than', by: 'no later than' },
  { say: 'by not later than', by: 'not later than' },
  {
    say: 'during the course of',
    by: 'during',
    next: /^ (?:the|this|each) (?:agreement|contract|engagement|month|project|services|term|work|year)\b/i,
  },
  { say: 'commence', by: 'begin', notBefore: lawsuit, unless: lawsuit },
  { say: 'commences', by: 'begins', notBefore: lawsuit, unless: lawsuit },
  { say: 'in the event that', by: 'if', at: 'lead', next: subject, unless: second },
  { say: 'in order to', by: 'to', at: 'start', next: /^ (?!(?:the|an?) )\p{Ll}/u },
  ...['due to', 'owing to', 'in view of', 'in light of'].map((why): Phrase => ({
    say: `${why} the fact that`,
    by: 'because',
    at: 'lead',
    unless: joined,
  })),
  { say: 'despite the fact that', by: 'although', at: 'lead', unless: joined },
  { say: 'in spite of the fact that', by: 'although', at: 'lead', unless: joined },
  { say: 'with the exception of', by: 'except for', at: 'lead' },
  { say: 'as to whether', by: 'whether', before: /\b(?:questions?|doubts?|decides?) $/i },
  {
    say: 'upon',
    by: 'on',
    notBefore: /\b(?:agreed|relied|based|acted|decided|called|insisted|depend\w*|rel(?:y|ies|ying)|once) $/i,
    next: /^ (?:written )?(?:acceptance|arrival|completion|delivery|expiry|payment|receipt|request|signature|signing)\b/i,
  },
  ...['s', 'z'].flatMap((letter) => [
    { say: `utili${letter}e`, by: 'use' },
    { say: `utili${letter}es`, by: 'uses' },
    { say: `utili${letter}ing`, by: 'using' },
  ]),
  {
    say: 'in the amount of',
    by: 'of',
    before: /\b(?:deposit|fee|fine|payment|penalty|retainer)s? $/i,
    next: /^ (?:[\d$€£¥]|\{\{|[A-Z]{3} ?\d)/,
  },
  {
    say: 'per annum',
    by: 'a year',
    before: /(?:\d ?%|\bper ?cent) $/,
    next: /^(?:[.,;:)\n]|$| (?:above|and|for|from|on|or|over|until)\b)/,
  },
  { say: 'inter alia', by: 'among other things' },
  { say: 'amongst', by: 'among' },
  { say: 'whilst', by: 'while' },
];

/** What only adds length. A sentence goes on with the word after it, so that one is named. */
const filler: Phrase[] = [
  {
    say: 'each and every',
    by: 'each',
    notBefore: /(?:,|\b(?:not|nearly|almost|virtually|any|and|or)) $/i,
    next: /^ (?!(?:\w+ )?(?:accident|claim|event|incident|loss|losses|occurrence|other)s?\b)/i,
  },
  ...['please note that', 'it is important to note that'].flatMap((note) =>
    ['the', 'a', 'an', 'any', 'this', 'these', 'all', 'each', 'no', 'if', 'it', 'we', 'you'].map(
      (first): Phrase => ({ say: `${note} ${first}`, by: first, at: 'start', unless: second }),
    ),
  ),
];

/** Placeholders, references, and what is quoted (to the end, where a quotation stays open); else a word. */
const piece =
  /\{\{[^{}]*\}\}|\[[^[\]]*\]|“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)|(?<!\d)"[^"]*(?:"|$)|(?<![\p{L}\p{N}])['‘][^\n]*?(?:['’](?![\p{L}\p{N}])|\n|$)|(?<=^|[\s(])[a-z]+/giu;
const ends = /^(?:$|[\s),;:!?]|\.(?:\s|$))/;
const start = /(?:^|\n)(?:[->•] )?$|[.!?)] $/;
const mostBefore = 60;
const mostAfter = 600;

/** To the end of the sentence; null where that is too far away to be sure. */
function restOf(text: string, from: number): string | null {
  const ahead = text.slice(from, from + mostAfter);
  const end = /\n|[.!?](?= *(?:\n|$)| +\P{Ll})/u.exec(ahead)?.index;
  return end === undefined ? (from + mostAfter < text.length ? null : ahead) : ahead.slice(0, end);
}

function fits(phrase: Phrase, text: string, at: number, found: string): boolean {
  const before = text.slice(Math.max(0, at - mostBefore), at);
  const isStart = found !== phrase.say;
  const end = at + found.length;
  if (isStart && !start.test(before)) return false;
  // "Utilise Solar Ltd" is somebody's name.
  if (isStart && !found.includes(' ') && /^ \p{Lu}/u.test(text.slice(end, end + 3))) return false;
  if (phrase.at && !isStart && !(phrase.at === 'lead' && before.endsWith(', '))) return false;
  if (phrase.before?.test(before) === false || phrase.notBefore?.test(before)) return false;
  if (phrase.next?.test(text.slice(end, end + mostBefore)) === false) return false;
  if (!phrase.unless) return true;
  const rest = restOf(text, end);
  return rest !== null && !phrase.unless.test(rest);
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

type Rewriter = (text: string, from: number, to: number) => string;

function rewriter(table: readonly Phrase[]): Rewriter {
  const byFirst = new Map<string, Phrase[]>();
  for (const phrase of table) {
    const first = phrase.say.replace(/ .*/, '');
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
  }
  return (text, from, to) => {
    let made = '';
    let done = 0;
    for (const { 0: first, index: at } of text.matchAll(piece)) {
      if (at < done) continue;
      for (const phrase of byFirst.get(first.toLowerCase()) ?? []) {
        const end = at + phrase.say.length;
        const found = text.slice(at, end);
        if (at < from || end > to || found.slice(1) !== phrase.say.slice(1)) continue;
        if (!ends.test(text.slice(end, end + 2)) || !fits(phrase, text, at, found)) continue;
        made += text.slice(done, at) + (found === phrase.say ? phrase.by : capital(phrase.by));
        done = end;
        break;
      }
    }
    return made + text.slice(done);
  };
}

export const plainRules = [...phrases, ...filler].map(({ say, by }) => ({ say, by }));
const [plainer, shorter] = [rewriter(phrases), rewriter([...phrases, ...filler])];

interface Wish {
  /** Also fewer words. */
  short: boolean;
  /** What stands before and after it, where it is a part: what a phrase means may depend on that. */
  around?: readonly [before: string, after: string] | undefined;
}

/** Plainer words; the same text where there is nothing sure to propose. */
export function plainWords(text: string, { short, around: [before, after] = ['', ''] }: Wish): string {
  let whole = before + text + after;
  // What one change leaves may be what another one looks for: taken twice, a proposal must be taken once.
  for (let times = 0; times < 4; times++) {
    const made = (short ? shorter : plainer)(whole, before.length, whole.length - after.length);
    if (made === whole) break;
    whole = made;
  }
  return whole.slice(before.length, whole.length - after.length);
}
