import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { messagesPage } from './desk-page.ts';

const db = await useDatabase();
const clock = { now: () => new Date('2026-11-28T20:00:00Z') };
const page = messagesPage({ db, clock }, {
  messageOf: async () => ({
    name: 'Ada',
    address: 'ada@example.com',
    message: 'Hello',
    received_at: minuteAt(1),
  }),
  repliesTo: async () => [],
} as never);
const minuteAt = (n: number) => new Date(Date.UTC(2026, 10, 28, 8, n));

/** What one turns over, page by page, until there is no older one. */
async function turned(asked: Record<string, string>): Promise<string[]> {
  const seen: string[] = [];
  for (let at: Record<string, string> | undefined = asked; at;) {
    const { blocks } = await page.list(at);
    const table = blocks.find((block) => block.is === 'table');
    for (const [, , , state] of table?.rows ?? []) seen.push(typeof state === 'object' ? state.text : '');
    const older = blocks.find((block) => block.is === 'link' && block.text === 'Older');
    at = older?.is === 'link' ? Object.fromEntries(new URLSearchParams(older.href.slice(1))) : undefined;
  }
  return seen;
}

test('[law] whoever waits is on the first page, however much spam and however many answers came since', async () => {
  await db.pool.query('truncate contact_message cascade');
  const put = (id: string, at: number, held: string | null) =>
    db.pool.query(
      `insert into contact_message (id, name, address, address_key, text_hash, reason, message, held, received_at)
       values ($1, 'Ada', 'ada@example.com', 'key', 'hash', 'general', 'Hello', $2, $3)`,
      [id, held, minuteAt(at)],
    );
  for (let n = 0; n < 3; n++) await put(`waits${n}`, n, null);
  for (let n = 0; n < 230; n++) await put(`spam${n}`, 10 + n, 'trap');
  for (let n = 0; n < 120; n++) {
    await put(`told${n}`, 300 + n, null);
    await db.pool.query(
      `insert into contact_reply (id, message_id, author, text, written_at) values ($1, $2, 'operator', 'Hi', $3)`,
      [`reply${n}`, `told${n}`, minuteAt(500 + n)],
    );
  }
  const all = await turned({});
  expect(all.slice(0, 4)).toEqual([...Array<string>(3).fill('Waiting for you'), 'Answered']);
  expect(all).toHaveLength(123);
  expect(await turned({ held: 'yes' })).toHaveLength(230);
  const links = (await page.list({})).blocks.filter((block) => block.is === 'link').map(({ text }) => text);
  expect(links).toEqual(['Older', 'Held back as spam: 230']);
});

test('what needs no answer waits for nobody, until its writer writes again or it is taken back', async () => {
  await db.pool.query('truncate contact_message cascade');
  await db.pool.query(
    `insert into contact_message (id, name, address, address_key, text_hash, reason, message, held, received_at)
     values ('m1', 'Ada', 'ada@example.com', 'key', 'hash', 'general', 'Thanks!', null, $1)`,
    [minuteAt(1)],
  );
  const does = (name: string) => page.acts?.find((act) => act.name === name)?.act('m1', {});
  const waiting = async () => (await page.glance?.())?.[0]?.value;
  const offered = async () =>
    (await page.one?.('m1'))?.blocks.flatMap((block) => (block.is === 'acts' ? (block.only ?? []) : []));
  expect([await waiting(), await offered()]).toEqual(['1', ['answer', 'settle']]);
  await does('settle');
  expect([await waiting(), await turned({}), await offered()]).toEqual([
    '0',
    ['No answer needed'],
    ['answer', 'wait'],
  ]);
  await does('wait');
  expect(await waiting()).toBe('1');
  await does('settle');
  const reply = (id: string, author: string, at: Date) =>
    db.pool.query(
      `insert into contact_reply (id, message_id, author, text, written_at) values ($1, 'm1', $2, 'Hi', $3)`,
      [id, author, at],
    );
  await reply('r1', 'visitor', new Date('2026-11-28T21:00:00Z'));
  expect([await waiting(), await turned({})]).toEqual(['1', ['Waiting for you']]);
  await reply('r2', 'operator', new Date('2026-11-28T22:00:00Z'));
  expect([await waiting(), await turned({}), await offered()]).toEqual(['0', ['Answered'], ['answer']]);
});
