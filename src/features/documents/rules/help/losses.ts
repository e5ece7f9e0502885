/** What guards a rewritten text, whoever wrote it: what it may not lose, and what its reader must look at before taking it. */

const precious =
  /\{\{[^{}]*\}\}|\[\[?[^[\]]+\]\]?|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}|https?:\/\/[^\s]+|(?:[$€£¥]\s?)?\d(?:[.,]*\d)*(?:(?:[-\s](?:calendar |business |working )?)?(?:%|per ?cent\b|[$€£¥]|(?:minute|hour|day|week|month|quarter|year|euro|dollar|pound)s?\b))?/gi;

/** "30 days" and "30-day" are one figure, as "8%" and "8 per cent" are. */
const meant = (one: string): string =>
  /^[$€£¥\d]/.test(one)
    ? one
        .toLowerCase()
        .replace(/(?<=\p{L}{3})s$/u, '')
        .replace(/[-\s]+/g, ' ')
        .replace(/ ?per ?cent$| %$/, '%')
        .replace(/^([$€£¥]) | ([$€£¥])$/, '$1$2')
    : one;

/** What of the one list the other has not, as often as it stands there. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of other) left.set(meant(one), (left.get(meant(one)) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(meant(one)) ?? 0;
    left.set(meant(one), count - 1);
    return count <= 0;
  });
}

const preciousIn = (text: string): string[] => text.match(precious) ?? [];

/** What a change would lose: placeholders, references, addresses, figures with their units. Empty when it may be taken. */
export const lost = (before: string, after: string): string[] =>
  without(preciousIn(before), preciousIn(after));

/** Words that turn a sentence round or say what must and what may be. */
const turning =
  /(?<![\p{L}\p{N}])(?:not|cannot|\p{L}{2,10}n['’]t|no|none|never|nobody|nothing|neither|nor|unless|except|exception|without|only|shall|must|may|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|half|twice)(?![\p{L}\p{N}])/gu;
const turningIn = (text: string): string[] =>
  (
    text.replace(/(?<=^|[.!?:;)]\s)\p{Lu}(?=\p{Ll})/gmu, (first) => first.toLowerCase()).match(turning) ?? []
  ).map((word) => (/(?:^cannot|n['’]t)$/.test(word) ? 'not' : word === 'exception' ? 'except' : word));

/** Names and defined terms: words with a capital that does not come from the start of a sentence. */
const named = /(?<=[\p{L}\p{N},“”"‘’«»] |[(“"‘«])\p{Lu}[\p{L}\p{N}&-]*/gu;
const capitals = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}&-]*/gu;
const quoted = /“[^“”]{1,200}”|"[^"\n]{1,200}"/g;

function namesGone(before: string, after: string): string[] {
  const there = new Set(after.match(capitals));
  const quotes = new Set((after.match(quoted) ?? []).map((one) => one.slice(1, -1)));
  return [
    ...(before.match(quoted) ?? []).filter((one) => !quotes.has(one.slice(1, -1))),
    ...(before.match(named) ?? []).filter((one) => one.length > 1 && !there.has(one)),
  ];
}

export interface Changes {
  gone: string[];
  added: string[];
}

/** Names, quotations, negations and duties that are not the same any more: it may be taken, by whoever has read it. */
export function changesIn(before: string, after: string): Changes {
  const [was, is] = [before, after].map((text) => text.replace(/\{\{[^{}]*\}\}|\[\[[^[\]]*\]\]/g, 'x'));
  const gone = (from = '', to = ''): string[] => [
    ...new Set([...without(turningIn(from), turningIn(to)), ...namesGone(from, to)]),
  ];
  return { gone: gone(was, is), added: [...new Set([...lost(after, before), ...gone(is, was)])] };
}
