import { sql } from 'kysely';
import type { AnyKysely } from '#platform/server/database/database.ts';

/** How many templates a member has, without the bin: what the limit of a plan counts. */
export async function countSaved(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_template where owner_id = ${uid} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export type { MayStore } from './writes.ts';
