import { mailAddressKey } from '#base/mail-address.ts';
import type { PersonData } from '#platform/server/feature.ts';
import { createConsent, type ConsentPlatform } from './public.ts';
import { erasedKey } from './erased.ts';
import type { ConsentTables } from './tables.ts';

export function consentPerson(platform: ConsentPlatform): PersonData {
  const { db, secret } = platform;
  const consent = createConsent(platform);
  return {
    async export(email) {
      const tables = db.tables<ConsentTables>();
      const consents = await tables
        .selectFrom('consent_record')
        .selectAll()
        .where('address_key', '=', mailAddressKey(email))
        .orderBy('purpose')
        .execute();
      const suppressions = await tables
        .selectFrom('suppression')
        .select(['reason', 'scope', 'at'])
        .where('address_key', 'in', [mailAddressKey(email), erasedKey(secret, email)])
        .orderBy('at')
        .execute();
      return consents.length + suppressions.length === 0 ? null : { consents, suppressions };
    },

    async erase(email) {
      return db.transaction<ConsentTables, string[]>(async (trx) => {
        const key = mailAddressKey(email);
        const records = await trx
          .deleteFrom('consent_record')
          .where('address_key', '=', key)
          .executeTakeFirst();
        const suppressions = await trx
          .deleteFrom('suppression')
          .where('address_key', '=', key)
          .executeTakeFirst();
        await consent.suppress(trx, { email, scope: 'marketing', reason: 'erased' });
        return [
          `${records.numDeletedRows} consents and ${suppressions.numDeletedRows} suppressions removed`,
          'kept: a keyed hash of the address, so that it never gets unwanted email again',
        ];
      });
    },
  };
}
