import { sql } from 'kysely';
import type { AnyKysely } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Purpose, SuppressionReason } from '../rules/contract.ts';
import type { ConsentTables } from './tables.ts';

type Asked = { addressKey: string; purpose: Purpose };

export interface Standing {
  record: Pick<
    ConsentTables['consent_record'],
    'consent_text' | 'source' | 'given_at' | 'confirmed_at' | 'withdrawn_at'
  > | null;
  suppressed: SuppressionReason | null;
}

const keyOf = ({ addressKey, purpose }: Asked): string => `${purpose} ${addressKey}`;

/** What many people agreed to, at the cost of one question. Mail asks about each once more, just before it goes. */
export async function standings(db: AnyKysely, asked: readonly Asked[]): Promise<(one: Asked) => Standing> {
  const { rows } = await sql<
    Asked &
      Partial<NonNullable<Standing['record']>> & { id: string | null; suppressed: SuppressionReason | null }
  >`
    select a."addressKey", a.purpose, k.id, k.consent_text, k.source, k.given_at, k.confirmed_at, k.withdrawn_at,
      (select s.reason from suppression s where s.address_key = a."addressKey" order by s.at limit 1) as suppressed
    from (select distinct "addressKey", purpose
      from jsonb_to_recordset(${asJsonb(asked)}) as r ("addressKey" text, purpose text)) a
    left join consent_record k on k.address_key = a."addressKey" and k.purpose = a.purpose`.execute(db);
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return (one) => {
    const row = known.get(keyOf(one));
    return {
      record: row?.id ? (row as unknown as NonNullable<Standing['record']>) : null,
      suppressed: row?.suppressed ?? null,
    };
  };
}
