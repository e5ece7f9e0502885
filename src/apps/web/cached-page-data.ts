import { loadChunk } from '#platform/web/chunks.ts';

/** The last state of public pages on this device: shown when the network doesn't deliver a newer one. */
export interface CachedPageData {
  keep(path: string, value: unknown): void;
  find(path: string): Promise<unknown>;
}

// Needed after a page has loaded, and offline: not part of the first script.
const pages = () => loadChunk(() => import('./cached-pages.ts'));

/**
 * In the browser's cache, where it doesn't get in the way: with a full disk, or without cache support, nothing is
 * stored.
 */
export const cachedInBrowser: CachedPageData = {
  keep(path, value) {
    void pages()
      .then(({ keep }) => keep(path, value))
      .catch(() => {});
  },
  find: (path) =>
    pages().then(
      ({ find }) => find(path),
      () => undefined,
    ),
};
