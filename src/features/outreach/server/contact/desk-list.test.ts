import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { messagesPage } from './desk-page.ts';

const db = await useDatabase();
const page = messagesPage({ db }, {} as never);
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
