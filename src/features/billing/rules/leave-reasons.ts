// Apart from the contract, so that a screen knows them without the schemas.

/** Why somebody leaves, where they want to say it. */
export const leaveReasons = {
  price: 'It costs too much',
  unused: 'I don’t use it enough',
  missing: 'It’s missing something I need',
  trouble: 'It doesn’t work well',
  done: 'My project ended',
  other: 'Something else',
} as const;
export type LeaveReason = keyof typeof leaveReasons;

/** What leavers said, for the operator: how many gave which reason, and each one's own words. */
export function leavingWords(said: readonly string[]): string[] {
  const of = (id: string) => said.filter((each) => each === id || each.startsWith(`${id}: `));
  return Object.entries(leaveReasons)
    .map(([id, words]) => ({ words, given: of(id), own: of(id).map((each) => each.slice(id.length + 2)) }))
    .filter(({ given }) => given.length > 0)
    .toSorted((one, other) => other.given.length - one.given.length)
    .flatMap(({ words, given, own }) => [
      `Left: ${words}, ${given.length}`,
      ...own.filter(Boolean).map((each) => `      "${each}"`),
    ]);
}
