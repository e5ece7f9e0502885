import { sql } from 'kysely';
import type { AnyKysely } from '#platform/server/database/database.ts';

export type { Finish, Finished } from './finishing.ts';

/** What a member's agreements hold, in bytes: texts, and files as signed and sealed. */
export async function agreementBytes(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from agreement where owner_id = ${uid}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
