import { Problem } from '#base/problem.ts';

/** Where whole files live, by a key of our own making. A disk today; any place that can do these four things. */
export interface FileStore {
  /** There in full or not at all; replaces what was there. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** null when there is none. */
  get(key: string): Promise<StoredFile | null>;
  has(key: string): Promise<boolean>;
  /** Nothing to delete is as good as deleted. */
  delete(key: string): Promise<void>;
}

export interface StoredFile {
  bytes: number;
  /** Opens the file when it is first read; leaving it unread costs nothing. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Segments of plain characters between slashes: the same name on every disk and in every bucket. */
export function assertKey(key: string): void {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key) || key.length > 400)
    throw new RangeError(`Not a file key: ${JSON.stringify(key)}`);
}

/** A full disk or a bucket that does not answer is no fault of whoever brings a file: told in these words, to come again. */
export async function whenThere<T>(words: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    // What the storage has looked at and refused has words of its own.
    if (cause instanceof Problem) throw cause;
    const problem = new Problem('unavailable', words);
    problem.cause = cause;
    throw problem;
  }
}
