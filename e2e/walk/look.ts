import type { BrowserContext, Page } from '@playwright/test';

/** One thing that a browser keeps. */
export interface Kept {
  area: 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'cache' | 'cookie' | 'window';
  /** The key, or database, store and key. */
  key: string;
  value: string;
}

/** What this tab shows: its words and what stands in its fields. */
export const shownOn = (page: Page): Promise<string> =>
  page
    .evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
      const typed = fields.filter(({ type }) => type !== 'hidden' && type !== 'password');
      return [document.title, document.body?.innerText ?? '', ...typed.map(({ value }) => value)].join('\n');
    })
    // In the midst of leaving it shows nothing that could be read.
    .catch(() => '');

/** Everything in the storages that this tab can reach and that holds `mark`. */
export async function keptBy(page: Page, mark: string): Promise<Kept[]> {
  const inside = await page.evaluate(readStorages, mark).catch(() => []);
  // Also those that no script may read.
  const cookies = await page
    .context()
    .cookies()
    .catch(() => []);
  return [
    ...inside,
    ...cookies
      .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(mark))
      .map(({ name, value }): Kept => ({ area: 'cookie', key: name, value })),
  ];
}

/** Runs in the page. */
async function readStorages(has: string): Promise<Kept[]> {
  const found: Kept[] = [];
  const add = (area: Kept['area'], key: string, value: string) => {
    if (`${key} ${value}`.toLowerCase().includes(has)) found.push({ area, key, value });
  };
  add('window', 'name', window.name);
  for (const area of ['localStorage', 'sessionStorage'] as const)
    for (const key of Object.keys(window[area])) add(area, key, window[area].getItem(key) ?? '');

  /** As it is written out, with what JSON leaves out: files, bytes, maps. */
  const written = async (value: unknown): Promise<unknown> => {
    if (value instanceof Blob) return value.text();
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
    if (value instanceof Map || value instanceof Set || Array.isArray(value))
      return Promise.all([...value].map(written));
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const parts = Object.entries(value).map(async ([key, part]) => [key, await written(part)] as const);
    return Object.fromEntries(await Promise.all(parts));
  };
  add('window', 'history.state', JSON.stringify(await written(history.state)) ?? '');
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
    new Promise<[IDBValidKey, unknown][]>((resolve) => {
      const lines: [IDBValidKey, unknown][] = [];
      const walk = db.transaction(name).objectStore(name).openCursor();
      walk.addEventListener('error', () => resolve(lines));
      walk.addEventListener('success', () => {
        if (!walk.result) return resolve(lines);
        lines.push([walk.result.key, walk.result.value]);
        walk.result.continue();
      });
    });
  for (const { name } of await indexedDB.databases()) {
    const db = name === undefined ? null : await open(name);
    for (const store of db ? [...db.objectStoreNames] : [])
      for (const [key, value] of db ? await read(db, store) : [])
        add(
          'IndexedDB',
          `${db?.name}/${store}/${JSON.stringify(key)}`,
          JSON.stringify(await written(value)) ?? '',
        );
    db?.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      add('cache', `${name} ${request.url}`, (await (await cache.match(request))?.text()) ?? '');
  }
  return found;
}

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
    const what = `${request.method()} ${pathOf(request.url())}`;
    // A text in an address counts as well: it goes into histories and logs.
    add('sent', what, `${request.url()} ${request.headers()['referer'] ?? ''} ${request.postData() ?? ''}`);
  });
  // A stream of events ends with the page, and has no body until then.
  context.on('page', (page) => {
    void context
      .newCDPSession(page)
      .then(async (session) => {
        session.on('Network.eventSourceMessageReceived', ({ eventName, data }) =>
          add('answered', `the event ${eventName}`, data),
        );
        await session.send('Network.enable');
      })
      .catch(() => {});
  });
  context.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    const isEndless = /event-stream/.test(type) && response.request().method() === 'GET';
    if (isEndless || /^(?:image|font|video)\/|javascript|text\/css/.test(type)) return;
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
