import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import type { Config } from '#platform/server/config.ts';
import { type DeskBlock, type DeskPage, titleOf } from '#platform/server/desk.ts';
import { bouncesRead } from '#platform/server/mail/bounces/read-bounces.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ConsentTables } from './tables.ts';

const atOnce = 100;
const minute = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ');

/** Addresses of which a mail server said that nobody is there; nothing but codes goes to them. */
export function bouncesPage({
  db,
  config: { bouncesUrl },
}: Pick<Platform, 'db'> & { config: Pick<Config, 'bouncesUrl'> }): DeskPage {
  const bounced = () => db.tables<ConsentTables>().selectFrom('suppression').where('reason', '=', 'bounced');
  const counted = async () =>
    Number(
      (
        await bounced()
          .select((row) => row.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );

  async function one(id: string) {
    const row = await bounced().selectAll().where('address_key', '=', mailAddressKey(id)).executeTakeFirst();
    if (!row) throw new Problem('not_found', 'This address isn’t among those that bounce.');
    return row;
  }

  async function fromMailbox(url: string): Promise<DeskBlock> {
    const { bounced: gone, complained, counted: passing, left } = await bouncesRead(db);
    return {
      is: 'facts',
      title: `Read from ${new URL(url).host} in 90 days`,
      facts: [
        ['Nobody there', String(gone)],
        ['Called spam by its reader', String(complained)],
        ['Not for good, such as a full mailbox', String(passing)],
        ['Other messages, left where they are', String(left)],
      ],
    };
  }

  return {
    path: 'bounces',
    title: 'Bounces',
    right: 'people',
    async glance() {
      const n = await counted();
      return n > 0 ? [{ label: 'Addresses that bounce', value: String(n) }] : [];
    },
    async list({ before = '' }) {
      const [at = '', key = ''] = before.split(',');
      const rows = await bounced()
        .selectAll()
        .$if(!Number.isNaN(Date.parse(at)), (query) =>
          query.where(sql<boolean>`(at, address_key) < (${new Date(at)}::timestamptz, ${key})`),
        )
        .orderBy('at', 'desc')
        .orderBy('address_key', 'desc')
        .limit(atOnce + 1)
        .execute();
      const shown = rows.slice(0, atOnce);
      const last = rows.length > atOnce ? shown.at(-1) : undefined;
      return {
        title: 'Bounces',
        lead: 'Their mail server said that nobody is there. Only codes that somebody asks for still go to them.',
        blocks: [
          ...(bouncesUrl !== undefined && before === '' ? [await fromMailbox(bouncesUrl)] : []),
          {
            is: 'table',
            title: titleOf('Addresses', shown.length, await counted()),
            columns: [{ head: 'Email' }, { head: 'Since (UTC)' }],
            rows: shown.map((row) => [
              { text: row.address_key, href: `/bounces/${encodeURIComponent(row.address_key)}` },
              minute(row.at),
            ]),
            empty: 'No address bounces.',
          },
          ...(last
            ? [
                {
                  is: 'link' as const,
                  text: 'Older',
                  href: `?before=${encodeURIComponent(`${last.at.toISOString()},${last.address_key}`)}`,
                },
              ]
            : []),
        ],
      };
    },
    async one(id) {
      const { address_key, at } = await one(id);
      return {
        title: address_key,
        lead: 'Its mail server said that nobody is there.',
        blocks: [
          { is: 'acts', id: address_key },
          { is: 'facts', facts: [['Since', `${minute(at)} UTC`]] },
          { is: 'link', text: 'Mail sent there', href: `/mail?find=${encodeURIComponent(address_key)}` },
          {
            is: 'link',
            text: 'Everything about this person',
            href: `/people/${encodeURIComponent(address_key)}`,
          },
        ],
      };
    },
    acts: [
      {
        name: 'try-again',
        label: 'Try it again',
        ask: async (id) => ({
          words: `Mail goes to ${(await one(id)).address_key} again, what they agreed to and nothing else. If it bounces once more, the address is back here.`,
          fields: [],
        }),
        async act(id) {
          const { address_key, at } = await one(id);
          const { numDeletedRows } = await db
            .tables<ConsentTables>()
            .deleteFrom('suppression')
            .where('address_key', '=', address_key)
            .where('reason', '=', 'bounced')
            .executeTakeFirst();
          return {
            words:
              numDeletedRows > 0n
                ? `Mail goes to ${address_key} again.`
                : 'Somebody let it be tried already.',
            goOn: 'bounces',
            before: { bouncedSince: at.toISOString() },
            after: { bounced: false },
          };
        },
      },
    ],
  };
}
