import { wordsOf } from '#base/finder/stems.ts';

/** What somebody wants; what is found says for which of these it is made. */
export const intents = [
  'talk',
  'person',
  'complaint',
  'ideas',
  'buy',
  'document',
  'account',
  'hub',
  'advice',
] as const;
export type Intent = (typeof intents)[number];

/** Expressions that give a wish away, by their first word; the last word may be the beginning of one. */
export type Cues = ReadonlyMap<string, readonly { intent: Intent; words: readonly string[] }[]>;

const isIntent = (name: string): name is Intent => intents.some((intent) => intent === name);

/** Reads lines of words.txt such as "! buy: do you sell, kit | verkauft ihr | vendez-vous"; it ignores all others. */
export function readCues(...texts: readonly string[]): Cues {
  const cues = new Map<string, { intent: Intent; words: string[] }[]>();
  for (const line of texts.join('\n').split(/\r?\n/)) {
    const [, name = '', expressions = ''] = /^! ([a-z]+): (.*)$/.exec(line.trim()) ?? [];
    if (!isIntent(name)) continue;
    for (const expression of expressions.split(/[|,]/)) {
      const words = wordsOf(expression);
      const first = words[0];
      if (first === undefined) continue;
      if (expression.trim().endsWith('*')) words.push('*');
      // One word with a star is looked up by its beginning, like all the others by their first word.
      const key = words.length === 2 && words[1] === '*' ? first.slice(0, 4) : first;
      cues.set(key, [...(cues.get(key) ?? []), { intent: name, words }]);
    }
  }
  return cues;
}

/** The wishes that a message gives away, and how many of its words did so. */
export function intentsIn(message: string, cues: Cues): { wants: ReadonlySet<Intent>; given: number } {
  const said = wordsOf(message.slice(0, 4000));
  const wants = new Set<Intent>();
  const given = new Set<number>();
  for (const [at, word] of said.entries())
    for (const { intent, words } of [...(cues.get(word) ?? []), ...(cues.get(word.slice(0, 4)) ?? [])]) {
      const length = matched(words, said, at);
      if (length === 0) continue;
      wants.add(intent);
      if (intent === 'talk') for (let next = at; next < at + length; next += 1) given.add(next);
    }
  return { wants, given: given.size };
}

function matched(words: readonly string[], said: readonly string[], from: number): number {
  const isOpen = words.at(-1) === '*';
  const length = isOpen ? words.length - 1 : words.length;
  for (let at = 0; at < length; at += 1) {
    const [word = '', here] = [words[at], said[from + at]];
    if (here === undefined) return 0;
    if (isOpen && at === length - 1 ? !here.startsWith(word) : here !== word) return 0;
  }
  return length;
}
