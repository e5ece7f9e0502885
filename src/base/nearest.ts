/** The known words most likely meant: those with the fewest changes, ignoring case. */
export function nearest(word: string, known: Iterable<string>, most = 1): string[] {
  const tolerated = Math.max(2, Math.floor(word.length / 3));
  return [...known]
    .map((candidate) => ({ candidate, changes: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ changes }) => changes <= tolerated)
    .sort((a, b) => a.changes - b.changes)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The number of typos between two words: a letter wrong, missing or extra, or two swapped. */
export function slipsBetween(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(
        Math.min(
          (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1),
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
