import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import { useDatabase } from '#testing/database.ts';
import { testPlatform } from '#testing/platform.ts';
import { mailPage } from './desk-page.ts';
import type { MailMessage } from './message.ts';
import { whyNotAgain } from './readable.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-28T12:00:00Z');
const origin = 'https://birch.example';
const platform = testPlatform({
  db,
  clock,
  config: readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin }),
  origin,
});
const page = mailPage(platform);
beforeEach(() => db.pool.query('truncate outbound_message cascade'));

let sent = 0;
async function put(
  message: Partial<MailMessage>,
  state = 'done',
  note: string | null = null,
): Promise<string> {
  const dedupeKey = `mail ${(sent += 1)}`;
  await db.transaction((trx) =>
    platform.mail.send(trx, {
      to: 'anna@example.com',
      kind: 'transactional',
      purpose: 'order',
      why: 'paid',
      subject: 'Receipt',
      body: [{ kind: 'text', text: 'Thanks.' }],
      ...message,
      dedupeKey,
    }),
  );
  const { rows } = await db.pool.query<{ id: string }>(
    `update outbound_message set state = $2, note = $3, done_at = created_at, attempts = 3 where dedupe_key = $1 returning id`,
    [dedupeKey, state, note],
  );
  return rows[0]?.id ?? '';
}
const again = async (id: string) => {
  await page.acts?.[0]?.ask(id);
  return page.acts?.[0]?.act(id, {});
};
const everything = async (id: string) =>
  [
    JSON.stringify((await page.list({})).blocks),
    JSON.stringify(await page.one?.(id)),
    await page.mail?.(id).then(
      ({ html }) => html,
      () => '',
    ),
  ].join('\n');

test('an email is read as it was mailed, found by its address, and listed page by page, none twice', async () => {
  const id = await put({ subject: 'Your <order>', to: 'Anna+shop@example.com' });
  expect((await page.mail?.(id))?.html).toContain('Thanks.');
  expect(JSON.stringify(await page.list({ find: 'ANNA@example.com' }))).toContain(id);
  expect(JSON.stringify(await page.list({ find: 'nna@example.com' }))).not.toContain(id);
  for (let n = 0; n < 120; n += 1) await put({ to: `p${n}@example.com` });
  const seen: string[] = [];
  let asked: Record<string, string> | undefined = {};
  for (let at = 0; asked && at < 9; at += 1) {
    const { blocks } = await page.list(asked);
    seen.push(...[...JSON.stringify(blocks).matchAll(/"\/mail\/(msg_\w+)"/g)].map(([, one = '']) => one));
    const link = blocks.find((block) => block.is === 'link');
    asked = link ? Object.fromEntries(new URLSearchParams(link.href.slice(1))) : undefined;
  }
  expect([seen.length, new Set(seen).size]).toEqual([121, 121]);
});

test('[law] nobody at the desk reads a code, a link that opens something, or what a member wrote', async () => {
  const secret = 's3cr3t';
  const body: MailMessage['body'] = [
    { kind: 'text', text: `Open ${origin}/reset?t=${secret} and ${origin}/sign/${secret}.` },
    { kind: 'button', label: 'Open', url: `${origin}/download/${secret}#${secret}` },
    { kind: 'code', text: secret },
    { kind: 'list', ordered: false, items: [[{ text: 'a', url: `${origin}/${secret}` }]] },
    { kind: 'coupon', code: secret, words: 'Off' },
  ];
  const open = await put({ body, viewUrl: `${origin}/newsletter/${secret}` });
  expect(await everything(open)).not.toContain(secret);
  expect((await page.mail?.(open))?.html).toContain('Open');
  for (const hidden of [
    { purpose: 'account' },
    { purpose: 'agreement' },
    { purpose: 'member:usr_1', kind: 'marketing' as const },
    { sender: { name: 'Somebody’s shop' } },
  ]) {
    const id = await put({ ...hidden, subject: `${secret} is your code`, body });
    expect(await everything(id)).not.toContain(secret);
    await expect(page.mail?.(id)).rejects.toThrow('receiver alone');
    await expect(again(id)).rejects.toThrow(/./);
  }
  // Pictures come from here alone: from elsewhere they would tell that it is read.
  expect((await page.mail?.(open))?.pictures).toEqual(["'self'", origin]);
});

const rows = fc.record({
  state: fc.constantFrom('waiting', 'sending', 'done', 'kept', 'cancelled', 'failed' as const),
  note: fc.constantFrom(null, 'unknown: the process ended while sending', 'no attempts left'),
  last_error: fc.constantFrom(null, 'unknown: closed', '550 no'),
  payload: fc.oneof(
    fc.constant({ erased: true }),
    fc.record({
      kind: fc.constantFrom('transactional', 'marketing'),
      purpose: fc.constantFrom('order', 'account', 'agreement', 'newsletter', 'member:usr_1', 'contact'),
      body: fc.constant([]),
    }),
  ),
});

test('[law] what is for many is never sent again if it may have arrived, nor what was held back or erased', () => {
  fc.assert(
    fc.property(rows, (row) => {
      const { kind = '', purpose = 'erased' } = row.payload as { kind?: string; purpose?: string };
      const isDoubtful = [row.note, row.last_error].some((words) => words?.startsWith('unknown'));
      const may =
        ['order', 'newsletter', 'contact'].includes(purpose) &&
        (kind === 'marketing'
          ? row.state === 'failed' && !isDoubtful
          : ['done', 'kept', 'failed'].includes(row.state));
      expect(whyNotAgain({ id: 'x', ...row } as never) === null).toBe(may);
    }),
  );
});

test('[law] pressed by several at once, one more email goes out; a failed one is tried from the start', async () => {
  const count = async () => (await db.pool.query('select state, attempts, note from outbound_message')).rows;
  const done = await put({});
  await Promise.all([again(done), again(done), again(done)]);
  expect(await count()).toHaveLength(2);
  clock.move(hours(1));
  await again(done);
  expect(await count()).toHaveLength(3);
  await db.pool.query('truncate outbound_message cascade');
  const failed = await put({}, 'failed', 'no attempts left');
  const all = await Promise.allSettled([again(failed), again(failed)]);
  expect(all.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await count()).toEqual([{ state: 'waiting', attempts: 0, note: null }]);
  await expect(again(failed)).rejects.toThrow('hasn’t gone out yet');
});
