import { kindWords, type KindWords } from './kind-words.ts';
import { folded } from './plain.ts';
import { type RuleScore, kindChoice, noKind } from './learnt/kinds.ts';
import { learnt } from './learnt/learnt.ts';
import { likely } from './learnt/weights.ts';
import { scenes } from './scenes.ts';
import { topicScore } from './topics.ts';

let compiled: { kind: KindWords; cues: { pattern: RegExp; weight: number }[] }[] | undefined;

const table = () =>
  (compiled ??= kindWords.map((kind) => ({
    kind,
    cues: [...kind.cues, ...(scenes[kind.slug] ?? [])].map(([source, weight]) => ({
      pattern: new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`, 'gu'),
      weight,
    })),
  })));

/** A kind that a request may mean: how likely by all that was learnt, and what the rules alone give it. */
export interface Ranked {
  kind: KindWords;
  chance: number;
  score: number;
}

const slugs = kindWords.map(({ slug }) => slug);

/** Which kinds a request may mean, the likeliest first, and how likely it names too little or no document of these. */
export function readKinds(
  request: string,
  weights = learnt(),
): { ranked: Ranked[]; vague: number; none: number } {
  const rules = ruleKinds(request);
  const chances = likely(weights, kindChoice(readRequest(request), slugs, rules));
  const ranked = kindWords
    .map((kind, at) => ({
      kind,
      chance: chances[at] ?? 0,
      score: rules.find(({ slug }) => slug === kind.slug)?.score ?? 0,
    }))
    .sort((a, b) => b.chance - a.chance || b.score - a.score);
  const [vague = 0, none = 0] = noKind.map((_, at) => chances[slugs.length + at]);
  return { ranked, vague, none };
}

export const rankKinds = (request: string): Ranked[] => readKinds(request).ranked;

/** What somebody says right before they name the thing they want. */
const asking =
  /\b(?:writ(?:e|ing)|draft|prepare|make|create|do me|generate|need|want|like|give me|please|pls|send|brauchen?|schreib\w*|erstell\w*|mocht\w*|bitte|will|voudrais|redige\w*|besoin d\w?|necesit\w+|quiero|haz\w*|escrib\w*) (?:(?:me|us|up|mir|uns|moi|to have|an?|the|our|my|some|eine?n?|une?|el|la|unos?) )*/g;

/** Before a paper that is there already, or belongs to somebody else: it is spoken of, not asked for. */
const mentioned =
  /(?:(?:[:,-] ?|\bfor |\bof )\d+ |\b(?:under|zum|unter|laut|gemass|au titre d[eu]|(?:add|added|annex|attached|comes?|belongs?|according) to|(?:addendum|amendment|annex|nachtrag|avenant|change)\b.{0,20} (?:to|zum|au)|to (?:our|the|my) (?:existing|current)|show(?:ing)?|see|after|following) (?:(?:an?|the|our|my|this|dem|der|unserem|notre|existing|current) )*)$/;

/** "Contract with Mia to write our newsletter": what somebody is hired to make is their work, and not the paper. */
const hired =
  /^(?!.{0,40}\b(?:amend|chang|end|terminat|cancel|addend|kundig|nachtrag|avenant|anul|modif))[^.!?]{0,40}\b(?:contract|agreement|vertrag|contrat|contrato)\b(?: (?:with|for|between|mit|zwischen|avec|entre|con|para)\b[^.!?]{0,60}?)?(?: (?:to|who|that|which|will|zum|zur|pour|para|der|die)|:|,) ?(?:will |the |die |der |la |el |a )?(?:(?:re)?(?:design|writ|build|mak|creat|draft|develop|produc|translat|edit|cod|gestalt|entwi|erstell|ubersetz|schreib|redig|conc|cre|tradu|escrib|disen|desarroll|redact)\w*) /;
const hire = { slug: 'contractor-agreement', weight: 8 };

/** A request as kinds are looked for in it, and where it begins to tell what somebody is hired to make. */
export function readRequest(request: string): { text: string; work: number } {
  const text = spelled(folded(request).slice(0, 4000));
  return { text, work: hired.exec(text)?.[0].length ?? Infinity };
}

/** Which kinds a request may mean by its cues, the likeliest first. What is named early, or right after asking, is what is wanted. */
export function ruleKinds(request: string): RuleScore[] {
  const { text, work } = readRequest(request);
  const starts = [0, ...[...text.matchAll(asking)].map((match) => match.index + match[0].length)].filter(
    (at) => at < work,
  );
  const ranked = table().map(({ kind, cues }) => {
    let score = topicScore(kind.slug, text.slice(0, work));
    if (work < Infinity && kind.slug === hire.slug) score += hire.weight;
    for (const { pattern, weight } of cues) {
      let best = 0;
      for (const { index } of text.matchAll(pattern)) {
        const near = Math.min(...starts.filter((at) => at <= index).map((at) => index - at));
        const asked = weight * (1 + 0.4 * Math.exp(-index / 40) + 0.8 * Math.exp(-near / 10));
        best = Math.max(
          best,
          index >= work || mentioned.test(text.slice(Math.max(0, index - 40), index)) ? asked * 0.4 : asked,
        );
      }
      score += best;
    }
    return { slug: kind.slug, score };
  });
  return ranked.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

// The words by which documents are asked for, and those that only look like a slip of one of them.
const askedFor =
  'quote contract agreement confidentiality disclosure freelancer freelance contractor consultant invoice reminder quotation estimate proposal amendment termination retainer statement privacy policy contributor employment founders landing readme launch release calendar newsletter onboarding interview procedure mutual customer assignment copyright subscription rechnung vertrag kundigung angebot mahnung facture devis contrat factura contrato presupuesto'.split(
    ' ',
  );
const known = new Set([
  ...askedFor,
  ...'contact contacts content contracts agreements invoices invoiced quotations estimates proposals proposed customers contractors freelancers retained release released releases founder polices launched interviews contrast contracted estimated reminders reminded calendars contrats contratos angebote'.split(
    ' ',
  ),
]);

/** Slips of the pen in long words, put right: one letter wrong, missing, too many, or two of them swapped. */
const spelled = (text: string): string =>
  text.replace(/[a-z]{5,}/g, (word) =>
    known.has(word)
      ? word
      : (askedFor.find((right) =>
          word.length > 5
            ? right.length > 5 && isSlip(word, right, right.length >= 9 ? 2 : 1)
            : isMixed(word, right),
        ) ?? word),
  );

/** The same letters in another order: in a short word any other slip may be another word. */
const isMixed = (word: string, right: string): boolean =>
  word !== right && word[0] === right[0] && [...word].sort().join('') === [...right].sort().join('');

/** Whether one becomes the other by at most so many slips. */
function isSlip(word: string, right: string, most: number): boolean {
  if (word[0] !== right[0] || Math.abs(word.length - right.length) > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const isSame = word[i - 1] === right[j - 1];
      const isSwapped = i > 1 && j > 1 && word[i - 1] === right[j - 2] && word[i - 2] === right[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = row;
    row = next;
  }
  return (row[right.length] ?? Infinity) <= most;
}

/** A document of the operator's own, found by the words of its title. */
export function byTitle(
  request: string,
  entries: { slug: string; title: string; short: string }[],
): string | null {
  const asked = new Set(folded(request).split(/[^\p{L}\p{N}]+/u));
  const share = ({ title, short }: { title: string; short: string }): number =>
    Math.max(
      ...[title, short].map((name) => {
        const words = folded(name)
          .split(/[^\p{L}\p{N}]+/u)
          .filter((word) => word.length > 2 && !/^(?:agreement|contract|and|the|for)$/.test(word));
        return words.length === 0 ? 0 : words.filter((word) => asked.has(word)).length / words.length;
      }),
    );
  const best = entries
    .map((entry) => ({ slug: entry.slug, share: share(entry) }))
    .sort((a, b) => b.share - a.share)[0];
  return best && best.share >= 0.6 ? best.slug : null;
}
