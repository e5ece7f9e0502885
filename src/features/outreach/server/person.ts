import { mailAddressKey } from '#base/mail-address.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { OutreachTables } from './tables.ts';

/** What this feature keeps about an address. Who subscribed stands in the consent record, which answers for itself. */
export function outreachPerson({ db }: Pick<Platform, 'db'>): PersonData {
  return {
    async export(email) {
      const tables = db.tables<OutreachTables>();
      const key = mailAddressKey(email);
      const messages = await tables
        .selectFrom('contact_message')
        .select(['id', 'name', 'address', 'reason', 'message', 'conversation', 'held', 'received_at'])
        .where('address_key', '=', key)
        .orderBy('received_at')
        .execute();
      const replies = await tables
        .selectFrom('contact_reply as r')
        .innerJoin('contact_message as m', 'm.id', 'r.message_id')
        .select(['r.message_id', 'r.author', 'r.text', 'r.written_at'])
        .where('m.address_key', '=', key)
        .orderBy('r.written_at')
        .execute();
      const confirmations = await tables
        .selectFrom('newsletter_request')
        .select(['address', 'mailed_at'])
        .where('address_key', '=', key)
        .execute();
      const preferences = await tables
        .selectFrom('newsletter_reader')
        .select(['topics', 'paused_until', 'is_fewer', 'held_issue', 'sent_issue', 'sent_at'])
        .where('address_key', '=', key)
        .execute();
      return messages.length + confirmations.length + preferences.length === 0
        ? null
        : { messages, replies, confirmations, preferences };
    },

    erase: (email) =>
      db.transaction<OutreachTables, string[]>(async (trx) => {
        const key = mailAddressKey(email);
        const messages = await trx
          .deleteFrom('contact_message')
          .where('address_key', '=', key)
          .executeTakeFirst();
        const requests = await trx
          .deleteFrom('newsletter_request')
          .where('address_key', '=', key)
          .executeTakeFirst();
        await trx.deleteFrom('contact_receipt').where('address_key', '=', key).execute();
        const readers = await trx
          .deleteFrom('newsletter_reader')
          .where('address_key', '=', key)
          .executeTakeFirst();
        const gone = Number(messages.numDeletedRows) + Number(requests.numDeletedRows);
        return [
          ...(gone === 0
            ? []
            : [
                `${messages.numDeletedRows} contact messages and ${requests.numDeletedRows} newsletter requests removed`,
              ]),
          ...(readers.numDeletedRows > 0n ? ['what they chose of the newsletter removed'] : []),
        ];
      }),
  };
}
