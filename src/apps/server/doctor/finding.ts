/** The result of one check. `unknown`: it can't be checked from here; only `bad` makes the doctor fail. */
export interface Finding {
  state: 'good' | 'note' | 'bad' | 'unknown';
  about: string;
  words: string;
  /** What to do about it. */
  advice?: string;
  /** What the hub can do about it by itself. */
  mend?: Mend;
}

export interface Mend {
  label: string;
  words: string;
  /** Returns what was done. */
  work(): Promise<string>;
}

export const good = (about: string, words: string): Finding => ({ state: 'good', about, words });
export const note = (about: string, words: string, advice?: string): Finding => ({
  state: 'note',
  about,
  words,
  ...(advice !== undefined && { advice }),
});
export const bad = (about: string, words: string, advice: string): Finding => ({
  state: 'bad',
  about,
  words,
  advice,
});
export const unknown = (about: string, words: string, advice?: string): Finding => ({
  state: 'unknown',
  about,
  words,
  ...(advice !== undefined && { advice }),
});

/** The timeout for anything remote: the doctor never hangs. */
export const patience = 3000;

const marks = { good: '✓', note: '!', bad: '✗', unknown: '?' } as const;

export function linesOf({ state, about, words, advice }: Finding): string[] {
  return [
    `${marks[state]} ${about.padEnd(11)} ${words}`,
    ...(advice === undefined ? [] : [`${' '.repeat(14)}${advice}`]),
  ];
}

/** Why something remote didn't respond, in a few words and without its address. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = ((error.cause as object | undefined) ?? error) as { code?: unknown };
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `no response within ${patience / 1000} s`;
  return typeof code === 'string' ? code : error.name;
}
