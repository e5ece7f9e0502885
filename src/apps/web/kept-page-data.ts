import { loadChunk } from '#platform/web/chunks.ts';

/** The last state of public pages on this device: shown when the network does not bring a newer one. */
export interface KeptPageData {
  keep(path: string, value: unknown): void;
  find(path: string): Promise<unknown>;
}

const most = 100;
/** Wanted after a page is there, and when the network is not: no part of the first script. */
const caches = () => loadChunk(() => import('#platform/web/caches.ts'));

/** In the browser's cache, where it is in nobody's way: a full disk, or a browser without one, keeps nothing. */
export const keptInBrowser: KeptPageData = {
  keep(path, value) {
    void caches()
      .then(({ keepCached }) => keepCached('page-data', path, value, most))
      .catch(() => {});
  },
  find: (path) => caches().then(({ findCached }) => findCached('page-data', path)),
};
