import { Problem } from '#base/problem.ts';

/**
 * Where files are stored, under keys that we generate. Currently a disk or a bucket; any store with these four
 * operations will do.
 */
export interface FileStore {
  /** Stores all of it or nothing; replaces what was there. */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** null if there is none. */
  get(key: string): Promise<StoredFile | null>;
  has(key: string): Promise<boolean>;
  /** Deleting a missing file succeeds. */
  delete(key: string): Promise<void>;
}

export interface StoredFile {
  bytes: number;
  /** Opens the file on first read; an unread one costs nothing. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Plain segments separated by slashes: the same name on every disk and in every bucket. */
export function assertKey(key: string): void {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key) || key.length > 400)
    throw new RangeError(`Not a file key: ${JSON.stringify(key)}`);
}

/** A full disk or a bucket that isn't responding isn't the uploader's fault: they get this message and can retry. */
export async function whenThere<T>(words: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    // Errors that the storage layer has already worded are passed on.
    if (cause instanceof Problem) throw cause;
    const problem = new Problem('unavailable', words);
    problem.cause = cause;
    throw problem;
  }
}
