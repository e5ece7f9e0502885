import { findCached, keepCached } from '#platform/web/caches.ts';

/** The last state of public pages on this device: shown when the network does not bring a newer one. */
export interface KeptPageData {
  keep(path: string, value: unknown): void;
  find(path: string): Promise<unknown>;
}

const most = 100;

/** In the browser's cache, where it is in nobody's way: a full disk, or a browser without one, keeps nothing. */
export const keptInBrowser: KeptPageData = {
  keep(path, value) {
    void keepCached('page-data', path, value, most).catch(() => {});
  },
  find: (path) => findCached('page-data', path),
};
