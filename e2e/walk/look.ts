import type { BrowserContext, Page } from '@playwright/test';

/** One thing that a browser keeps. */
export interface Kept {
  area: 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'cache';
  /** The key, or database, store and key. */
  key: string;
  value: string;
}

/** What this tab shows: its words and what stands in its fields. */
export const shownOn = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
      const typed = fields.filter(({ type }) => type !== 'hidden' && type !== 'password');
      return [document.title, document.body?.innerText ?? '', ...typed.map(({ value }) => value)].join('\n');
    })
    // In the midst of leaving it shows nothing that could be read.
    .catch(() => '');

/** Everything in the storages that this tab can reach and that holds `mark`. */
export const keptBy = (page: Page, mark: string): Promise<Kept[]> =>
  page
    .evaluate(async (has) => {
      const found: Kept[] = [];
      const add = (area: Kept['area'], key: string, value: string) => {
        if (`${key} ${value}`.toLowerCase().includes(has)) found.push({ area, key, value });
      };
      for (const area of ['localStorage', 'sessionStorage'] as const)
        for (const key of Object.keys(window[area])) add(area, key, window[area].getItem(key) ?? '');
      const raw = (window as unknown as { rawOpen?: typeof indexedDB.open }).rawOpen;
      const open = (name: string) =>
        new Promise<IDBDatabase | null>((resolve) => {
          const opening = raw ? raw.call(indexedDB, name) : indexedDB.open(name);
          opening.addEventListener('success', () => resolve(opening.result));
          // Made by nobody yet: it must not be made by looking.
          opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
          for (const no of ['error', 'blocked']) opening.addEventListener(no, () => resolve(null));
        });
      const read = (db: IDBDatabase, name: string) =>
        new Promise<void>((resolve) => {
          const walk = db.transaction(name).objectStore(name).openCursor();
          walk.addEventListener('error', () => resolve());
          walk.addEventListener('success', () => {
            if (!walk.result) return resolve();
            const { key, value } = walk.result;
            add('IndexedDB', `${db.name}/${name}/${JSON.stringify(key)}`, JSON.stringify(value) ?? '');
            walk.result.continue();
          });
        });
      for (const { name } of await indexedDB.databases()) {
        const db = name === undefined ? null : await open(name);
        for (const store of db ? [...db.objectStoreNames] : []) if (db) await read(db, store);
        db?.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const answer = await cache.match(request);
          if (/json|text/.test(answer?.headers.get('content-type') ?? ''))
            add('cache', `${name} ${request.url}`, (await answer?.text()) ?? '');
        }
      }
      return found;
    }, mark)
    .catch(() => []);

/** What went between a browser and the hub, with some text of this story in it. */
export interface Passed {
  way: 'sent' | 'answered';
  what: string;
  text: string;
}

/** Hears all that this browser sends to the hub and is answered by it. */
export function listenTo(
  context: BrowserContext,
  mark: string,
): { passed: Passed[]; settled(): Promise<void> } {
  const passed: Passed[] = [];
  const reading = new Set<Promise<void>>();
  const add = (way: Passed['way'], what: string, text: string) => {
    if (text.toLowerCase().includes(mark)) passed.push({ way, what, text });
  };
  context.on('request', (request) => {
    const body = request.postData();
    if (body !== null) add('sent', `${request.method()} ${pathOf(request.url())}`, body);
  });
  context.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    // A stream of events ends with the page; what it brings is seen on the page and in the storages.
    if (!/json|text\/html|text\/plain/.test(type)) return;
    const what = `${response.request().method()} ${pathOf(response.url())}`;
    const body: Promise<void> = response
      .text()
      .then((text) => add('answered', what, text))
      .catch(() => {})
      .finally(() => reading.delete(body));
    reading.add(body);
  });
  const settled = async () => {
    const late = new Promise((resolve) => setTimeout(resolve, 3000).unref());
    await Promise.race([Promise.all(reading), late]);
  };
  return { passed, settled };
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
