import type { DeskAct, DeskBlock, DeskCell } from '#platform/server/desk.ts';
import type { Finding } from '../doctor/finding.ts';

/** One of the first steps. Its state is read from what is so, never from what was ticked. */
export interface Step {
  id: string;
  title: string;
  /** Why, in a sentence. */
  lead: string;
  /** Quick: with what is known already, for a page that waits for nobody. */
  read(how?: { isQuick: boolean }): Promise<StepState>;
  acts?: DeskAct[];
}

export interface StepState {
  isDone: boolean;
  words: string;
  /** What to do, where it isn't done. */
  advice?: string;
  /** More of what is so. */
  facts?: [string, DeskCell][];
  blocks?: DeskBlock[];
  /** Which of its acts make sense now. */
  acts?: readonly string[];
}

const tones = { good: 'ok', note: 'warn', bad: 'danger', unknown: 'muted' } as const;

/** What the doctor found, as a line of a step. */
export const factOf = ({ about, words, advice, state }: Finding): [string, DeskCell] => [
  about,
  { text: [words, advice].filter(Boolean).join('. '), tone: tones[state] },
];
