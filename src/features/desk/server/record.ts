import { sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import { type Done, type Operator, Unanswered } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Outcome, outcomeOf } from '#platform/server/security/security-log.ts';
import type { DeskTables } from './tables.ts';

/** The request that it came by, for the security log. */
export interface From {
  address: string;
  route: string;
  request: string;
}

export interface Deed {
  by: Operator;
  /** Such as "orders refund". */
  act: string;
  /** What it was done to; an email address is kept as a keyed hash. */
  subject: string;
  from?: From | undefined;
}

/** Part of a name or act; an outcome as it is kept. */
interface Sought {
  who?: string;
  act?: string;
  outcome?: string;
}

type Facts = Done['after'];

/** One line about one thing: by whom, which act of its page, and how it ended. */
export interface Recorded {
  at: Date;
  operator: string;
  act: string;
  outcome: string;
}

const mostOfOne = 100;

export type DeskRecord = ReturnType<typeof createRecord>;

/** Who did what at the desk, to what, with what before and after. */
export function createRecord({
  db,
  clock,
  security,
  config,
  log,
}: Pick<Platform, 'db' | 'clock' | 'security' | 'config' | 'log'>) {
  const tables = () => db.tables<DeskTables>();
  /** An address tells who it is to whoever asks with it; where it is tells everybody something. */
  const kept = (text: string): string => {
    const [, place] = /^[^\s@]+@([^\s@]+)$/.exec(text) ?? [];
    return place === undefined
      ? storable(text)
      : `…@${storable(place)}, address ${security.addressKey(text)}`;
  };
  const subjectOf = (subject: string): string =>
    subject.includes('@') ? `address ${security.addressKey(subject)}` : storable(subject).slice(0, 200);
  const record = {
    /** Does it between the two halves of its line. */
    async through(what: Deed, deed: () => Promise<Done>): Promise<Done> {
      const line = await record.begin(what);
      const done = await deed().catch(async (error: unknown) => {
        const outcome = error instanceof Problem ? outcomeOf(error.code) : 'failed';
        await record.end(line, what, outcome, error instanceof Unanswered ? error.known : {});
        throw error;
      });
      // What is done is done, whatever becomes of its line.
      await record
        .end(line, what, 'ok', { before: done.before, after: done.after })
        .catch((error: unknown) =>
          log.error('desk: couldn’t write how an act ended', { error, act: what.act }),
        );
      return done;
    },

    /** Before it happens, so that whatever happened has its line. */
    async begin({ by, act, subject }: Deed): Promise<number> {
      const { id } = await tables()
        .insertInto('desk_record')
        .values({
          at: clock.now(),
          operator_id: by.id,
          operator: by.name,
          act,
          subject: subjectOf(subject),
          outcome: 'begun',
          before: null,
          after: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async end(
      id: number,
      { by, act, from }: Deed,
      outcome: Outcome,
      facts?: { before?: Facts | undefined; after?: Facts | undefined },
    ) {
      await tables()
        .updateTable('desk_record')
        .set({
          outcome: outcome === 'ok' ? 'done' : outcome,
          before: asJson(facts?.before, kept),
          after: asJson(facts?.after, kept),
        })
        .where('id', '=', id)
        .execute();
      await security.write({ what: `desk: ${act}`, outcome, account: by.id, how: 'desk', ...from });
    },

    read: (before: number | null, limit: number, { who = '', act = '', outcome = '' }: Sought = {}) =>
      tables()
        .selectFrom('desk_record')
        .selectAll()
        .$if(before !== null, (query) => query.where('id', '<', before ?? 0))
        // The end of an ID, as the page shows it beside the name, finds one of two who are called the same.
        .$if(who !== '', (query) =>
          query.where(({ eb, or, fn }) =>
            or([
              eb(
                fn<number>('strpos', [fn('lower', ['operator']), eb.val(storable(who).toLowerCase())]),
                '>',
                0,
              ),
              eb(fn<string>('right', ['operator_id', eb.val(4)]), '=', storable(who)),
            ]),
          ),
        )
        .$if(act !== '', (query) =>
          query.where(({ eb, fn }) =>
            eb(fn<number>('strpos', ['act', eb.val(storable(act).toLowerCase())]), '>', 0),
          ),
        )
        .$if(outcome !== '', (query) => query.where('outcome', '=', storable(outcome)))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** What was done to one thing of a page, the oldest first. */
    async of(path: string, id: string): Promise<Recorded[]> {
      const rows = await tables()
        .selectFrom('desk_record')
        .select(['at', 'operator', 'act', 'outcome'])
        .where('subject', '=', subjectOf(id))
        .where((eb) => eb(eb.fn<boolean>('starts_with', ['act', eb.val(`${path} `)]), '=', true))
        .orderBy('id', 'desc')
        .limit(mostOfOne)
        .execute();
      return rows.toReversed().map((row) => ({ ...row, act: row.act.slice(path.length + 1) }));
    },

    /** As long as the security log, of which it is the part that names what changed. */
    async forget(): Promise<void> {
      const oldest = new Date(clock.now().getTime() - config.securityLogDays * 86_400_000);
      await tables().deleteFrom('desk_record').where('at', '<', oldest).execute();
    },
  };
  return record;
}

/** The database keeps neither a NUL nor half a letter. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const mostFacts = 4000;

function asJson(facts: Facts | undefined, kept: (text: string) => string) {
  if (!facts) return null;
  const text = JSON.stringify(facts, (_, value: unknown) =>
    typeof value === 'string' ? kept(value) : value,
  );
  return sql<never>`${text.length > mostFacts ? JSON.stringify({ length: text.length }) : text}::jsonb`;
}
