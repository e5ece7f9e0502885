import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import type { DeskCell } from '#platform/server/desk.ts';
import { beginning, type PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { contactReasons } from '../rules/contact.ts';
import { heldWords, minute } from './contact/messages.ts';
import type { OutreachTables } from './tables.ts';

/** What this feature keeps about an address. Who subscribed stands in the consent record, which answers for itself. */
export function outreachPerson({ db }: Pick<Platform, 'db'>): PersonData {
  return {
    erasing: { goes: 'Messages to you with the answers, and what they chose of the newsletter' },
    async shown(email) {
      const tables = db.tables<OutreachTables>();
      const key = mailAddressKey(email);
      const messages = await tables
        .selectFrom('contact_message')
        .select(['id', 'name', 'reason', 'held', 'received_at'])
        .where('address_key', '=', key)
        .orderBy('received_at', 'desc')
        .limit(20)
        .execute();
      const reader = await tables
        .selectFrom('newsletter_reader')
        .selectAll()
        .where('address_key', '=', key)
        .executeTakeFirst();
      const chosen = reader && [
        ...(reader.topics.length > 0 ? [`topics: ${reader.topics.join(', ')}`] : []),
        ...(reader.is_fewer ? ['one a month at most'] : []),
        ...(reader.paused_until ? [`pause until ${reader.paused_until.toISOString().slice(0, 10)}`] : []),
      ];
      return [
        ...(messages.length > 0
          ? [
              {
                is: 'table' as const,
                title: 'Messages to you',
                columns: [{ head: 'About' }, { head: 'Name' }, { head: 'Received (UTC)' }],
                rows: messages.map(({ id, name, reason, held, received_at }): DeskCell[] => [
                  { text: contactReasons[reason], href: `/messages/${id}` },
                  held ? { text: `${name}, ${heldWords[held]}`, tone: 'muted' } : name,
                  minute(received_at),
                ]),
                empty: '',
              },
            ]
          : []),
        ...(reader
          ? [
              {
                is: 'facts' as const,
                title: 'Newsletter',
                facts: [
                  [
                    'Last issue',
                    reader.sent_issue === null
                      ? 'none yet'
                      : { text: reader.sent_issue, href: `/newsletter/${reader.sent_issue}` },
                  ],
                  ...(reader.sent_at
                    ? [['Sent', `${minute(reader.sent_at)} UTC`] as [string, DeskCell]]
                    : []),
                  ['Chosen', chosen?.join('; ') || 'every issue'],
                ] as [string, DeskCell][],
              },
            ]
          : []),
      ];
    },
    async find(word, limit) {
      const like = beginning(word);
      const { rows } = await sql<{ address: string; name: string }>`
        select max(address) as address, max(name) as name from contact_message
        where held is null and (address_key like ${like} or lower(name) like ${like} or lower(name) like ${`% ${like}`})
        group by address_key limit ${limit}`.execute(db.tables());
      return rows.map((row) => ({ ...row, as: 'wrote to you' }));
    },
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
