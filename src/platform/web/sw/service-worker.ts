/**
 * Opens the application when the network does not. Pages always come from the network while there is one, so no page
 * is ever older than the hub; only without a network the empty shell stands in, and the application draws itself.
 *
 * Runs as it stands here, without imports: scripts/service-worker.mjs takes the types off and puts the release's name
 * and files in front.
 */
declare const RELEASE: string;
declare const FILES: string[];

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifeEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  location: { origin: string };
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { disable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', hear: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', hear: (event: RequestEvent) => void): void;
}

const worker = self as unknown as WorkerScope;
const prefix = 'hub ';
const current = prefix + RELEASE;
const shell = '/offline-shell';
/** Not hashed, and part of every page. */
const furniture = ['/brand/mark.svg', '/favicon.svg', '/site.webmanifest'];

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || request.headers.has('range'))
    return;
  // What is asked of the API and the files of people are never kept, and never answered from here.
  if (/^\/(api|f|files)(\/|$)/.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event));
  else if (furniture.includes(url.pathname)) event.respondWith(fresh(event));
});

async function install(): Promise<void> {
  const cache = await caches.open(current);
  // Without its shell a release cannot work offline: then the one before stays in charge.
  await cache.add(new Request(shell, { cache: 'reload', credentials: 'omit' }));
  await Promise.allSettled(
    [...FILES, ...furniture].map(async (path) => (await cache.match(path)) ?? cache.add(path)),
  );
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  // The release before keeps its files for tabs that still run it.
  const releases = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(releases.slice(0, -1).map((name) => caches.delete(name)));
  // A worker before this one turned it on, and it outlives workers: each page and download that is left to the browser
  // would be asked for twice.
  await worker.registration.navigationPreload?.disable();
  await worker.clients.claim();
}

async function page(event: RequestEvent): Promise<Response> {
  try {
    const response = await fetch(event.request);
    // A proxy's words for "there is no hub behind me".
    if (![502, 503, 504].includes(response.status)) return response;
    return (await fromShell()) ?? response;
  } catch (error) {
    const stand = await fromShell();
    if (stand) return stand;
    throw error;
  }
}

const fromShell = async (): Promise<Response | undefined> => (await caches.open(current)).match(shell);

/** Its name changes with its content, so what was kept is right. */
async function asset(event: RequestEvent): Promise<Response> {
  return (await caches.match(event.request)) ?? fetchAndKeep(event);
}

async function fresh(event: RequestEvent): Promise<Response> {
  try {
    return await fetchAndKeep(event);
  } catch (error) {
    const kept = await caches.match(event.request);
    if (kept) return kept;
    throw error;
  }
}

async function fetchAndKeep(event: RequestEvent): Promise<Response> {
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()));
  return response;
}

/** A full disk is no reason to withhold what has arrived: it is asked again next time. */
async function keep(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(current);
  await cache.put(request, response).catch(() => {});
}
