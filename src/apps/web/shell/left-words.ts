import type { Left } from '#platform/web/offers.ts';

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "Two documents and a cart were left on this device", and what is said of those that could not be added. */
export function saidOf(left: readonly Left[]): { title: string; stays: string; isMany: boolean } {
  const counts = new Map<string, { noun: Left['noun']; count: number }>();
  for (const { noun, names } of left) {
    const known = counts.get(noun[0])?.count ?? 0;
    counts.set(noun[0], { noun, count: known + names.length });
  }
  const parts = [...counts.values()].map(({ noun: [one, many], count }) =>
    count === 1 ? `${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}` : `${words[count] ?? count} ${many}`,
  );
  const all = new Intl.ListFormat('en').format(parts);
  const isMany = [...counts.values()].reduce((sum, { count }) => sum + count, 0) > 1;
  const begun = `${all.charAt(0).toUpperCase()}${all.slice(1)}`;
  return {
    title: `${begun} ${isMany ? 'were' : 'was'} left on this device`,
    stays: `${begun} couldn’t be added, because you already have ${isMany ? 'them' : 'one'}. ${isMany ? 'They stay' : 'It stays'} on this device.`,
    isMany,
  };
}
