/**
 * Opens the application when the network doesn't. While there is a network, pages always come from it, so no page
 * is ever older than the hub; only offline does the empty shell take over, and the application renders itself. Runs
 * as is, without imports: scripts/service-worker.mjs strips the types and prepends the release's name and files.
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
  // API responses, people's files and the operator's desk are never cached, and never served from here.
  if (/^\/(api|f|files|desk)(\/|$)/.test(url.pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event));
  else if (furniture.includes(url.pathname)) event.respondWith(fresh(event));
});

async function install(): Promise<void> {
  const cache = await caches.open(current);
  // Without its shell, a release can't work offline: the previous one stays active.
  await cache.add(new Request(shell, { cache: 'reload', credentials: 'omit' }));
  await Promise.allSettled(
    [...FILES, ...furniture].map(async (path) => (await cache.match(path)) ?? cache.add(path)),
  );
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  // The previous release keeps its files for tabs that still run it.
  const releases = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(releases.slice(0, -1).map((name) => caches.delete(name)));
  // A previous worker turned it on, and it outlives workers: each page and download left to the browser would be
  // requested twice.
  await worker.registration.navigationPreload?.disable();
  await worker.clients.claim();
}

async function page(event: RequestEvent): Promise<Response> {
  const door = doorOf(event.request.url);
  try {
    const response = await fetch(event.request);
    if (response.headers.get('x-shell') === 'none') event.waitUntil(keepDoor(door));
    // A proxy's status for "no hub is running behind me".
    if (![502, 503, 504].includes(response.status)) return response;
    return (await shellAt(door)) ?? response;
  } catch (error) {
    const stand = await shellAt(door);
    if (stand) return stand;
    throw error;
  }
}

/**
 * What is no page of the application says so (`x-shell: none`), and from then on the shell never stands in for it. Only
 * who was let in there hears that: the operator's desk may be anywhere, and no script names where.
 */
const doors = 'doors';
const doorOf = (url: string): string => `/door/${new URL(url).pathname.split('/')[1] ?? ''}`;

async function keepDoor(door: string): Promise<void> {
  const cache = await caches.open(doors);
  await cache.put(new Request(door), new Response()).catch(() => {});
}

async function shellAt(door: string): Promise<Response | undefined> {
  return (await caches.match(door)) ? undefined : fromShell();
}

const fromShell = async (): Promise<Response | undefined> => (await caches.open(current)).match(shell);

/** The name changes with the content, so a cached file is always right. */
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

/** A full disk is no reason to withhold a response: it is requested again next time. */
async function keep(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(current);
  await cache.put(request, response).catch(() => {});
}
