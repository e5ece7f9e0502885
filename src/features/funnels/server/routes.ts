import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import { readBody } from '#platform/server/http/body.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { newWebhookSecret } from '#platform/server/webhooks/signature.ts';
import { outsideOnly, parseTarget, TargetRefused } from '#platform/server/webhooks/target.ts';
import {
  changesAnswer,
  funnelAnswer,
  funnelId,
  funnelsApi,
  hookAnswer,
  hookBody,
  leadsAnswer,
  mostBytes,
  numbersAnswer,
  overviewAnswer,
  pictureAnswer,
  removeBody,
  versionsAnswer,
  writeAnswer,
  writeBody,
} from '../rules/contract.ts';
import { changesAfter, headOf } from './heads.ts';
import type { Numbers } from './numbers.ts';
import { mostPictureBytes, type Pictures } from './pictures.ts';
import type { FunnelRow, FunnelTables } from './tables.ts';
import type { Writes } from './writes.ts';

interface RouteTools {
  platform: Pick<Platform, 'db' | 'config' | 'clock'>;
  writes: Writes;
  numbers: Numbers;
  pictures: Pictures;
}

const one = z.object({ id: funnelId });
const whole = z._default(z.coerce.number<string>().check(z.int(), z.minimum(0)), 0);
const member = { access: 'member' } as const;
/** Escaped, what a funnel holds may take half as much again. */
const maxBody = mostBytes * 1.5;

