import { sql } from 'kysely';
import * as z from 'zod/mini';
import { seconds } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { eventStream } from '#platform/server/http/event-stream.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { newWebhookSecret } from '#platform/server/webhooks/signature.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import {
  changesAnswer,
  funnelAnswer,
  funnelId,
  funnelsApi,
  hookAnswer,
  hookBody,
  mostBytes,
  mostValues,
  numbersAnswer,
  overviewAnswer,
  pictureAnswer,
  removeBody,
  versionsAnswer,
  writeAnswer,
  writeBody,
} from '../rules/contract.ts';
import { endSplitBody } from '../rules/split-contract.ts';
import { changesAfter, funnelOf, headOf, ownHead } from './heads.ts';
import type { News } from './news.ts';
import { mostPictureBytes, type Pictures } from './pictures.ts';
import type { Report } from './report.ts';
import { endSplit } from './splits.ts';
import type { FunnelTables } from './tables.ts';
import type { Writes } from './writes.ts';

interface RouteTools {
  platform: Pick<Platform, 'db' | 'clock'>;
  writes: Writes;
  report: Report;
  pictures: Pictures;
  news: News;
  webhooks: Pick<Webhooks, 'accept'>;
  resolveViewer: ((request: Request) => Promise<Viewer>) | undefined;
}

const one = z.object({ id: funnelId });
const whole = z._default(z.coerce.number<string>().check(z.int(), z.minimum(0)), 0);
const member = { access: 'member' } as const;
/** Escaped, what a funnel holds may take half as much again. */
const maxBody = mostBytes * 1.5;

