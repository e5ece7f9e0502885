import { sql } from 'kysely';
import type { DeskBlock, DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { contactReasons } from '../../rules/contact.ts';
import type { OutreachTables } from '../tables.ts';
import { heldWords, minute } from './messages.ts';
import type { Threads } from './threads.ts';

const atOnce = 100;

/** What people wrote to the operator, what waits for an answer first. */
export const messagesPage = ({ db }: Pick<Platform, 'db'>, threads: Threads): DeskPage => ({
  path: 'messages',
  title: 'Messages',
  right: 'people',
  async list({ find = '' }) {
    const rows = await db
      .tables<OutreachTables>()
      .selectFrom('contact_message as m')
      .select(['m.id', 'm.name', 'm.address', 'm.reason', 'm.held', 'm.received_at'])
      .select((query) =>
        query
          .selectFrom('contact_reply as r')
          .select('r.author')
          .whereRef('r.message_id', '=', 'm.id')
          .orderBy('r.written_at', 'desc')
          .limit(1)
          .as('last'),
      )
      .$if(find !== '', (query) =>
        query.where(
          sql<boolean>`position(${find.toLowerCase()} in lower(m.address || ' ' || m.name || ' ' || m.message)) > 0`,
        ),
      )
      .orderBy('m.received_at', 'desc')
      .limit(atOnce)
      .execute();
    const waits = ({ held, last }: (typeof rows)[number]) => held === null && last !== 'operator';
    const sorted = rows.toSorted((a, b) => Number(waits(b)) - Number(waits(a)));
    return {
      title: 'Messages',
      lead: 'From the contact form and the chat. Your answer is mailed, and appears in the chat of a member.',
      blocks: [
        {
          is: 'search',
          fields: [{ name: 'find', label: 'Name, email or word', kind: 'search', value: find }],
        },
        {
          is: 'table',
          title: 'Newest',
          columns: [{ head: 'From' }, { head: 'About' }, { head: 'Received' }, { head: 'State' }],
          rows: sorted.map((row): DeskCell[] => [
            { text: `${row.name} <${row.address}>`, href: `/messages/${row.id}` },
            contactReasons[row.reason],
            minute(row.received_at),
            row.held
              ? { text: heldWords[row.held], tone: 'muted' }
              : waits(row)
                ? { text: 'Waiting for you', tone: 'warn' }
                : { text: 'Answered', tone: 'ok' },
          ]),
          empty: find === '' ? 'No messages yet.' : 'No matching messages.',
        },
      ],
    };
  },

  async one(id) {
    const found = await threads.messageOf(id);
    const replies = await threads.repliesTo(id);
    const block = (title: string, text: string): DeskBlock => ({ is: 'code', title, text });
    return {
      title: found.name,
      ...(found.held && { lead: `Not emailed, ${heldWords[found.held]}.` }),
      blocks: [
        {
          is: 'facts',
          facts: [
            ['Email', found.address],
            ['About', contactReasons[found.reason]],
            ['Received', `${minute(found.received_at)} UTC`],
          ],
        },
        block('Message', found.message),
        ...(found.conversation
          ? [
              block(
                'What they asked the assistant',
                found.conversation
                  .map(({ from, text }) => `${from === 'visitor' ? 'Visitor' : 'Assistant'}: ${text}`)
                  .join('\n\n'),
              ),
            ]
          : []),
        ...replies.map(({ author, text, written_at }) =>
          block(`${author === 'operator' ? 'You' : found.name}, ${minute(written_at)} UTC`, text),
        ),
        ...(found.held ? [] : [{ is: 'acts' as const, id }]),
      ],
    };
  },

  acts: [
    {
      name: 'answer',
      label: 'Answer',
      async ask(id) {
        const { address } = await threads.messageOf(id);
        return {
          words: `Your answer goes to ${address}.`,
          fields: [{ name: 'text', label: 'Answer', kind: 'long' }],
        };
      },
      async act(id, { text = '' }) {
        await threads.reply('operator', id, text);
        return 'Answered. The email is on its way.';
      },
    },
  ],
});
