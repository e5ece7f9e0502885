import type { ComponentType } from 'react';

/** A part of the application that did not arrive: network, time-out, or a newer release replaced it. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  constructor(cause: unknown) {
    super('Part of this page failed to load.', { cause });
  }
}

export const chunkTimeoutMs = 120_000;

/** How long a page may go on after it has begun to give way to another. */
export const leavingMs = 10_000;
let leftAt = -Infinity;
let isWatched = false;

function watchLeaving(): void {
  if (isWatched || typeof window === 'undefined') return;
  isWatched = true;
  window.addEventListener('beforeunload', () => (leftAt = performance.now()));
}

/**
 * Some browsers drop what a page still loads as soon as another is opened, long before that one is there: it is no
 * failure then. A page that stays after all, because the other was a download, hears of it later.
 */
export function unlessLeaving(): Promise<void> {
  const left = leftAt + leavingMs - performance.now();
  return left > 0 ? new Promise((resolve) => setTimeout(resolve, left)) : Promise.resolve();
}

/** A dynamic import that fails in one way only, and never hangs. */
export function loadChunk<T>(load: () => Promise<T>, timeoutMs = chunkTimeoutMs): Promise<T> {
  watchLeaving();
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChunkLoadError(new Error(`No answer in ${timeoutMs / 1000} s`))),
      timeoutMs,
    );
    load()
      .then((module) => {
        // A bundler's error hook can resolve a failed import to nothing.
        if (module === undefined) throw new Error('The module is empty');
        resolve(module);
      })
      .catch((cause: unknown) => unlessLeaving().then(() => reject(new ChunkLoadError(cause))))
      .finally(() => clearTimeout(timer));
  });
}

/** The words in the document's head that belong to a page. */
export interface PageHead {
  title: string;
  /** Without one the hub's own stands there. */
  description?: string;
  /** JSON-LD, for pages that describe a thing. */
  jsonLd?: Record<string, unknown>;
}

export interface PageModule {
  default: ComponentType<{ data: never; params: Record<string, string> }>;
  head?(data: never, params: Record<string, string>): PageHead;
  /** Parts that the server renders with the page, and whose code comes to the browser after it. */
  parts?: LazyPage[];
  /** Parts that are drawn first once it is known who is here: loaded with the page where it is loaded ahead. */
  first?: LazyPage[];
  /** Begins to read what it shows first: somebody is about to open it. */
  prepare?(): void;
}

/**
 * A page that is loaded when it is wanted. Unlike React.lazy it can be loaded ahead, so that the server and the
 * first paint render it at once, and a failure is forgotten, so that the next try is a real one.
 */
export interface LazyPage {
  /** Throws the promise or the failure while there is no module: for use under Suspense. */
  read(): PageModule;
  preload(): Promise<PageModule>;
  forget(): void;
}

export function lazyPage(load: () => Promise<unknown>): LazyPage {
  let module: PageModule | undefined;
  let failure: unknown;
  let pending: Promise<PageModule> | undefined;
  const preload = (): Promise<PageModule> => {
    if (module) return Promise.resolve(module);
    pending ??= loadChunk(load as () => Promise<PageModule>).then(
      (loaded) => (module = loaded),
      (error: unknown) => {
        failure = error;
        throw error;
      },
    );
    return pending;
  };
  return {
    preload,
    read() {
      if (module) return module;
      if (failure) throw failure;
      throw preload().catch(() => {});
    },
    forget() {
      pending = undefined;
      failure = undefined;
    },
  };
}
