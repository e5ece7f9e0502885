import type { Database } from '../database/database.ts';

export interface LastBackup {
  at: string;
  bytes: number;
  file: string;
}

const key = 'last_backup';

export async function rememberBackup(db: Database, backup: LastBackup): Promise<void> {
  await db.pool.query(
    'insert into hub_meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, JSON.stringify(backup)],
  );
}

export async function lastBackup(db: Database): Promise<LastBackup | null> {
  const { rows } = await db.pool.query<{ value: LastBackup }>('select value from hub_meta where key = $1', [
    key,
  ]);
  return rows[0]?.value ?? null;
}
