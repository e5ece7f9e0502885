import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { csvCell } from '#base/csv.ts';
import { Problem } from '#base/problem.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { funnelId, leadsAnswer } from '../rules/contract.ts';
import { ownHead } from './heads.ts';
import { leadPages } from './lead-pages.ts';
import type { FunnelTables } from './tables.ts';

const one = z.object({ id: funnelId });
const member = { access: 'member' } as const;

/** What a member does with the addresses that were left on their pages. */
export function leadRoutes(db: Database): Route[] {
  const tables = () => db.tables<FunnelTables>();
  const rowOf = ownHead(db);

  return [
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/leads',
      summary: 'List the newest 200 leads of a funnel, with the total',
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
            boughtAt: row.bought_at?.toISOString() ?? null,
            giftMailedAt: row.gift_mailed_at?.toISOString() ?? null,
            downloadedAt: row.downloaded_at?.toISOString() ?? null,
          })),
        };
      },
    }),
    route({
      ...member,
      method: 'GET',
      path: '/api/funnels/:id/leads.csv',
      summary: 'Export all leads of a funnel as CSV',
      params: one,
      answer: 'raw',
      async handle({ viewer, params }) {
        const { slug } = await rowOf(viewer.uid, params.id);
        const table = Readable.toWeb(Readable.from(csvOf(db, viewer.uid, params.id), { objectMode: false }));
        return new Response(table as ReadableStream<Uint8Array<ArrayBuffer>>, {
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
      summary: 'Delete a lead',
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
  ];
}

async function* csvOf(db: Database, owner: string, funnel: string): AsyncGenerator<string> {
  yield '\ufeffaddress,name,step,source,left_at,confirmed_at,bought_at,agreed_to,file_emailed_at,got_file_at\r\n';
  for await (const leads of leadPages(db, owner, funnel)) {
    const lines = leads.map((row) =>
      [
        row.address,
        row.name,
        row.step,
        row.source,
        row.at.toISOString(),
        row.confirmed_at?.toISOString() ?? '',
        row.bought_at?.toISOString() ?? '',
        row.consent_text,
        row.gift_mailed_at?.toISOString() ?? '',
        row.downloaded_at?.toISOString() ?? '',
      ]
        .map(csvCell)
        .join(','),
    );
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
  }
}
