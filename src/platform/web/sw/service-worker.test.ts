import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const origin = 'https://hub.example';
const absolute = (input: string | { url: string }) =>
  new URL(typeof input === 'string' ? input : input.url, origin).href;

type Network = (path: string) => Response;
const gone: Network = () => {
  throw new TypeError('Failed to fetch');
};

/** A browser's caches, which outlive each release's workers. */
function browser() {
  const stores = new Map<string, Map<string, Response>>();
  // As an earlier release left it: navigation preload stays on until someone turns it off.
  const preloads = { on: true };
  let network: Network = gone;

  const fetched = async (input: string | { url: string }) => network(new URL(absolute(input)).pathname);
  const cacheOf = (store: Map<string, Response>) => ({
    match: async (input: string | { url: string }) => store.get(absolute(input))?.clone(),
    put: async (input: string | { url: string }, response: Response) =>
      void store.set(absolute(input), response),
    async add(input: string | { url: string }) {
      const response = await fetched(input);
      if (!response.ok) throw new TypeError('Request failed');
      store.set(absolute(input), response);
    },
  });
  const caches = {
    async open(name: string) {
      if (!stores.has(name)) stores.set(name, new Map());
      return cacheOf(stores.get(name) ?? new Map());
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    async match(input: string | { url: string }) {
      for (const store of stores.values()) {
        const found = store.get(absolute(input));
        if (found) return found.clone();
      }
      return undefined;
    },
  };

  async function release(files: string[]) {
    const { serviceWorkerText } = (await import(
      fileURLToPath(new URL('../../../../scripts/service-worker.mjs', import.meta.url))
    )) as {
      serviceWorkerText(source: string, files: string[]): Promise<string>;
    };
    const source = await readFile(new URL('./service-worker.ts', import.meta.url), 'utf8');
    const hearers: Record<string, (event: object) => void> = {};
    const self = {
      location: { origin },
      clients: { claim: async () => {} },
      registration: { navigationPreload: { disable: async () => void (preloads.on = false) } },
      skipWaiting: async () => {},
      addEventListener: (type: string, hear: (event: object) => void) => (hearers[type] = hear),
    };
    class PathRequest extends Request {
      constructor(path: string, options?: RequestInit) {
        super(absolute(path), options);
      }
    }
    runInNewContext(await serviceWorkerText(source, files), {
      self,
      caches,
      fetch: fetched,
      Request: PathRequest,
      Response,
      URL,
      Promise,
    });
    const live = async (type: string) => {
      let work: Promise<unknown> = Promise.resolve();
      hearers[type]?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) });
      await work;
    };
    return {
      install: () => live('install'),
      activate: () => live('activate'),
      /** Undefined when the worker leaves the request to the browser. */
      async get(path: string, { mode = 'cors', method = 'GET' } = {}) {
        let answer: Promise<Response> | undefined;
        const later: Promise<unknown>[] = [];
        const request = { url: absolute(path), method, mode, headers: new Headers() };
        hearers['fetch']?.({
          request,
          respondWith: (promise: Promise<Response>) => (answer = promise),
          waitUntil: (promise: Promise<unknown>) => later.push(promise),
        });
        const text = await answer?.then((response) => response.text());
        await Promise.all(later);
        return text;
      },
    };
  }
  return { release, stores, preloads, connect: (next: Network) => (network = next) };
}

const hub =
  (release: string): Network =>
  (path) =>
    new Response(`${release}:${path}`);
const navigate = { mode: 'navigate' };

test('online, every page comes from the network; offline, the shell takes over', async () => {
  const { release, connect } = browser();
  connect(hub('one'));
  const worker = await release(['/assets/entry-1.js']);
  await worker.install();
  await worker.activate();
  expect(await worker.get('/about', navigate)).toBe('one:/about');
  connect(gone);
  expect(await worker.get('/about', navigate)).toBe('one:/offline-shell');
  expect(await worker.get('/assets/entry-1.js')).toBe('one:/assets/entry-1.js');
  expect(await worker.get('/favicon.svg')).toBe('one:/favicon.svg');
});

test('[law] where the hub said that it is no page of the application, the shell never stands in', async () => {
  const { release, connect } = browser();
  const ops: Network = (path) =>
    new Response(`desk:${path}`, { headers: path.startsWith('/ops') ? { 'x-shell': 'none' } : {} });
  connect(ops);
  const worker = await release([]);
  await worker.install();
  await worker.activate();
  expect(await worker.get('/ops/orders', navigate)).toBe('desk:/ops/orders');
  await worker.get('/store', navigate);
  connect(gone);
  for (const path of ['/ops', '/ops/', '/ops/operators', '/ops?said=x'])
    await expect(worker.get(path, navigate), path).rejects.toThrow('Failed to fetch');
  for (const path of ['/', '/store', '/opsy', '/store/ops'])
    expect(await worker.get(path, navigate), path).toBe('desk:/offline-shell');
  connect((path) => new Response(`proxy:${path}`, { status: 502 }));
  expect(await worker.get('/ops/orders', navigate)).toBe('proxy:/ops/orders');
  connect(ops);
  const next = await release(['/assets/new.js']);
  await next.install();
  await next.activate();
  connect(gone);
  await expect(next.get('/ops/orders', navigate)).rejects.toThrow('Failed to fetch');
});

