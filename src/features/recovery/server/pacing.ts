import { sql } from 'kysely';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';

/** When an owner last wrote to somebody, with whatever mail: how often one person is written to counts over all of it. */

interface Reader {
  owner_id: string;
  email_key: string;
}

const keyOf = ({ owner_id, email_key }: Reader): string => `${owner_id} ${email_key}`;

export async function lastMailed(
  db: AnyKysely,
  readers: readonly Reader[],
): Promise<(reader: Reader) => Date | null> {
  const { rows } = await sql<Reader & { mailed_at: Date | null }>`
    select b.owner_id, b.email_key, b.mailed_at from recovery_buyer b
    join (select distinct owner_id, email_key from jsonb_to_recordset(${asJsonb(readers)}) as r (owner_id text, email_key text)) r
      on r.owner_id = b.owner_id and r.email_key = b.email_key`.execute(db);
  const known = new Map(rows.map((row) => [keyOf(row), row.mailed_at]));
  return (reader) => known.get(keyOf(reader)) ?? null;
}

/** Last in a transaction: whoever sends comes to these rows after all others. */
export async function noteMailed(trx: AnyTransaction, readers: readonly Reader[], now: Date): Promise<void> {
  if (readers.length === 0) return;
  await sql`
    insert into recovery_buyer (owner_id, email_key, mailed_at)
    select distinct owner_id, email_key, ${now}::timestamptz
    from jsonb_to_recordset(${asJsonb(readers)}) as r (owner_id text, email_key text)
    order by owner_id, email_key
    on conflict (owner_id, email_key) do update set mailed_at = excluded.mailed_at`.execute(trx);
}
