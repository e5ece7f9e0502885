import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createViteServer } from 'vite';
import type { WebBundle } from '#base/render.ts';
import { readConfig } from '#platform/server/config.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { openHouse } from './house.ts';
import { createServing } from './serving.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** `npm run dev`: the same server, with Vite in front of it, so that a change of a screen shows without a reload. */
const tell = (stage: string, words: string) => console.log(`${stage.padEnd(10)} ${words}`);
const house = await openHouse(readConfig(process.env), tell);
const httpServer = createHttpServer();
const vite = await createViteServer({
  root,
  // As it stands: bundled, it would be a new file at each start, and the watcher would restart for ever.
  configLoader: 'native',
  server: { middlewareMode: true, hmr: { server: httpServer } },
});
const loadBundle = async () =>
  ((await vite.ssrLoadModule('/src/apps/web/entry-server.tsx')) as { bundle: WebBundle }).bundle;

const serving = await createServing(house, createMetrics(), {
  development: {
    bundle: loadBundle,
    assetTags: () =>
      '<link rel="stylesheet" href="/src/ui/styles.css">\n<script type="module" src="/src/apps/web/entry-browser.tsx"></script>',
    finish: (url, html) => vite.transformIndexHtml(url, html),
  },
});
httpServer.on('request', (request, response) => {
  vite.middlewares(request, response, () => void serving.listener(request, response));
});
httpServer.listen(house.config.port, house.config.host, () => {
  house.platform.listening((httpServer.address() as AddressInfo).port);
  tell('ready', `${house.platform.origin()}  (development; primitives at /dev/ui)`);
});

const stop = async (): Promise<void> => {
  setTimeout(() => process.exit(1), 5000).unref();
  httpServer.closeAllConnections();
  await vite.close();
  await serving.stop();
  await house.close();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
