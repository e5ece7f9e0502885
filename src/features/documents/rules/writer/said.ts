/** Something stated, and where: what stands before and after says what it is for. */
export interface Said<T> {
  value: T;
  at: number;
  end: number;
  before: string;
  after: string;
}

/** Where an answer goes; the first one given to a question stays. */
export type Put = (name: string, value: unknown) => void;
