import { contrast } from '#features/branding/rules/contrast.ts';

/** Colors with six digits in, colors with six digits out. */
const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** So much of one in the other: 0 is the other, 1 is the one. */
export function mixed(one: string, other: string, part: number): string {
  const to = channels(other);
  return `#${channels(one)
    .map((value, at) => Math.round(value * part + (to[at] ?? 0) * (1 - part)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The same hue, moved as little toward this ink as it takes to be read on all of these grounds. */
export function legible(color: string, grounds: readonly string[], ink: string, wanted = 4.5): string {
  for (let part = 100; part > 0; part -= 2) {
    const tried = mixed(color, ink, part / 100);
    if (grounds.every((ground) => contrast(tried, ground) >= wanted)) return tried;
  }
  return ink;
}