test('navigation preload from an older worker is turned off, or requests would be doubled', async () => {
  const { release, connect, preloads } = browser();
  connect(hub('one'));
  const worker = await release([]);
  await worker.install();
  await worker.activate();
  expect(preloads.on).toBe(false);
  expect(await worker.get('/api/orders/files/a.b', navigate)).toBeUndefined();
});

test('a proxy’s error without a hub falls back to the shell; the hub’s own errors don’t', async () => {
  const { release, connect } = browser();
  connect(hub('one'));
  const worker = await release([]);
  await worker.install();
  connect(() => new Response('Bad gateway', { status: 502 }));
  expect(await worker.get('/dashboard', navigate)).toBe('one:/offline-shell');
  connect(() => new Response('Not found', { status: 404 }));
  expect(await worker.get('/nowhere', navigate)).toBe('Not found');
});

test('the API, files, mutations and other sites bypass it', async () => {
  const { release, connect } = browser();
  connect(hub('one'));
  const worker = await release([]);
  await worker.install();
  for (const path of [
    '/api/auth/session',
    '/api/account/export',
    '/f/abc',
    '/files/abc',
    '/robots.txt',
    'https://elsewhere.example/assets/x.js',
  ]) {
    expect(await worker.get(path)).toBeUndefined();
  }
  expect(await worker.get('/api/account/export', navigate)).toBeUndefined();
  expect(await worker.get('/signin', { mode: 'navigate', method: 'POST' })).toBeUndefined();
});

test('what a tool loads later is cached from its first use', async () => {
  const { release, connect } = browser();
  connect(hub('one'));
  const worker = await release([]);
  await worker.install();
  await worker.get('/assets/editor-9.js');
  connect(gone);
  expect(await worker.get('/assets/editor-9.js')).toBe('one:/assets/editor-9.js');
});

test('a new release takes over at once; the previous one keeps files for open tabs', async () => {
  const { release, connect, stores } = browser();
  for (const name of ['one', 'two', 'three']) {
    connect(hub(name));
    const worker = await release([`/assets/entry-${name}.js`]);
    await worker.install();
    await worker.activate();
    expect(await worker.get('/', navigate)).toBe(`${name}:/`);
    connect(gone);
    expect(await worker.get('/', navigate)).toBe(`${name}:/offline-shell`);
    if (name !== 'three') continue;
    expect(stores.size).toBe(2);
    expect(await worker.get('/assets/entry-two.js')).toBe('two:/assets/entry-two.js');
    await expect(worker.get('/assets/entry-one.js')).rejects.toThrow('Failed to fetch');
  }
});

test('a release whose shell fails to load doesn’t take over', async () => {
  const { release, connect } = browser();
  connect((path) => (path === '/offline-shell' ? new Response('', { status: 500 }) : new Response('fine')));
  const worker = await release([]);
  await expect(worker.install()).rejects.toThrow('Request failed');
});

test('a small part that loads later is available offline after the first visit; a large one isn’t', async () => {
  const { filesOf } = (await import(
    fileURLToPath(new URL('../../../../scripts/service-worker.mjs', import.meta.url))
  )) as { filesOf(manifest: object, sizeOf: (file: string) => number): string[] };
  const page = 'src/features/accounts/web/pages/sign-in.tsx';
  const manifest = {
    'src/apps/web/entry-browser.tsx': {
      file: 'assets/entry.js',
      css: ['assets/entry.css'],
      dynamicImports: [page],
    },
    [page]: { file: 'assets/page.js', imports: ['link'], dynamicImports: ['dialog', 'editor'] },
    link: { file: 'assets/link.js' },
    dialog: { file: 'assets/dialog.js', imports: ['link', 'sheet'] },
    sheet: { file: 'assets/sheet.js' },
    editor: { file: 'assets/editor.js', imports: ['vendor'] },
    vendor: { file: 'assets/vendor.js' },
  };
  const found = filesOf(manifest, (file) => (file === '/assets/vendor.js' ? 400_000 : 900));
  expect(found).toEqual(
    ['dialog.js', 'entry.css', 'entry.js', 'link.js', 'page.js', 'sheet.js'].map((name) => `/assets/${name}`),
  );
});
