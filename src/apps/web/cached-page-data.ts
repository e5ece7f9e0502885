import { loadChunk } from '#platform/web/chunks.ts';

/** The last state of public pages on this device: shown when the network does not bring a newer one. */
export interface CachedPageData {
  keep(path: string, value: unknown): void;
  find(path: string): Promise<unknown>;
}

// Wanted after a page is there, and when the network is not: no part of the first script.
const pages = () => loadChunk(() => import('./cached-pages.ts'));

/** In the browser's cache, where it is in nobody's way: a full disk, or a browser without one, keeps nothing. */
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
