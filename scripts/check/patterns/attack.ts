import { type Part, parsePattern, setsOf } from './parse.ts';

export interface Attack {
  /** The text is `before`, then `pump` over and over, then `after`. */
  before: string;
  pump: string;
  after: string;
}

export const textOf = ({ before, pump, after }: Attack, length: number): string =>
  before + pump.repeat(Math.max(1, Math.floor(length / pump.length))) + after;

// One letter of each kind that patterns tell apart.
const alphabet = [
  ...'aAzZ059 \t\n\0"\'`<>()[]{}!?#$%&*+,-./:;=@\\^_|~',
  ...'\u00a0\u00adéßŁ“”–€深あ한ا\u0301💥',
];
const mostPumps = 14;
const mostAttacks = 700;

/**
 * Texts on which a pattern would take long, if it can: each of its repeats is filled with what it takes, alone and in
 * pairs, after all that stands before it, and what stands before it is itself said over and over.
 */
export function attacksOn(source: string, flags: string): Attack[] {
  const tree = parsePattern(source);
  const unicode = flags.includes('v') ? 'v' : flags.includes('u') ? 'u' : '';
  const insensitive = flags.includes('i') ? 'i' : '';
  const members = new Map<string, Set<string>>();
  for (const set of setsOf(tree)) {
    const one = new RegExp(`^${set}$`, unicode + insensitive + (flags.includes('s') ? 's' : ''));
    const inside = new Set(alphabet.filter((letter) => one.test(letter)));
    // A single letter that is not of the alphabet stands for itself.
    if (inside.size === 0) inside.add(set.replace(/^\\(?=[^a-zA-Z0-9])/, ''));
    members.set(set, inside);
  }
  const letters = [...new Set([...members.values()].flatMap((inside) => [...inside]))];
  const kinds = new Map<string, string>();
  for (const letter of letters) {
    const kind = [...members.values()].map((inside) => (inside.has(letter) ? 1 : 0)).join('');
    if (!kinds.has(kind)) kinds.set(kind, letter);
  }
  const shown = [...kinds.values()];
  const lettersIn = (set: string): string[] => shown.filter((letter) => members.get(set)?.has(letter));

  /** A short text that it takes. */
  function word(part: Part): string {
    switch (part.p) {
      case 'edge':
        return '';
      case 'set':
        return lettersIn(part.source)[0] ?? [...(members.get(part.source) ?? [])][0] ?? '';
      case 'chain':
        return part.parts.map(word).join('');
      case 'choice':
        return part.parts.map(word).reduce((best, each) => (best === '' ? each : best), '');
      case 'repeat':
        return word(part.part).repeat(Math.min(part.least, 40));
    }
  }

  /** Texts to fill a repeat with. */
  function pumps(part: Part): string[] {
    switch (part.p) {
      case 'edge':
        return [];
      case 'set':
        return lettersIn(part.source);
      case 'choice':
        return part.parts.flatMap(pumps);
      case 'repeat':
        return pumps(part.part);
      case 'chain': {
        const whole = part.parts.map(word).join('');
        return [whole, ...part.parts.flatMap((one) => (one.p === 'repeat' ? pumps(one) : []))];
      }
    }
  }

  const found = new Map<string, Attack>();
  const add = (before: string, pump: string, after: string): void => {
    if (pump !== '' && found.size < mostAttacks)
      found.set(`${before}\u0001${pump}\u0001${after}`, { before, pump, after });
  };

  function walk(part: Part, before: string): void {
    if (part.p === 'choice') for (const one of part.parts) walk(one, before);
    if (part.p === 'chain') {
      let so = before;
      for (const [at, one] of part.parts.entries()) {
        walk(one, so);
        const next = part.parts
          .slice(at + 1)
          .map(word)
          .join('');
        if (one.p === 'repeat' && one.most > 100) attack(one, so, next);
        so += word(one);
      }
    }
    if (part.p !== 'repeat') return;
    walk(part.part, before);
    if (part.part.p !== 'chain' && part.part.p !== 'set') walk(part.part, before + word(part.part));
  }

  function attack(part: Extract<Part, { p: 'repeat' }>, before: string, next: string): void {
    const all = [...new Set(pumps(part.part))].slice(0, mostPumps);
    const fails = ['', '\0', '\n', ' ', 'a\n', `${next.slice(0, -1)}\0`];
    for (const pump of all) {
      // Where it may not begin and not end, whatever else would take it.
      for (const foreign of ['a', '0', ' ', '\0'].filter((letter) => !all.includes(letter)).slice(0, 2)) {
        add(foreign, pump, foreign);
        add(before, pump, `${foreign}\n`);
      }
      for (const after of fails) add(before, pump, after);
      add('', pump, '\0');
      add('', pump, `\0${pump}`);
      // What begins it, again and again: each beginning is read on from to the end.
      add('', before + pump, '');
      add('', before + pump, '\0');
      add(before, pump + next, '\0');
      add(`${before}${pump}`, next, '\0');
      for (const other of all) if (other !== pump) add(before, pump + other, '\0');
      for (const other of shown.slice(0, mostPumps)) add(before, other + pump, '\0');
    }
    add('', before, '');
    add('', before, '\n');
  }

  walk({ p: 'chain', parts: [tree] }, '');
  return [...found.values()];
}
