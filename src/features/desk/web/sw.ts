import { readNotice, withinDesk } from './notice.ts';

/**
 * The desk's own worker, below its own path. It keeps one page, which says that there is no network, with its style: no page
 * of the desk is ever kept, and none is ever answered from here while there is a network.
 */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifeEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface PushEvent extends LifeEvent {
  data: { json(): unknown } | null;
}
interface NoticeEvent extends LifeEvent {
  notification: { close(): void; data: unknown };
}
interface Tab {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface WorkerScope {
  location: { origin: string };
  clients: { matchAll(of: { type: 'window' }): Promise<Tab[]>; openWindow(url: string): Promise<unknown> };
  registration: {
    scope: string;
    showNotification(
      title: string,
      options: { body: string; tag: string; icon: string; data: string },
    ): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', hear: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', hear: (event: RequestEvent) => void): void;
  addEventListener(type: 'push', hear: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', hear: (event: NoticeEvent) => void): void;
}

const worker = self as unknown as WorkerScope;
const name = 'desk offline';
const scope = new URL(worker.registration.scope).pathname;
const offline = `${scope}offline`;
const styles = `${scope}desk.css`;

worker.addEventListener('install', (event) =>
  event.waitUntil(
    (async () => {
      const cache = await caches.open(name);
      await cache.addAll(
        [offline, styles].map((path) => new Request(path, { cache: 'reload', credentials: 'omit' })),
      );
      await worker.skipWaiting();
    })(),
  ),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const path = new URL(request.url).pathname;
  if (request.mode === 'navigate') event.respondWith(orKept(request, offline));
  else if (path === styles) event.respondWith(orKept(request, styles));
});

async function orKept(request: Request, path: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(name)).match(path);
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener('push', (event) => {
  const { title, body, tag, url } = readNotice(event.data?.json());
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag, icon: '/brand/icon-192.png', data: url }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = withinDesk(event.notification.data, { origin: worker.location.origin, scope });
  event.waitUntil(
    (async () => {
      const open = (await worker.clients.matchAll({ type: 'window' })).find((tab) =>
        new URL(tab.url).pathname.startsWith(scope),
      );
      if (!open) return worker.clients.openWindow(url);
      await open.navigate(url).catch(() => {});
      return open.focus();
    })(),
  );
});
