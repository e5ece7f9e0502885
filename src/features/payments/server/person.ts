import { sql } from 'kysely';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentTables } from './tables.ts';

/** Books are kept: of a payment only its payer's address can go. */
export function paymentsPerson({ db }: Pick<Platform, 'db'>): PersonData {
  const theirs = (email: string) => sql<boolean>`lower(payer_email) = ${email.trim().toLowerCase()}`;
  return {
    async export(email) {
      const rows = await db
        .tables<PaymentTables>()
        .selectFrom('payment')
        .select(['id', 'kind', 'reference', 'total_cents', 'currency', 'description', 'state', 'created_at'])
        .where(theirs(email))
        .orderBy('created_at')
        .execute();
      return rows.length > 0 ? rows : null;
    },
    async erase(email) {
      const { numUpdatedRows } = await db
        .tables<PaymentTables>()
        .updateTable('payment')
        .set({ payer_email: null })
        .where(theirs(email))
        .executeTakeFirst();
      return numUpdatedRows === 0n
        ? []
        : [
            `the address taken out of ${numUpdatedRows} payments; amounts and dates stay, as the books must be kept`,
          ];
    },
  };
}
