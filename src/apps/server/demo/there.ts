import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import { demoDomain } from './people.ts';

export async function isDemoThere(db: Pick<Database, 'tables'>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account_user where email like ${`%@${demoDomain}`} limit 1`.execute(db.tables());
  return rows.length > 0;
}
