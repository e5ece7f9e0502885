import type { Finder, Thing } from '#base/finder/finder.ts';
import { isMeaning, type Said, saidIn, type Words } from '#base/finder/words.ts';
import { folded } from './plain.ts';
import { type Found, kindChoice, noKind, type Read } from './learnt/kinds.ts';
import { learnt, taught } from './learnt/learnt.ts';
import { likely } from './learnt/weights.ts';

/** A document as it is found: by what it says of itself. */
export interface KnownDocument extends Thing {
  slug: string;
  /** As it is called among others: "Mutual NDA". */
  short: string;
  /** US cents; 0 is free. */
  price: number;
  /** How many documents come for this one price. */
  pack?: number | undefined;
}

/** "Contract with Mia to write our newsletter": what somebody is hired to make is their work, and not the paper. */
const hired =
  /^(?!.{0,40}\b(?:amend|chang|end|terminat|cancel|addend|kundig|nachtrag|avenant|anul|modif))[^.!?]{0,40}\b(?:contract|agreement|vertrag|contrat|contrato)\b(?: (?:with|for|between|mit|zwischen|avec|entre|con|para)\b[^.!?]{0,60}?)?(?:(?: (?:to|who|that|which|will|zum|zur|pour|para|der|die)|:|,) ?(?:will |the |die |der |la |el |a )?(?:(?:re)?(?:design|writ|build|mak|creat|draft|develop|produc|translat|edit|cod|gestalt|entwi|erstell|ubersetz|schreib|redig|conc|cre|tradu|escrib|disen|desarroll|redact)\w*)|,? (?:she|he|who|sie|er|elle|il|ella) (?!is|has|gets|wants|needs|must|keeps?|starts?|says|owes|ist|hat|est|a |es )[a-z]{3,}) /;

/** A request as its document is looked for: what it means, and what the finder makes of it. */
export function readRequest(request: string, finder: Finder<KnownDocument>): Read {
  const whole = folded(request).slice(0, 4000);
  const work = hired.exec(whole)?.[0].length;
  const text = whole.slice(0, work);
  const said = saidIn(text, finder.words);
  const meanings = said.flat().filter(isMeaning);
  return {
    text,
    isHired: work !== undefined,
    said: meanings,
    aside: new Set(meanings.filter((one) => finder.words.aside.has(one))).size,
    named: new Map(
      finder.things.flatMap((thing) => {
        const at = placeOf(namesOf(thing, finder.words), said);
        return at < 0 ? [] : [[thing.slug, at]];
      }),
    ),
    found: finder
      .find(text)
      .map(({ thing, score, coverage, alike }) => ({ slug: thing.slug, score, coverage, alike })),
  };
}

const names = new WeakMap<KnownDocument, Said[][]>();

function namesOf(thing: KnownDocument, words: Words): Said[][] {
  const known = names.get(thing) ?? [thing.title, thing.short].map((name) => saidIn(name, words));
  names.set(thing, known);
  return known;
}

/** Before which word of a text one of these names stands whole; -1: nowhere. */
function placeOf(all: readonly Said[][], said: readonly Said[]): number {
  return said.findIndex((_, at) =>
    all.some(
      (name) =>
        name.length > 0 &&
        name.every((one, nth) => said[at + nth]?.some((word) => one.includes(word)) ?? false),
    ),
  );
}

export interface Ranked {
  slug: string;
  /** How likely it is meant, by all that was learnt. */
  chance: number;
}

/** Which documents a request may mean, the likeliest first, and how likely it names too little or none of these. */
export function readKinds(
  request: string,
  finder: Finder<KnownDocument>,
  weights = learnt(),
): { ranked: Ranked[]; found: readonly Found[]; vague: number; none: number } {
  const read = readRequest(request, finder);
  const slugs = finder.things.map(({ slug }) => slug);
  const isUntaught = (slug: string) => !taught.has(slug);
  // That none is meant was learnt where these were not there, too.
  const leads = read.found[0] !== undefined && isUntaught(read.found[0].slug);
  const counts = [
    ...slugs.map((slug) => (isUntaught(slug) ? untaughtCounts : 1)),
    ...noKind.map(() => (leads ? 1 / untaughtCounts : 1)),
  ];
  const chances = likely(weights, kindChoice(read, slugs, isUntaught)).map(
    (chance, at) => chance * (counts[at] ?? 1),
  );
  const whole = chances.reduce((sum, one) => sum + one, 0);
  const ranked = slugs
    .map((slug, at) => ({ slug, chance: (chances[at] ?? 0) / whole }))
    .sort((a, b) => b.chance - a.chance);
  const [vague = 0, none = 0] = noKind.map((_, at) => (chances[slugs.length + at] ?? 0) / whole);
  return { ranked, found: read.found, vague, none };
}

/** What was learnt speaks for what it was learnt of. Found by teaching all documents but one, then asking for that. */
const untaughtCounts = 32;
