import type { ComponentType } from 'react';

/** A part of the application that failed to load: network, timeout, or a newer release replaced it. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  constructor(cause: unknown) {
    super('Part of this page failed to load.', { cause });
  }
}

export const chunkTimeoutMs = 120_000;

/** How long a page may keep running after it has started to navigate away. */
export const leavingMs = 10_000;
let leftAt = -Infinity;
let isWatched = false;

function watchLeaving(): void {
  if (isWatched || typeof window === 'undefined') return;
  isWatched = true;
  window.addEventListener('beforeunload', () => (leftAt = performance.now()));
}

/**
 * Some browsers abort a page's requests as soon as another page is opened, long before that one is there: that
 * isn't a failure. A page that stays after all, because the other was a download, is told later.
 */
export function unlessLeaving(): Promise<void> {
  const left = leftAt + leavingMs - performance.now();
  return left > 0 ? new Promise((resolve) => setTimeout(resolve, left)) : Promise.resolve();
}

/** A dynamic import that fails in only one way, and never hangs. */
export function loadChunk<T>(load: () => Promise<T>, timeoutMs = chunkTimeoutMs): Promise<T> {
  watchLeaving();
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ChunkLoadError(new Error(`No answer in ${timeoutMs / 1000} s`))),
      timeoutMs,
    );
    load()
      .then((module) => {
        // A bundler's error hook can turn a failed import into undefined.
        if (module === undefined) throw new Error('The module is empty');
        resolve(module);
      })
      .catch((cause: unknown) => unlessLeaving().then(() => reject(new ChunkLoadError(cause))))
      .finally(() => clearTimeout(timer));
  });
}

/** The metadata in the document's head that belongs to a page. */
export interface PageHead {
  title: string;
  /** Without one, the hub's own is used. */
  description?: string;
  /** JSON-LD, for pages that describe a product or document. */
  jsonLd?: Record<string, unknown>;
  /** What a feed reader finds on this page. */
  feeds?: { title: string; href: string; type: string }[];
}

export interface PageModule {
  default: ComponentType<{ data: never; params: Record<string, string> }>;
  head?(data: never, params: Record<string, string>): PageHead;
  /** Parts that are server-rendered with the page and whose code loads after it. */
  parts?: LazyPage[];
  /** Parts rendered once it is known who is here: loaded along with a preloaded page. */
  first?: LazyPage[];
  /** Starts fetching what it shows first: someone is about to open it. */
  prepare?(): void;
}

/**
 * A page that is loaded on demand. Unlike React.lazy it can be preloaded, so that the server and the first paint
 * render it at once, and a failure is forgotten, so that the next attempt is a real one.
 */
export interface LazyPage {
  /** Throws the promise or the failure until the module is there: for use under Suspense. */
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
