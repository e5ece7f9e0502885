/** The last state of public pages on this device: shown when the network does not bring a newer one. */
export interface KeptPageData {
  keep(path: string, value: unknown): void;
  find(path: string): Promise<unknown>;
}

const cacheName = 'page-data';
const most = 100;

/** In the browser's cache, where it is in nobody's way: a full disk, or a browser without one, keeps nothing. */
export const keptInBrowser: KeptPageData = {
  keep(path, value) {
    void store(path, value).catch(() => {});
  },
  async find(path) {
    try {
      const cache = await caches.open(cacheName);
      return await (await cache.match(path))?.json();
    } catch {
      return undefined;
    }
  },
};

async function store(path: string, value: unknown): Promise<void> {
  const cache = await caches.open(cacheName);
  // Put anew it stands last, so what is dropped first is what was not seen for longest.
  await cache.delete(path);
  await cache.put(path, Response.json(value));
  const paths = await cache.keys();
  await Promise.all(paths.slice(0, Math.max(0, paths.length - most)).map((old) => cache.delete(old)));
}
