/** A text that can be helped with: an answer, a clause, a selection, the whole. */
export interface Passage {
  id: string;
  label: string;
  text: string;
  /** What stands before and after it, where it is a part of a line. */
  around?: readonly [before: string, after: string];
  /** What it means in plain words, where the library says so. */
  meaning?: string;
  /** How it is read: its placeholders as what stands in their place. */
  shown?: (text: string) => string;
  /** Takes a changed text; left out where only reading is possible. */
  onChange?: (text: string) => Change;
  /** Puts back the words that the library has. */
  onReset?: () => void;
}

/** Why it could not be taken, in words; or how it is taken back, which may also be refused. */
export type Change = { refused: string } | { undo: () => string | null };

export const changedMeanwhile = 'The text has changed since then, so nothing was replaced. Try again.';

export type Result =
  | { kind: 'change'; passage: Passage; after: string }
  | { kind: 'words'; title: string; text: string }
  | { kind: 'risks' }
  | { kind: 'taken'; undo: () => string | null }
  | { kind: 'failed'; words: string };

export const shownOf = ({ shown }: Passage) => shown ?? ((text: string) => text);
