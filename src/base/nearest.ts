/** The known words that were probably meant: those with the fewest changes, compared without case. */
export function nearest(word: string, known: Iterable<string>, most = 1): string[] {
  const tolerated = Math.max(2, Math.floor(word.length / 3));
  return [...known]
    .map((candidate) => ({ candidate, changes: changesBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ changes }) => changes <= tolerated)
    .sort((a, b) => a.changes - b.changes)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** How many letters must be put in, taken out or replaced (Levenshtein). */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
