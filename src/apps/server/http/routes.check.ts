import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { createMetrics } from '#platform/server/http/metrics.ts';
import { openApi } from '#platform/server/http/openapi.ts';
import type { Route } from '#platform/server/http/route.ts';
import { silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createFeatures } from '../features.ts';
import { statusRoutes } from './status-routes.ts';

/** What must be true of every declared route. */
export function routeFaults(routes: Route[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    if (seen.has(name)) faults.push(`${name}: declared twice`);
    seen.add(name);
    if (!['anyone', 'member', 'loopback', 'operator'].includes(route.access))
      faults.push(`${name}: doesn’t say who may call it`);
    if (!route.summary?.trim()) faults.push(`${name}: has no summary`);
    if (route.summary?.endsWith('.') || route.summary?.length > 80)
      faults.push(`${name}: the summary is a short phrase without a period; the rest is its description`);
    if (route.path.includes(':') && !route.params) faults.push(`${name}: has parameters without a schema`);
    if (route.method === 'GET' && route.body) faults.push(`${name}: a GET can’t have a body`);
    if (route.crossOrigin && (route.access === 'member' || route.access === 'operator'))
      faults.push(`${name}: can’t be both cross-origin and for members or operators`);
    if (route.access === 'operator' && !route.right) faults.push(`${name}: doesn’t say which right it takes`);
    const anybodyChanges = route.method !== 'GET' && route.access === 'anyone';
    if (anybodyChanges && !route.limit) faults.push(`${name}: open to anyone, but has no rate limit`);
  }
  return faults;
}

/** Every route that the features declare. They must be able to declare them before anything is opened. */
export function declaredRoutes(): Route[] {
  const notOpen = (what: string): never => {
    throw new Error(`${what} was used while the features were being created: use it in a request or a job`);
  };
  const closed = (what: string): object =>
    new Proxy(
      {},
      {
        get(_, name) {
          if (name === 'pool') return closed(what);
          // To say where the files of mails come from opens nothing.
          if (name === 'provide') return () => {};
          return () => (name === 'tables' ? closed(what) : notOpen(what));
        },
      },
    );
  const platform = {
    config: readConfig({}),
    clock: systemClock,
    log: silentLog,
    db: closed('The database'),
    outbox: closed('The outbox'),
    files: closed('The file store'),
    site: closed('The site'),
    ai: { model: null },
    mail: closed('Mail'),
    secret: () => Buffer.alloc(32),
    listening() {},
    origin: () => 'http://127.0.0.1:3000',
  } as unknown as Platform;
  const features = createFeatures(platform, { existing: () => [], listed: () => [] });
  const opened = statusRoutes({
    platform,
    metrics: createMetrics(),
    services: () => [],
    allRoutes: () => [],
    pages: async () => [],
    ask: async () => ({ status: 404, data: null }),
  });
  return [...features.flatMap((feature) => feature.routes ?? []), ...opened];
}

/** The API of a hub with every feature. */
export const describedApi = () => openApi(declaredRoutes(), 'The hub', 'https://hub.example');

// The only files that may use the router directly: all others declare routes. The demo's router isn't exposed.
const mayMount = new Set([
  'src/apps/server/http/app.ts',
  'src/apps/server/demo/inside.ts',
  'src/platform/server/http/mount.ts',
]);

/** Paths mounted outside the declarations. */
export function undeclaredFaults(files: { path: string; text: string }[]): string[] {
  return files
    .filter(({ path }) => !mayMount.has(path) && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /\bnew Hono\b|\b(?:app|router)\.(?:get|post|put|patch|delete|all|on|use)\(/.test(line)
            ? [`${path}:${index + 1}: a path that no route declares; use route({...})`]
            : [],
        ),
    );
}

function serverFiles(): { path: string; text: string }[] {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\/server(\/|$)/.test(file.parentPath) && file.name.endsWith('.ts'))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
}

/** For `npm run check`. */
export async function checkRoutes() {
  const routes = declaredRoutes();
  const faults = [...routeFaults(routes), ...undeclaredFaults(serverFiles())];
  return {
    looked: routes.length,
    faults: faults.map((words) => ({ file: 'src/apps/server/features.ts', line: 1, rule: 'routes', words })),
  };
}
