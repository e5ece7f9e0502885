import { sql } from 'kysely';
import type { Done, Operator } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Outcome } from '#platform/server/security/security-log.ts';
import type { DeskTables } from './tables.ts';

export interface Deed {
  by: Operator;
  /** Such as "orders refund". */
  act: string;
  /** What it was done to; an email address is kept as a keyed hash. */
  subject: string;
}

export type DeskRecord = ReturnType<typeof createRecord>;

/** Who did what at the desk, to what, with what before and after. */
export function createRecord({
  db,
  clock,
  security,
  config,
}: Pick<Platform, 'db' | 'clock' | 'security' | 'config'>) {
  const tables = () => db.tables<DeskTables>();
  return {
    /** Before it happens, so that whatever happened has its line. */
    async begin({ by, act, subject }: Deed): Promise<number> {
      const { id } = await tables()
        .insertInto('desk_record')
        .values({
          at: clock.now(),
          operator_id: by.id,
          operator: by.name,
          act,
          subject: subject.includes('@') ? `address ${security.addressKey(subject)}` : subject.slice(0, 200),
          outcome: 'begun',
          before: null,
          after: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async end(id: number, { by, act }: Deed, outcome: Outcome, facts?: Pick<Done, 'before' | 'after'>) {
      await tables()
        .updateTable('desk_record')
        .set({
          outcome: outcome === 'ok' ? 'done' : outcome,
          before: asJson(facts?.before),
          after: asJson(facts?.after),
        })
        .where('id', '=', id)
        .execute();
      await security.write({ what: `desk: ${act}`, outcome, account: by.id, how: 'desk' });
    },

    read: (before: number | null, limit: number) =>
      tables()
        .selectFrom('desk_record')
        .selectAll()
        .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** As long as the security log, of which it is the part that names what changed. */
    async forget(): Promise<void> {
      const oldest = new Date(clock.now().getTime() - config.securityLogDays * 86_400_000);
      await tables().deleteFrom('desk_record').where('at', '<', oldest).execute();
    },
  };
}

const mostFacts = 4000;

function asJson(facts: Readonly<Record<string, unknown>> | undefined) {
  if (!facts) return null;
  const text = JSON.stringify(facts);
  return sql<never>`${text.length > mostFacts ? JSON.stringify({ length: text.length }) : text}::jsonb`;
}
