import { mailAddressKey } from '#base/mail-address.ts';
import { memberOf, type Purpose, purposeOf } from '../rules/contract.ts';
import { erasedKey } from './erased.ts';
import { createConsent, type ConsentPlatform } from './public.ts';
import type { ConsentOptions } from './routes.ts';
import type { ConsentTables } from './tables.ts';

export type ConsentByHand = ReturnType<typeof createConsentByHand>;

/** What somebody agreed to, and what an operator takes back for them because they asked for it. */
export function createConsentByHand(
  platform: ConsentPlatform,
  { senderName }: Pick<ConsentOptions, 'senderName'> = {},
) {
  const { db, secret } = platform;
  const consent = createConsent(platform);

  async function labelOf(purpose: Purpose): Promise<string> {
    const uid = memberOf(purpose);
    const name = uid === null ? '' : ((await senderName?.(uid)) ?? '');
    return name === '' ? purposeOf(purpose).label : `email from ${name}`;
  }

  return {
    async known(email: string) {
      const tables = db.tables<ConsentTables>();
      const records = await tables
        .selectFrom('consent_record')
        .selectAll()
        .where('address_key', '=', mailAddressKey(email))
        .orderBy('given_at', 'desc')
        .execute();
      const suppressions = await tables
        .selectFrom('suppression')
        .selectAll()
        .where('address_key', 'in', [mailAddressKey(email), erasedKey(secret, email)])
        .orderBy('at')
        .execute();
      const consents = [];
      for (const record of records) consents.push({ ...record, label: await labelOf(record.purpose) });
      return { consents, suppressions };
    },

    /** As their own unsubscribe link does it. Returns the labels of what was taken back. */
    async withdraw(email: string, ids: readonly string[], isEverything: boolean): Promise<string[]> {
      const { consents } = await this.known(email);
      const done: string[] = [];
      await db.transaction(async (trx) => {
        for (const { purpose, label } of consents.filter(({ id }) => ids.includes(id)))
          if (await consent.withdraw(trx, { email, purpose })) done.push(label);
        if (isEverything) await consent.suppress(trx, { email, scope: 'marketing', reason: 'unsubscribed' });
      });
      return done;
    },
  };
}
