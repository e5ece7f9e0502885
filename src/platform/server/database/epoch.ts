import { randomText } from '#base/id.ts';
import type pg from 'pg';
import type { Database } from './database.ts';
import { isDatabaseAway } from './unavailable.ts';

const key = 'epoch';
const known = new WeakMap<Database, Promise<string>>();
const listening = new WeakSet<Database>();

/**
 * Identifies the history that this database continues. After a restore, change numbers start again where the backup
 * ended, and after a failover perhaps a little before what devices were told, so a device that remembers a position in
 * another history starts from the beginning.
 */
export function epochOf(db: Database): Promise<string> {
  const asked = known.get(db);
  if (asked) return asked;
  if (!listening.has(db)) {
    listening.add(db);
    // A failover cuts all connections: whoever answers now may be another server.
    db.listen(
      key,
      () => {},
      () => known.delete(db),
    );
  }
  const reading = read(db);
  known.set(db, reading);
  reading.catch(() => known.get(db) === reading && known.delete(db));
  return reading;
}

/** PostgreSQL counts up at each promotion; where it doesn't say, only a restore begins another history. */
async function timelineOf({ pool }: Database): Promise<number> {
  const { rows } = await pool
    .query<{ timeline: string }>('select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline')
    .catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return { rows: [] };
    });
  return Number.parseInt(rows[0]?.timeline ?? '1', 16);
}

async function read(db: Database): Promise<string> {
  const { pool } = db;
  await pool.query(
    'insert into hub_meta (key, value) values ($1, to_jsonb($2::text)) on conflict do nothing',
    [key, randomText(20)],
  );
  const { rows } = await pool.query<{ value: string }>('select value from hub_meta where key = $1', [key]);
  const timeline = await timelineOf(db);
  return `${rows[0]?.value ?? ''}${timeline > 1 ? `.${timeline}` : ''}`;
}

/** After a backup was restored. */
export async function renewEpoch(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into hub_meta (key, value) values ($1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value`,
    [key, randomText(20)],
  );
}
