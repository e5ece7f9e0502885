import { randomText } from '#base/id.ts';
import type pg from 'pg';
import type { Database } from './database.ts';

const key = 'epoch';
const known = new WeakMap<Database, Promise<string>>();

/**
 * Identifies the history that this database continues. After a restore, change numbers start again where the backup
 * ended, so a device that remembers a position in another history starts from the beginning.
 */
export function epochOf(db: Database): Promise<string> {
  const asked = known.get(db) ?? read(db);
  known.set(db, asked);
  asked.catch(() => known.delete(db));
  return asked;
}

async function read({ pool }: Database): Promise<string> {
  await pool.query(
    'insert into hub_meta (key, value) values ($1, to_jsonb($2::text)) on conflict do nothing',
    [key, randomText(20)],
  );
  const { rows } = await pool.query<{ value: string }>('select value from hub_meta where key = $1', [key]);
  return rows[0]?.value ?? '';
}

/** After a backup was restored. */
export async function renewEpoch(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into hub_meta (key, value) values ($1, to_jsonb($2::text))
     on conflict (key) do update set value = excluded.value`,
    [key, randomText(20)],
  );
}