export function funnelRoutes({
  platform,
  writes,
  report,
  pictures,
  news,
  webhooks,
  resolveViewer,
}: RouteTools): Route[] {
  const { db } = platform;
  const tables = () => db.tables<FunnelTables>();
  const wholeOf = funnelOf(db);
  const rowOf = ownHead(db);

  return [
    route({
      ...member,
      method: 'GET',
      path: funnelsApi.all,
      summary: 'List changes to your funnels since a given version',
      query: z.object({ after: whole, epoch: z.optional(z.string().check(z.maxLength(100))) }),
      answer: changesAnswer,
      handle: ({ viewer, query }) => changesAfter(db, viewer.uid, query.after, query.epoch ?? null),
    }),
    route({
      ...member,
      method: 'GET',
      path: funnelsApi.overview,
      summary: 'List your funnels with visitors (last 30 days) and leads',
      answer: overviewAnswer,
      handle: ({ viewer }) => report.overview(viewer.uid),
    }),
    route({
      ...member,
      method: 'POST',
      path: funnelsApi.pictures,
      summary: 'Upload an image for a page',
      answer: pictureAnswer,
      limit: { name: 'funnel-picture', max: 120, perSeconds: 3600, by: 'viewer' },
      handle: async ({ viewer, request }) => ({
        src: await pictures.keep(viewer.uid, await readBody(request, mostPictureBytes + 1)),
      }),
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id',
      summary: 'Get a funnel',
      params: one,
      answer: funnelAnswer,
      async handle({ viewer, params }) {
        const row = await wholeOf(viewer.uid, params.id);
        return { funnel: row.doc, head: headOf(row) };
      },
    }),
    route({
      ...member,
      method: 'PUT',
      path: '/api/funnels/:id',
      summary: 'Save, publish or unpublish a funnel',
      description: 'A conflicting edit is saved as a copy.',
      params: one,
      body: writeBody,
      maxBody,
      maxValues: mostValues,
      answer: writeAnswer,
      limit: { name: 'funnel-write', max: 240, perSeconds: 60, by: 'viewer' },
      handle: ({ viewer, params, body }) => writes.write(viewer.uid, params.id, body),
    }),
    route({
      ...member,
      method: 'DELETE',
      path: '/api/funnels/:id',
      summary: 'Delete a funnel with its pages, leads and statistics',
      params: one,
      body: removeBody,
      answer: writeAnswer,
      handle: ({ viewer, params, body }) => writes.remove(viewer.uid, params.id, body.key, body.base),
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/versions',
      summary: 'List earlier versions of a funnel, newest first',
      params: one,
      answer: versionsAnswer,
      async handle({ viewer, params }) {
        const { live_version } = await rowOf(viewer.uid, params.id);
        const rows = await tables()
          .selectFrom('funnel_version')
          .select(['version', 'at'])
          .select([
            sql<string>`doc->>'name'`.as('name'),
            sql<number>`jsonb_array_length(doc->'steps')`.as('steps'),
          ])
          .where('owner_id', '=', viewer.uid)
          .where('funnel_id', '=', params.id)
          .orderBy('version', 'desc')
          .limit(100)
          .execute();
        return {
          versions: rows.map(({ version, at, name, steps }) => ({
            version,
            at: at.toISOString(),
            name,
            steps,
            isLive: version === live_version,
          })),
        };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/versions/:version',
      summary: 'Get an earlier version of a funnel',
      params: z.object({ id: funnelId, version: z.coerce.number<string>().check(z.int()) }),
      answer: funnelAnswer,
      async handle({ viewer, params }) {
        const row = await rowOf(viewer.uid, params.id);
        const then = await tables()
          .selectFrom('funnel_version')
          .select('doc')
          .where('owner_id', '=', viewer.uid)
          .where('funnel_id', '=', params.id)
          .where('version', '=', params.version)
          .executeTakeFirst();
        if (!then) throw new Problem('not_found');
        return { funnel: then.doc, head: headOf(row) };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/numbers',
      summary: 'Get a funnel’s visitors, leads and clicks',
      description: 'By step, day, source and device.',
      params: one,
      query: z.object({
        days: z._default(z.coerce.number<string>().check(z.int(), z.minimum(1), z.maximum(365)), 30),
      }),
      answer: numbersAnswer,
      async handle({ viewer, params, query }) {
        await rowOf(viewer.uid, params.id);
        const first = await tables()
          .selectFrom('funnel')
          .select(sql<string>`doc->'steps'->0->>'id'`.as('step'))
          .where('owner_id', '=', viewer.uid)
          .where('id', '=', params.id)
          .executeTakeFirst();
        return report.of(viewer.uid, params.id, query.days, first?.step ?? '');
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/numbers/news',
      summary: 'Stream a notice whenever a funnel’s statistics change',
      params: one,
      answer: 'raw',
      async handle({ viewer, params, request }) {
        await rowOf(viewer.uid, params.id);
        const isStillHere = async () => {
          const now = await resolveViewer?.(request);
          return now === undefined || (now.kind === 'member' && now.uid === viewer.uid);
        };
        return eventStream(request.signal, { isStillHere, heartbeatMs: seconds(20) }, ({ send }) => {
          send('event: live\ndata: 0\n\n');
          return news.follow(params.id, () => send('event: moved\ndata: 0\n\n'));
        });
      },
    }),
    route({
      ...member,
      method: 'POST',
      path: '/api/funnels/:id/split',
      summary: 'End the test of two versions of a page, or let it go on',
      description: 'Everybody gets the version that you keep. What you ended can go on: keep "both".',
      params: one,
      body: endSplitBody,
      answer: z.object({ done: z.literal(true) }),
      limit: { name: 'funnel-split', max: 120, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, params, body }) {
        await rowOf(viewer.uid, params.id);
        await endSplit(platform, { owner_id: viewer.uid, funnel_id: params.id }, body);
        return { done: true as const };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/hook',
      summary: 'Get the webhook for leads and clicks',
      params: one,
      answer: hookAnswer,
      async handle({ viewer, params }) {
        const { hook_url, hook_secret } = await rowOf(viewer.uid, params.id);
        return { url: hook_url, secret: hook_secret };
      },
    }),
    route({
      ...member,
      method: 'PUT',
      path: '/api/funnels/:id/hook',
      security: 'webhook',
      summary: 'Set the webhook for leads and clicks',
      description: 'An empty URL removes it.',
      params: one,
      body: hookBody,
      answer: hookAnswer,
      limit: { name: 'funnel-hook', max: 60, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, params, body }) {
        const { hook_secret } = await rowOf(viewer.uid, params.id);
        const url = body.url.trim() === '' ? null : await webhooks.accept(body.url.trim(), 'url');
        const secret = url === null ? null : (hook_secret ?? newWebhookSecret());
        await tables()
          .updateTable('funnel')
          .set({ hook_url: url, hook_secret: secret })
          .where('owner_id', '=', viewer.uid)
          .where('id', '=', params.id)
          .execute();
        return { url, secret };
      },
    }),
  ];
}
