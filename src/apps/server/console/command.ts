import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Problem } from '#base/problem.ts';
import { readStyles } from '#features/desk/server/public.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { OpenHub } from '../open-hub.ts';
import { createConsole } from './console.ts';
import { deskPages } from '../features.ts';

/** The operator's pages: a small separate server, on loopback only, for as long as the terminal is open. */
export function consoleCommand({ platform, features }: Pick<OpenHub, 'platform' | 'features'>): HubCommand {
  return {
    name: 'console',
    usage: 'console [PORT]',
    summary: 'Open a local web console with orders, buyers, sales and errors; only this machine can reach it',
    async run([word], print) {
      if (word !== undefined && !/^\d{1,5}$/.test(word))
        throw new Problem('bad_request', `PORT must be a number such as 3003, not ${JSON.stringify(word)}.`);
      const shown = createConsole({
        pages: deskPages(features),
        hub: platform.site.words().name,
        styles: await readStyles(''),
        log: platform.log,
      });
      const server = createAdaptorServer({ fetch: shown.fetch });
      const listen = (port: number) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject);
          server.listen(port, '127.0.0.1', resolve);
        });
      const wanted = Number(word ?? 0) || platform.config.port + 3;
      await listen(wanted > 65_535 ? 0 : wanted).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        if (word !== undefined) throw new Problem('conflict', `Port ${word} is in use. Choose another.`);
        return listen(0);
      });
      shown.listening((server.address() as AddressInfo).port);
      print(shown.address());
      print('Open this address in a browser on this machine; no one else can. Press Ctrl+C to stop.');
      const stop = new AbortController();
      await Promise.race(
        ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal, { signal: stop.signal })),
      );
      stop.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
