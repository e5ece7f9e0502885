import { sql } from 'kysely';
import { forgetTexts } from '#features/consent/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';

/** A person left this list: what was agreed to at their number goes with the last who has it there. */
export async function forgetTextsUnshared(
  trx: AnyTransaction,
  { ownerId, number }: { ownerId: string; number: string },
): Promise<void> {
  const { rows } = await sql`
    select from contact where owner_id = ${ownerId} and phone = ${number} limit 1`.execute(trx);
  if (rows.length === 0) await forgetTexts(trx, { ownerId, number });
}
