import { mailAddressKey } from '#base/mail-address.ts';
import { beginning, type PersonData } from '#platform/server/feature.ts';
import type { SuppressionReason } from '../rules/contract.ts';
import type { ConsentByHand } from './by-hand.ts';
import { createConsent, type ConsentPlatform } from './public.ts';
import { erasedKey } from './erased.ts';
import type { ConsentTables } from './tables.ts';

const minute = (at: Date | null): string => at?.toISOString().slice(0, 16).replace('T', ' ') ?? '';

const suppressionWords: Record<SuppressionReason, string> = {
  unsubscribed: 'Unsubscribed from everything',
  bounced: 'Bounced: the mailbox doesn’t exist',
  complained: 'Complained about mail',
  erased: 'Erased before',
};

export function consentPerson(platform: ConsentPlatform, byHand: ConsentByHand): PersonData {
  const { db, secret } = platform;
  const consent = createConsent(platform);
  return {
    erasing: {
      goes: 'Consents, with what they were given for',
      stays: 'A keyed hash of the address, so that it never gets unwanted email again',
    },
    async shown(email) {
      const known = await byHand.known(email);
      if (known.consents.length + known.suppressions.length === 0) return [];
      return [
        {
          is: 'table',
          title: 'Consents',
          columns: [
            { head: 'To' },
            { head: 'Given (UTC)' },
            { head: 'Confirmed (UTC)' },
            { head: 'Withdrawn (UTC)' },
            { head: 'Where' },
            { head: 'What they agreed to' },
          ],
          rows: known.consents.map((row) => [
            row.label,
            minute(row.given_at),
            minute(row.confirmed_at),
            row.withdrawn_at ? { text: minute(row.withdrawn_at), tone: 'warn' } : '',
            row.source,
            row.consent_text,
          ]),
          empty: 'None.',
        },
        ...(known.suppressions.length > 0
          ? [
              {
                is: 'facts' as const,
                title: 'What keeps mail from them',
                facts: known.suppressions.map(({ reason, scope, at }): [string, string] => [
                  `${minute(at)} UTC`,
                  `${suppressionWords[reason]}: ${scope === 'all' ? 'nothing is sent there' : 'no marketing'}`,
                ]),
              },
            ]
          : []),
      ];
    },
    async find(word, limit) {
      const like = beginning(word);
      const rows = await db
        .tables<ConsentTables>()
        .selectFrom('consent_record')
        .select(['address', 'purpose', 'withdrawn_at'])
        .where('address_key', 'like', like)
        .orderBy('address_key')
        .limit(limit)
        .execute();
      return rows.map(({ address, purpose, withdrawn_at }) => ({
        address,
        as: `${withdrawn_at ? 'former ' : ''}${purpose === 'newsletter' ? 'subscriber' : 'contact'}`,
      }));
    },
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
