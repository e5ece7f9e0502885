import type { Inline, Node } from './template.ts';

type Sub = Extract<Node, { n: 'sub' }>;

/** A clause's numbered parts, of every branch. */
export const subsOf = (nodes: Node[]): Sub[] =>
  nodes.flatMap((node) =>
    node.n === 'sub' ? [node] : node.n === 'if' ? node.branches.flatMap(({ body }) => subsOf(body)) : [],
  );

/**
 * By which name references know each line of a changed clause: that of the part it was, by its words. A part whose condition
 * does not hold has no line, so counting would give its name to the next one.
 */
export function lineNames(lines: readonly string[], parts: readonly Sub[]): string[] {
  const known = parts.map(({ words }) => wordsIn(textOf(words)));
  const partOf: (number | null)[] = [];
  let from = 0;
  for (const line of lines) {
    const at = likest(wordsIn(line), known, from);
    partOf.push(at);
    if (at !== null) from = at + 1;
  }
  // What was rewritten from the ground up is the next named part before the one that follows.
  const taken = new Set(partOf);
  return partOf.map((at, index) => {
    if (at !== null) return parts[at]?.id ?? '';
    const after = partOf.slice(0, index).findLast((one) => one !== null) ?? -1;
    const before = partOf.slice(index).find((one) => one !== null) ?? parts.length;
    const free = parts.findIndex(
      ({ id }, part) => part > after && part < before && id !== '' && !taken.has(part),
    );
    taken.add(free);
    return parts[free]?.id ?? '';
  });
}

function likest(line: Set<string>, known: readonly Set<string>[], from: number): number | null {
  let best: number | null = null;
  let most = 0;
  for (let at = from; at < known.length; at++) {
    const part = known[at] ?? new Set<string>();
    const shared = [...line].filter((word) => part.has(word)).length;
    const share = shared / (line.size + part.size - shared);
    if (shared * 2 >= line.size && share > most) [best, most] = [at, share];
  }
  return best;
}

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu));

/** All that it may say, whatever is answered. */
const textOf = (words: Inline[]): string =>
  words
    .map((inline) => {
      if (inline.i === 'text' || inline.i === 'term') return inline.text;
      if (inline.i === 'field') return inline.path;
      if (inline.i === 'ref') return inline.id;
      return inline.i === 'break' ? ' ' : inline.branches.map(({ body }) => textOf(body)).join(' ');
    })
    .join('');
