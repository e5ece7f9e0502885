import { planLines } from '#features/plans/rules/plan-lines.ts';
import * as z from 'zod/mini';
import type { PageInfo } from '#base/render.ts';
import type { ServiceStatus } from '#platform/server/feature.ts';
import type { Metrics } from '#platform/server/http/metrics.ts';
import { openApi } from '#platform/server/http/openapi.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';

interface HouseRouteParts {
  platform: Platform;
  metrics: Metrics;
  services(): ServiceStatus[];
  allRoutes(): Route[];
  pages(): Promise<PageInfo[]>;
  /** Calls our own API as a guest. */
  ask(path: string): Promise<{ status: number; data: unknown }>;
}

const healthAnswer = z.object({
  ok: z.boolean(),
  /** Waiting while no primary takes them, such as during a failover: what is read from memory is still answered. */
  writes: z.enum(['ready', 'waiting']),
  services: z.array(
    z.object({
      service: z.string(),
      runsOn: z.string(),
      state: z.enum(['up', 'down', 'off']),
      advice: z.optional(z.string()),
    }),
  ),
});

/** The state of the hub as a whole: its health, its API, its load. */
export function statusRoutes({
  platform,
  metrics,
  services,
  allRoutes,
  pages,
  ask,
}: HouseRouteParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/health',
      access: 'anyone',
      summary: 'Get the health of the server and its services',
      answer: healthAnswer,
      handle() {
        const isUp = platform.db.state() === 'up';
        const writes = isUp ? ('ready' as const) : ('waiting' as const);
        return { ok: isUp, writes, services: services() };
      },
    }),
    route({
      method: 'GET',
      path: '/api/openapi.json',
      access: 'anyone',
      summary: 'Get this API description',
      answer: 'raw',
      handle: () => Response.json(openApi(allRoutes(), platform.site.words().name, platform.origin())),
    }),
    route({
      method: 'GET',
      path: '/metrics',
      access: 'loopback',
      summary: 'Get metrics for Prometheus',
      answer: 'raw',
      handle: async () =>
        new Response(await metrics.text(), { headers: { 'content-type': 'text/plain; version=0.0.4' } }),
    }),
    route({
      method: 'GET',
      path: '/api/home',
      access: 'anyone',
      summary: 'Get the data of the home page',
      answer: 'raw',
      async handle() {
        const part = async (path: string) => (await ask(path)).data;
        const [documents, products] = await Promise.all([
          part('/api/documents?opening=mutual-nda'),
          part('/api/store/products'),
        ]);
        return Response.json({ documents, products, plans: planLines() });
      },
    }),
    route({
      method: 'GET',
      path: '/api/opened/pages',
      access: 'anyone',
      summary: 'List the pages of this site',
      answer: z.array(
        z.object({ path: z.string(), access: z.string(), archetype: z.string(), listed: z.boolean() }),
      ),
      handle: () => pages(),
    }),
  ];
}
