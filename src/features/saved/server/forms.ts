import { type Selectable, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Room } from '#features/plans/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { epochOf } from '#platform/server/database/epoch.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import {
  caughtUp,
  contentOfLeaves,
  type FormState,
  leavesOfContent,
  mergeForm,
  mostPaths,
  noForm,
  replaceForm,
} from '../rules/form-merge.ts';
import {
  type FormAnswer,
  formAnswer,
  type FormChange,
  formChange,
  formName,
  mostForms,
  simpleRecord,
  type SimpleRecordBody,
} from '../rules/forms.ts';
import { sizes } from '../rules/sizes.ts';
import { say } from '../rules/words.ts';
import type { SavedTables } from './tables.ts';

type FormRow = Selectable<SavedTables['saved_form']>;

const named = z.object({ template: formName });
const path = '/api/saved-forms/:template';
/** What surrounds the record in a body. */
const frame = 1000;

/** The simple records of a member: the state of a form under its name, merged field by field from all devices. */
export function formRoutes(db: Database, now: () => Date, within: Room['within']): Route[] {
  const rowOf = (from: Pick<Transaction<SavedTables>, 'selectFrom'>, owner: string, template: string) =>
    from.selectFrom('saved_form').selectAll().where('owner_id', '=', owner).where('template', '=', template);

  async function answer(row: FormRow | undefined): Promise<FormAnswer> {
    const epoch = await epochOf(db);
    if (!row) return { record: null, version: 0, epoch, others: [] };
    return { record: bodyOf(row), version: stateOf(row).version, epoch, others: row.others };
  }

  async function write(
    owner: string,
    template: string,
    body: FormChange | SimpleRecordBody,
  ): Promise<FormRow | undefined> {
    const epoch = await epochOf(db);
    const put = async (trx: Transaction<SavedTables>): Promise<FormRow | undefined> => {
      // One write of a form at a time, the first one too: the place in this line is the order of devices.
      await holdLock(trx, `form ${owner} ${template}`);
      const row = await rowOf(trx, owner, template).executeTakeFirst();
      const before = row ? stateOf(row) : noForm;
      const at = now().toISOString();
      const after =
        'device' in body
          ? mergeForm(before, assertKnown(body, before, epoch), at, newOtherId)
          : replaceForm(before, body.data.content, at, newOtherId);
      const data =
        'device' in body
          ? { content: contentOfLeaves(after.leaves) }
          : (body.data as SimpleRecordBody['data']);
      const text = JSON.stringify(data);
      if (text.length > sizes.simpleLimit + frame || Object.keys(after.leaves).length > mostPaths)
        throw new Problem('too_large', say('tooLarge'));
      // What a clock says is kept as it was said, and decides nothing.
      const stamp = soundTime(body.timestamp) ?? at;
      const note = 'device' in body ? null : (body.storageNote ?? null);
      await sql`
        insert into saved_form (owner_id, template, data, storage_note, at, version, versions, others, turns, merged_at)
        select ${owner}, ${template}, ${text}::json, ${note}::text, ${stamp}::timestamptz, ${after.version}::integer,
          ${JSON.stringify(after.versions)}::json, ${JSON.stringify(after.others)}::json,
          ${JSON.stringify(after.turns)}::json, ${stamp}::timestamptz
        where (select count(*) from saved_form where owner_id = ${owner} and template <> ${template}) < ${mostForms}
        on conflict (owner_id, template) do update
          set data = excluded.data, storage_note = excluded.storage_note, at = excluded.at, version = excluded.version,
            versions = excluded.versions, others = excluded.others, turns = excluded.turns,
            merged_at = excluded.merged_at`.execute(trx);
      return rowOf(trx, owner, template).executeTakeFirst();
    };
    return db.transaction<SavedTables, FormRow | undefined>((trx) => within(trx, owner, () => put(trx)));
  }

  return [
    route({
      method: 'GET',
      path,
      access: 'member',
      summary: 'Get the saved state of a form',
      description: 'Null if there is none.',
      params: named,
      answer: formAnswer,
      handle: async ({ viewer, params }) =>
        answer(await rowOf(db.tables<SavedTables>(), viewer.uid, params.template).executeTakeFirst()),
    }),
    route({
      method: 'PUT',
      path,
      access: 'member',
      summary: 'Save the state of a form',
      description:
        'Send all of it, or only the fields that changed. A value that a later write replaces can be restored.',
      params: named,
      body: z.union([formChange, simpleRecord]),
      maxBody: 4 * 1024 * 1024,
      answer: formAnswer,
      limit: { name: 'saved-form', max: 240, perSeconds: 60, by: 'viewer' },
      async handle({ viewer: { uid }, params: { template }, body }) {
        const row = await write(uid, template, body);
        if (!row) throw new Problem('limit_reached', say('limitReached'));
        return answer(row);
      },
    }),
  ];
}

function soundTime(text: string): string | null {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 1970 && year < 10_000 ? time.toISOString() : null;
}

const newOtherId = (): string => randomText(16);

/** A device that knows more than there is was told by a history that a backup has ended: it begins anew. */
function assertKnown(body: FormChange, before: FormState, epoch: string): FormChange {
  const isAhead = body.changed.some(({ upon }) => upon > before.version);
  if (isAhead || (body.epoch !== null && body.epoch !== epoch))
    throw new Problem('conflict', 'The server was restored from a backup. Send everything again.');
  return body;
}

function stateOf(row: FormRow): FormState {
  const { version, versions, others, turns } = row;
  const state = { version, leaves: leavesOfContent(row.data.content), versions, others, turns };
  return row.merged_at?.getTime() === row.at.getTime() ? state : caughtUp(state);
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
