import { type Attack, attacksOn, textOf } from './attack.ts';

export interface Slow {
  attack: Attack;
  /** Milliseconds for a text of so many letters. */
  length: number;
  milliseconds: number;
}

const [short, middle, long] = [26, 250, 3000];

/** A text on which this pattern takes more than its length, or null where none was found. */
export function slowest(source: string, flags: string, most?: number): Slow | null {
  const pattern = new RegExp(source, flags);
  if (!/[*+]|\{\d+,\}|\{\d+,\d{3,}\}/.test(source)) return null;
  for (const attack of attacksOn(source, flags)) {
    // Where each letter doubles the time, a longer text would never end.
    if (timeOf(pattern, textOf(attack, short)) > 20 && best(pattern, attack, short) > 20)
      return { attack, length: short, milliseconds: best(pattern, attack, short) };
    // Some are only ever asked about so much: then that is what counts.
    if (most !== undefined) {
      if (timeOf(pattern, textOf(attack, most)) < 4) continue;
      const bounded = best(pattern, attack, most);
      if (bounded > 4) return { attack, length: most, milliseconds: bounded };
      continue;
    }
    // By the third power three thousand letters would take minutes.
    const length = timeOf(pattern, textOf(attack, middle)) > 2 ? middle : long;
    if (timeOf(pattern, textOf(attack, length)) < 0.8) continue;
    const once = best(pattern, attack, length);
    const twice = best(pattern, attack, 2 * length);
    if (twice < 1.6 || twice < 2.9 * once) continue;
    return { attack, length: 2 * length, milliseconds: twice };
  }
  return null;
}

const best = (pattern: RegExp, attack: Attack, length: number): number => {
  const text = textOf(attack, length);
  return Math.min(...Array.from({ length: 3 }, () => timeOf(pattern, text)));
};

function timeOf(pattern: RegExp, text: string): number {
  const started = performance.now();
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
  return performance.now() - started;
}
