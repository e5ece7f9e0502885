import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createViteServer } from 'vite';
import { systemClock } from '#base/clock.ts';
import type { WebBundle } from '#base/render.ts';
import { readConfig } from '#platform/server/config.ts';
import { dataDirOf, readKept } from '#platform/server/kept-settings.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { openHub } from './open-hub.ts';
import { oneLine } from './main.ts';
import { createServing } from './http/serving.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** `npm run dev`: the same server with Vite in front of it, so that changes to screens appear without a reload. */
const tell = (stage: string, words: string) => console.log(`${stage.padEnd(10)} ${words}`);
const stopping = new AbortController();
/** What has been opened so far; closed in reverse order. */
const standing: (() => Promise<unknown>)[] = [];
const opening = open();

const stop = async (): Promise<void> => {
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(1), 15_000).unref();
  await opening.catch(() => {});
  await close();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

await opening.catch(async (error: unknown) => {
  if (stopping.signal.aborted) return;
  console.error(oneLine(error));
  await close();
  process.exit(1);
});

async function open(): Promise<void> {
  const opened = await openHub(readConfig(process.env, readKept(dataDirOf(process.env))), tell, systemClock, {
    stopping: stopping.signal,
  });
  standing.push(() => opened.close());
  const httpServer = createHttpServer();
  const vite = await createViteServer({
    root,
    // Unbundled: a bundle would be a new file at each start, and the watcher would restart forever.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: httpServer } },
  });
  standing.push(() => vite.close());
  const loadBundle = async () =>
    ((await vite.ssrLoadModule('/src/apps/web/entry-server.tsx')) as { bundle: WebBundle }).bundle;

  const serving = await createServing(opened, createMetrics(), {
    development: {
      bundle: loadBundle,
      assetTags: () =>
        '<link rel="stylesheet" href="/src/ui/styles.css">\n<script type="module" src="/src/apps/web/entry-browser.tsx"></script>',
      finish: (url, html) => vite.transformIndexHtml(url, html),
    },
  });
  standing.push(() => serving.stop());
  stopping.signal.throwIfAborted();
  httpServer.on('request', (request, response) => {
    vite.middlewares(request, response, () => void serving.listener(request, response));
  });
  await new Promise<void>((resolve, reject) => {
    httpServer.once('error', reject).listen(opened.config.port, opened.config.host, resolve);
  });
  standing.push(async () => httpServer.closeAllConnections());
  opened.platform.listening((httpServer.address() as AddressInfo).port);
  tell('ready', `${opened.platform.origin()}  (development; primitives at /dev/ui)`);
}

async function close(): Promise<void> {
  for (const takeDown of standing.splice(0).reverse()) await takeDown().catch(() => {});
}