export function funnelRoutes({ platform, writes, numbers, pictures }: RouteTools): Route[] {
  const { db, config } = platform;
  const tables = () => db.tables<FunnelTables>();

  async function rowOf(
    owner: string,
    id: string,
  ): Promise<FunnelRow & { doc: NonNullable<FunnelRow['doc']> }> {
    const row = await tables()
      .selectFrom('funnel')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row?.doc || row.is_purged) throw new Problem('not_found');
    return { ...row, doc: row.doc };
  }

  return [
    route({
      ...member,
      method: 'GET',
      path: funnelsApi.all,
      summary: 'Changes of your funnels after a place in their order.',
      query: z.object({ after: whole }),
      answer: changesAnswer,
      handle: ({ viewer, query }) => changesAfter(db, viewer.uid, query.after),
    }),
    route({
      ...member,
      method: 'GET',
      path: funnelsApi.overview,
      summary: 'Your funnels with the visitors of 30 days and their leads.',
      answer: overviewAnswer,
      handle: ({ viewer }) => numbers.overview(viewer.uid),
    }),
    route({
      ...member,
      method: 'POST',
      path: funnelsApi.pictures,
      summary: 'Keeps a picture for a page.',
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
      summary: 'A funnel.',
      params: one,
      answer: funnelAnswer,
      async handle({ viewer, params }) {
        const row = await rowOf(viewer.uid, params.id);
        return { funnel: row.doc, head: headOf(row) };
      },
    }),
    route({
      ...member,
      method: 'PUT',
      path: '/api/funnels/:id',
      summary: 'Saves a funnel, publishes it or takes it down; a conflicting edit becomes a copy.',
      params: one,
      body: writeBody,
      maxBody,
      answer: writeAnswer,
      limit: { name: 'funnel-write', max: 240, perSeconds: 60, by: 'viewer' },
      handle: ({ viewer, params, body }) => writes.write(viewer.uid, params.id, body),
    }),
    route({
      ...member,
      method: 'DELETE',
      path: '/api/funnels/:id',
      summary: 'Deletes a funnel with its pages, its leads and its numbers.',
      params: one,
      body: removeBody,
      answer: writeAnswer,
      handle: ({ viewer, params, body }) => writes.remove(viewer.uid, params.id, body.key, body.base),
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/versions',
      summary: 'Earlier versions of a funnel, the newest first.',
      params: one,
      answer: versionsAnswer,
      async handle({ viewer, params }) {
        const { live_version } = await rowOf(viewer.uid, params.id);
        const rows = await tables()
          .selectFrom('funnel_version')
          .selectAll()
          .where('owner_id', '=', viewer.uid)
          .where('funnel_id', '=', params.id)
          .orderBy('version', 'desc')
          .limit(100)
          .execute();
        return {
          versions: rows.map(({ version, at, doc }) => ({
            version,
            at: at.toISOString(),
            name: doc.name,
            steps: doc.steps.length,
            isLive: version === live_version,
          })),
        };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/versions/:version',
      summary: 'A funnel as it was.',
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
      path: '/api/funnels/:id/leads',
      summary: 'The newest 200 addresses that were left in a funnel, and how many there are.',
      params: one,
      answer: leadsAnswer,
      async handle({ viewer, params }) {
        await rowOf(viewer.uid, params.id);
        const mine = tables()
          .selectFrom('funnel_lead')
          .where('owner_id', '=', viewer.uid)
          .where('funnel_id', '=', params.id);
        const rows = await mine.selectAll().orderBy('at', 'desc').limit(200).execute();
        const { total, unconfirmed } = await mine
          .select((row) => [
            row.fn.countAll<number>().as('total'),
            row.fn
              .countAll<number>()
              .filterWhere('mailed_at', 'is not', null)
              .filterWhere('confirmed_at', 'is', null)
              .as('unconfirmed'),
          ])
          .executeTakeFirstOrThrow();
        return {
          total,
          unconfirmed,
          leads: rows.map((row) => ({
            id: row.id,
            address: row.address,
            name: row.name,
            step: row.step,
            source: row.source,
            consentText: row.consent_text,
            at: row.at.toISOString(),
            confirmedAt: row.confirmed_at?.toISOString() ?? null,
          })),
        };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/leads.csv',
      summary: 'All addresses that were left in a funnel, as a table.',
      params: one,
      answer: 'raw',
      async handle({ viewer, params }) {
        const { slug } = await rowOf(viewer.uid, params.id);
        const rows = await tables()
          .selectFrom('funnel_lead')
          .selectAll()
          .where('owner_id', '=', viewer.uid)
          .where('funnel_id', '=', params.id)
          .orderBy('at')
          .execute();
        const head = 'address,name,step,source,left_at,confirmed_at,agreed_to';
        const lines = rows.map((row) =>
          [
            row.address,
            row.name,
            row.step,
            row.source,
            row.at.toISOString(),
            row.confirmed_at?.toISOString() ?? '',
            row.consent_text,
          ]
            .map(cell)
            .join(','),
        );
        return new Response(`\ufeff${[head, ...lines].join('\r\n')}\r\n`, {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'cache-control': 'no-store',
            'content-disposition': `attachment; filename="leads-${slug}.csv"`,
          },
        });
      },
    }),
    route({
      ...member,
      method: 'DELETE',
      path: '/api/funnels/:id/leads/:lead',
      summary: 'Deletes an address that was left in a funnel.',
      params: z.object({ id: funnelId, lead: z.string().check(z.regex(/^[\w-]{1,64}$/)) }),
      answer: z.object({ deleted: z.boolean() }),
      async handle({ viewer, params }) {
        const { numDeletedRows } = await tables()
          .deleteFrom('funnel_lead')
          .where('owner_id', '=', viewer.uid)
          .where('funnel_id', '=', params.id)
          .where('id', '=', params.lead)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new Problem('not_found');
        return { deleted: true };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/numbers',
      summary: 'Visitors, leads and presses of a funnel, by step, day, source and device.',
      params: one,
      query: z.object({
        days: z._default(z.coerce.number<string>().check(z.int(), z.minimum(1), z.maximum(365)), 30),
      }),
      answer: numbersAnswer,
      async handle({ viewer, params, query }) {
        const { doc } = await rowOf(viewer.uid, params.id);
        return numbers.of(viewer.uid, params.id, query.days, doc.steps[0]?.id ?? '');
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/hook',
      summary: 'Where your own program hears of leads and presses.',
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
      summary: 'Names the address of your own program; an empty one ends it.',
      params: one,
      body: hookBody,
      answer: hookAnswer,
      limit: { name: 'funnel-hook', max: 60, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, params, body }) {
        const { hook_secret } = await rowOf(viewer.uid, params.id);
        const url = body.url.trim() === '' ? null : target(body.url.trim(), config.live);
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

/** A cell that a spreadsheet does not take for a formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

function target(url: string, live: boolean): string {
  try {
    return parseTarget(url, outsideOnly(live)).href;
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error;
    const words = `This address cannot be told: it ${error.message === 'not https' ? 'must start with https://' : error.message}.`;
    throw new Problem('bad_request', words, { fields: { url: words } });
  }
}
