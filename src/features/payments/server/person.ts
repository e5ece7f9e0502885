import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentTables } from './tables.ts';

/** Books are kept: of a payment only its payer's address can go. */
export function paymentsPerson({ db }: Pick<Platform, 'db'>): PersonData {
  const theirs = (email: string) => sql<boolean>`lower(payer_email) = ${email.trim().toLowerCase()}`;
  return {
    erasing: {
      goes: 'Name and address in payments and donations',
      stays: 'Amounts and dates, as accounting rules require',
    },
    async export(email) {
      const rows = await db
        .tables<PaymentTables>()
        .selectFrom('payment')
        .select(['id', 'kind', 'reference', 'total_cents', 'currency', 'description', 'state', 'created_at'])
        .where(theirs(email))
        .orderBy('created_at')
        .execute();
      const donations = await db
        .tables<PaymentTables>()
        .selectFrom('donation')
        .select(['id', 'cents', 'name', 'message', 'email', 'state', 'created_at', 'paid_at'])
        .where('address_key', '=', mailAddressKey(email))
        .orderBy('created_at')
        .execute();
      return rows.length + donations.length > 0 ? { payments: rows, donations } : null;
    },
    async erase(email) {
      const { numUpdatedRows } = await db
        .tables<PaymentTables>()
        .updateTable('payment')
        .set({ payer_email: null })
        .where(theirs(email))
        .executeTakeFirst();
      const donations = await db
        .tables<PaymentTables>()
        .updateTable('donation')
        .set({ name: null, message: null, email: null, address_key: null, owner_id: null })
        .where('address_key', '=', mailAddressKey(email))
        .executeTakeFirst();
      const gone = numUpdatedRows + donations.numUpdatedRows;
      return gone === 0n
        ? []
        : [
            `removed name and address from ${numUpdatedRows} payments and ${donations.numUpdatedRows} donations; kept amounts and dates, as accounting rules require`,
          ];
    },
  };
}
