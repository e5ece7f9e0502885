import { sql } from 'kysely';
import * as z from 'zod/mini';
import { Problem } from '#base/problem.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { formAnswer, formName, mostForms, simpleRecord, type SimpleRecordBody } from '../rules/forms.ts';
import { sizes } from '../rules/sizes.ts';
import { say } from '../rules/words.ts';
import type { SavedTables } from './tables.ts';

const named = z.object({ template: formName });
const path = '/api/saved-forms/:template';
/** What surrounds the record in a body. */
const frame = 1000;

/** The simple records of a member: the state of a form under its name, the newest of all devices. */
export function formRoutes(db: Database): Route[] {
  const tables = db.tables<SavedTables>();

  async function read(owner: string, template: string): Promise<SimpleRecordBody | null> {
    const row = await tables
      .selectFrom('saved_form')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('template', '=', template)
      .executeTakeFirst();
    return row ? bodyOf(row) : null;
  }

  return [
    route({
      method: 'GET',
      path,
      access: 'member',
      summary: 'The state of a form that you left; null when there is none.',
      params: named,
      answer: formAnswer,
      handle: async ({ viewer, params }) => ({ record: await read(viewer.uid, params.template) }),
    }),
    route({
      method: 'PUT',
      path,
      access: 'member',
      summary: 'Keeps the state of a form; an older one never replaces a newer.',
      params: named,
      body: simpleRecord,
      maxBody: 4 * 1024 * 1024,
      answer: formAnswer,
      limit: { name: 'saved-form', max: 240, perSeconds: 60, by: 'viewer' },
      async handle({ viewer: { uid }, params: { template }, body }) {
        const data = JSON.stringify(body.data);
        if (data.length > sizes.simpleLimit + frame) throw new Problem('too_large', say('tooLarge'));
        await sql`
          insert into saved_form (owner_id, template, data, storage_note, at)
          select ${uid}, ${template}, ${data}::json, ${body.storageNote ?? null}::text, ${body.timestamp}::timestamptz
          where (select count(*) from saved_form where owner_id = ${uid} and template <> ${template}) < ${mostForms}
          on conflict (owner_id, template) do update
            set data = excluded.data, storage_note = excluded.storage_note, at = excluded.at
            where saved_form.at <= excluded.at`.execute(tables);
        const record = await read(uid, template);
        if (!record) throw new Problem('limit_reached', say('limitReached'));
        return { record };
      },
    }),
  ];
}

export const bodyOf = (row: {
  data: SimpleRecordBody['data'];
  storage_note: string | null;
  at: Date;
}): SimpleRecordBody => ({
  data: row.data,
  ...(row.storage_note !== null && { storageNote: row.storage_note }),
  timestamp: row.at.toISOString(),
});
