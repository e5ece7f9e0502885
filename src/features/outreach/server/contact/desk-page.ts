import { sql } from 'kysely';
import type { DeskBlock, DeskCell, DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { contactReasons } from '../../rules/contact.ts';
import type { OutreachTables } from '../tables.ts';
import { heldWords, minute } from './messages.ts';
import type { Threads } from './threads.ts';

type Reply = Awaited<ReturnType<Threads['repliesTo']>>[number];

/** Any operator's answer is the hub's. */
const replyBlock = ({ author, text, written_at }: Reply, name: string): DeskBlock => ({
  is: 'code',
  title: `${author === 'operator' ? 'Your answer' : name}, ${minute(written_at)} UTC`,
  text,
});

const atOnce = 100;

interface Row {
  id: string;
  name: string;
  address: string;
  reason: OutreachTables['contact_message']['reason'];
  held: OutreachTables['contact_message']['held'];
  received_at: Date;
  waits: boolean;
  settled: boolean;
}

/** Empty, where nobody has replied. */
const lastAuthor = sql<string>`coalesce((
    select r.author from contact_reply r where r.message_id = m.id order by r.written_at desc limit 1), '')`;

/** Nobody has answered since its writer last wrote, and nobody said that it needs no answer. */
const waits = sql<boolean>`
  m.held is null and coalesce((select r.author <> 'operator' and (m.settled_at is null or r.written_at > m.settled_at)
    from contact_reply r where r.message_id = m.id order by r.written_at desc limit 1), m.settled_at is null)`;

/** Where a row stands in the list: the next page begins after it. */
const placeOf = ({ waits: isWaiting, received_at, id }: Row): string =>
  `${isWaiting ? 1 : 0},${received_at.toISOString()},${id}`;

/** What waits for an answer comes first, however much else came since; what was held back is a list of its own. */
async function readMessages(
  db: Platform['db'],
  { find, isHeld, before }: { find: string; isHeld: boolean; before: string },
): Promise<Row[]> {
  const [isWaiting = '', at = '', id = ''] = before.split(',');
  const hasPlace = /^[01]$/.test(isWaiting) && !Number.isNaN(Date.parse(at));
  const { rows } = await sql<Row>`
    with told as (
      select m.id, m.name, m.address, m.reason, m.held, m.received_at, m.settled_at is not null and ${lastAuthor} <> 'operator' as settled,
        ${waits} as waits
      from contact_message m
      where (m.held is not null) = ${isHeld}
        and (${find} = '' or position(${find.toLowerCase()} in lower(m.address || ' ' || m.name || ' ' || m.message)) > 0)
    )
    select * from told
    ${hasPlace ? sql`where (waits, received_at, id) < (${isWaiting === '1'}::boolean, ${new Date(at)}::timestamptz, ${id})` : sql``}
    order by waits desc, received_at desc, id desc limit ${atOnce + 1}`.execute(db.tables());
  return rows;
}

async function countHeld(db: Platform['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from contact_message where held is not null`.execute(db.tables());
  return rows[0]?.n ?? 0;
}

/** What people wrote to the operator, what waits for an answer first. */
export const messagesPage = ({ db, clock }: Pick<Platform, 'db' | 'clock'>, threads: Threads): DeskPage => ({
  path: 'messages',
  title: 'Messages',
  right: 'people',
  async glance() {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from contact_message m where ${waits}`.execute(db.tables());
    const waiting = rows[0]?.waiting ?? 0;
    return [{ label: 'Messages to answer', value: String(waiting), waits: waiting > 0 }];
  },
  async list({ find = '', held = '', before = '' }) {
    const isHeld = held !== '';
    const found = await readMessages(db, { find, isHeld, before });
    const rows = found.slice(0, atOnce);
    const last = found.length > atOnce ? rows.at(-1) : undefined;
    const asides = isHeld ? 0 : await countHeld(db);
    const to = (asked: Record<string, string>) => `?${new URLSearchParams(asked).toString()}`;
    return {
      title: isHeld ? 'Messages held back' : 'Messages',
      lead: isHeld
        ? 'What the spam check kept from your inbox.'
        : 'From the contact form and the chat. Your answer is mailed, and appears in the chat of a member.',
      blocks: [
        {
          is: 'search',
          fields: [
            { name: 'find', label: 'Name, email or word', kind: 'search', value: find },
            ...(isHeld ? [{ name: 'held', label: '', kind: 'hidden' as const, value: 'yes' }] : []),
          ],
        },
        {
          is: 'table',
          title: isHeld ? 'Newest first' : 'What waits first, then the newest',
          columns: [{ head: 'From' }, { head: 'About' }, { head: 'Received' }, { head: 'State' }],
          rows: rows.map((row): DeskCell[] => [
            { text: `${row.name} <${row.address}>`, href: `/messages/${row.id}` },
            contactReasons[row.reason],
            minute(row.received_at),
            row.held
              ? { text: heldWords[row.held], tone: 'muted' }
              : row.waits
                ? { text: 'Waiting for you', tone: 'warn' }
                : row.settled
                  ? { text: 'No answer needed', tone: 'muted' }
                  : { text: 'Answered', tone: 'ok' },
          ]),
          empty: find === '' ? 'No messages yet.' : 'No matching messages.',
        },
        ...(last
          ? [{ is: 'link' as const, text: 'Older', href: to({ find, held, before: placeOf(last) }) }]
          : []),
        ...(asides > 0
          ? [{ is: 'link' as const, text: `Held back as spam: ${asides}`, href: to({ held: 'yes' }) }]
          : []),
        ...(isHeld ? [{ is: 'link' as const, text: 'All other messages', href: '/messages' }] : []),
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
            ['Email', { text: found.address, href: `/people/${encodeURIComponent(found.address)}` }],
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
        ...replies.map((reply) => replyBlock(reply, found.name)),
        ...(found.held ? [] : [{ is: 'acts' as const, id, only: ['answer', ...(await waitActs(db, id))] }]),
      ],
    };
  },

  acts: [
    {
      name: 'answer',
      label: 'Answer',
      async ask(id) {
        const { address, message, name } = await threads.messageOf(id);
        const replies = await threads.repliesTo(id);
        return {
          words: `Your answer goes to ${address}.`,
          blocks: [
            { is: 'code', title: 'Message', text: message },
            ...replies.map((reply) => replyBlock(reply, name)),
          ],
          fields: [
            { name: 'seen', label: '', kind: 'hidden', value: String(replies.length) },
            { name: 'text', label: 'Answer', kind: 'long' },
          ],
        };
      },
      async act(id, { text = '', seen = '' }) {
        await threads.reply('operator', id, text, /^\d+$/.test(seen) ? Number(seen) : undefined);
        return {
          words: 'Answered. The email is on its way.',
          after: { answer: `${text.trim().length} characters` },
        };
      },
    },
    {
      name: 'settle',
      label: 'No answer needed',
      async ask(id) {
        const { name } = await threads.messageOf(id);
        return { words: `It waits for nobody any more, until ${name} writes again.`, fields: [] };
      },
      async act(id) {
        await settle(db, id, clock.now());
        return { words: 'It needs no answer.', before: { state: 'waiting' }, after: { state: 'settled' } };
      },
    },
    {
      name: 'wait',
      label: 'Needs an answer',
      async ask(id) {
        await threads.messageOf(id);
        return { words: 'It stands among what waits for you again.', fields: [] };
      },
      async act(id) {
        await settle(db, id, null);
        return {
          words: 'It waits for you again.',
          before: { state: 'settled' },
          after: { state: 'waiting' },
        };
      },
    },
  ],
});

/** What can be done about whether it waits. */
async function waitActs(db: Platform['db'], id: string): Promise<string[]> {
  const { rows } = await sql<{ waits: boolean; settled: boolean }>`
    select ${waits} as waits, m.settled_at is not null and ${lastAuthor} <> 'operator' as settled
    from contact_message m where m.id = ${id}`.execute(db.tables());
  if (rows[0]?.waits) return ['settle'];
  return rows[0]?.settled ? ['wait'] : [];
}

const settle = (db: Platform['db'], id: string, at: Date | null) =>
  db
    .tables<OutreachTables>()
    .updateTable('contact_message')
    .set({ settled_at: at })
    .where('id', '=', id)
    .execute();
