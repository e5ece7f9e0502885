import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { days, hours, seconds } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { header, useSmtp } from '#testing/mail.ts';
import { outreachHub, owner, type OutreachHub } from '#testing/outreach-hub.ts';

const db = await useDatabase();

beforeEach(async () => {
  await sql`truncate outbound_message, suppression, contact_message, contact_receipt, rate_limit cascade`.execute(
    db.tables(),
  );
});

const ben = 'ben@example.com';
const letter = {
  name: 'Ben Abara',
  email: ben,
  reason: 'project',
  message: 'We would like an offer for a shop, four weeks from now.',
};
async function token(hub: OutreachHub): Promise<string> {
  const answer = (await (await hub.get('/api/contact/token')).json()) as {
    token: string;
    waitSeconds: number;
  };
  hub.clock.move(seconds(answer.waitSeconds));
  return answer.token;
}
const write = async (hub: OutreachHub, changes: Record<string, string> = {}, from?: string) =>
  hub.json('/api/contact', { token: changes['token'] ?? (await token(hub)), ...letter, ...changes }, from);
const kept = async () =>
  (
    await sql<Record<string, unknown>>`select * from contact_message order by received_at`.execute(
      db.tables(),
    )
  ).rows;
const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string; fields?: Record<string, string> } })
    .error;

test('[PAGE-1] a message is kept and mailed to the owner, who can answer it; its sender gets a receipt', async () => {
  const smtp = await useSmtp();
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  expect((await write(hub)).status).toBe(200);
  expect(await kept()).toMatchObject([
    { name: 'Ben Abara', address: ben, reason: 'project', message: letter.message, held: null },
  ]);
  await hub.deliver();
  const toOwner = smtp.mails.find((mail) => mail.to[0] === owner);
  expect(toOwner?.to).toEqual([owner]);
  expect(header(toOwner?.raw ?? '', 'Reply-To')).toBe(ben);
  expect(header(toOwner?.raw ?? '', 'Subject')).toBe('A project or an offer: Ben Abara');
  expect(toOwner?.raw).toContain('four weeks from now');
  const receipt = smtp.mails.find((mail) => mail.to[0] === ben);
  expect(receipt?.to).toEqual([ben]);
  // Whoever typed the message may have typed somebody else's address: not a word of it goes there.
  expect(receipt?.raw).not.toContain('We would like an offer');
  expect(smtp.mails).toHaveLength(2);
});

test('while the mail server is down nothing is lost, and both mails go out when it is back', async () => {
  const gone = await useSmtp();
  await gone.close();
  const hub = outreachHub(db, { smtpUrl: gone.url });
  expect((await write(hub)).status).toBe(200);
  await hub.deliver();
  expect((await hub.mails()).map((mail) => mail.state)).toEqual(['waiting', 'waiting']);
  expect(await kept()).toHaveLength(1);
  const back = await useSmtp();
  const again = outreachHub(db, { smtpUrl: back.url });
  again.clock.move(hours(1));
  await again.deliver();
  expect(back.mails.map((mail) => mail.to[0]).sort()).toEqual([ben, owner]);
});

test.each([
  ['an empty message', { message: '  \n ' }, { message: 'Write a message.' }],
  [
    '100,000 characters',
    { message: 'x'.repeat(100_000) },
    { message: 'Up to 10,000 characters; this has 100,000.' },
  ],
  [
    'a comma list',
    { email: 'ben@example.com, eve@example.com' },
    { email: expect.stringContaining('one email address') },
  ],
  [
    'a line break in the address',
    { email: 'ben@example.com\r\nBcc: eve@example.com' },
    { email: expect.stringContaining('one email') },
  ],
  [
    'a line break in the name',
    { name: 'Ben\r\nBcc: eve@example.com' },
    { name: 'Enter your name on one line.' },
  ],
  ['an unknown reason', { reason: 'toString' }, { reason: 'Choose a topic.' }],
])('%s is refused with words at the field, and nothing is kept', async (_what, changes, fields) => {
  const hub = outreachHub(db);
  const response = await write(hub, changes as Record<string, string>);
  expect(response.status).toBe(400);
  expect((await errorOf(response)).fields).toEqual(fields);
  expect(await kept()).toEqual([]);
  expect(await hub.mails()).toEqual([]);
});

test('more than a megabyte is not even read', async () => {
  const hub = outreachHub(db);
  expect((await write(hub, { message: 'x'.repeat(1_100_000) })).status).toBe(413);
});

test('a form without a token, with a forged one, or one of yesterday is asked to be sent again', async () => {
  const hub = outreachHub(db);
  const good = await token(hub);
  for (const bad of ['', 'x', `${good}x`, `9999999999999.${good.split('.')[1]}`])
    expect((await errorOf(await write(hub, { token: bad }))).code).toBe('conflict');
  hub.clock.move(days(1) + 1);
  expect((await errorOf(await write(hub, { token: good }))).code).toBe('conflict');
  expect(await kept()).toEqual([]);
});

test('whoever sends within 3 seconds of opening the form is told to wait', async () => {
  const hub = outreachHub(db);
  const { token: fresh } = (await (await hub.get('/api/contact/token')).json()) as { token: string };
  hub.clock.move(seconds(2));
  expect((await write(hub, { token: fresh })).status).toBe(429);
  hub.clock.move(seconds(1));
  expect((await write(hub, { token: fresh })).status).toBe(200);
});

test('a program that fills the unseen field hears thanks, and its message is held, not mailed', async () => {
  const hub = outreachHub(db);
  expect((await write(hub, { website: 'https://spam.example' })).status).toBe(200);
  expect(await kept()).toMatchObject([{ held: 'trap' }]);
  expect(await hub.mails()).toEqual([]);
});

test('a page of links is held; a few are not', async () => {
  const hub = outreachHub(db);
  await write(hub, { message: 'See https://a.example '.repeat(6) });
  await write(hub, { message: 'Our site is https://a.example and the plan is at www.b.example' });
  expect((await kept()).map((row) => row['held'])).toEqual(['links', null]);
});

test('one text under many addresses is held from the second on; the same person twice is one message', async () => {
  const hub = outreachHub(db);
  await write(hub);
  await write(hub, { message: `${letter.message}  ` });
  expect(await kept()).toHaveLength(1);
  await write(hub, { email: 'eve@example.com', message: letter.message.toUpperCase() });
  expect((await kept()).map((row) => row['held'])).toEqual([null, 'copy']);
  expect((await hub.mails(owner)).length).toBe(1);
  expect(await hub.mails('eve@example.com')).toEqual([]);
});

test('ten who send one text at the same moment: one is mailed, nine are held', async () => {
  const hub = outreachHub(db);
  const pass = await token(hub);
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => write(hub, { token: pass, email: `p${n}@example.com` })),
  );
  const held = (await kept()).map((row) => row['held']);
  expect([held.length, held.filter((reason) => reason === null).length]).toEqual([10, 1]);
});

test('one address gets one receipt an hour, whatever is sent in its name', async () => {
  const hub = outreachHub(db);
  for (const word of ['first', 'second', 'third']) await write(hub, { message: `${word} message` });
  expect(await hub.mails(ben)).toHaveLength(1);
  expect(await hub.mails(owner)).toHaveLength(3);
  hub.clock.move(hours(1));
  await write(hub, { message: 'fourth message' });
  expect(await hub.mails(ben)).toHaveLength(2);
});

test('a receipt repeats no address that somebody could want to spread', async () => {
  const hub = outreachHub(db);
  await write(hub, { message: 'Win now at https://evil.example' });
  await write(hub, { email: 'eve@example.com', message: 'Win now at evil.example' });
  expect((await hub.mails(ben))[0]?.words).not.toContain('evil');
  expect((await hub.mails('eve@example.com'))[0]?.words).not.toContain('evil');
  expect((await hub.mails(owner))[0]?.words).toContain('evil');
});

test('the sender’s name and HTML are text in the owner’s mail and stand in no receipt', async () => {
  const smtp = await useSmtp();
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  await write(hub, { name: '<b>Visit</b>', message: '<img src=x onerror=alert(1)>' });
  await hub.deliver();
  const receipt = await hub.mails(ben);
  expect(receipt[0]?.words).not.toContain('Visit');
  for (const { raw, to } of smtp.mails) {
    const html = raw.slice(raw.indexOf('<!doctype html>')).replaceAll('=\r\n', '');
    expect(html.includes('&lt;img')).toBe(to[0] !== ben);
    expect(html).not.toMatch(/<img|<b>/);
  }
});

test('a sixth message an hour in the name of one address, and a 21st from one place, are too many', async () => {
  const hub = outreachHub(db);
  const pass = await token(hub);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++)
    statuses.push((await write(hub, { token: pass, message: `message ${n}` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  let last = 0;
  for (let n = 0; n < 21; n++)
    last = (await write(hub, { token: pass, email: `q${n}@example.com`, message: `other ${n}` }, '10.8.8.8'))
      .status;
  expect(last).toBe(429);
});

test('the operator lists, reads and finds what was held', async () => {
  const hub = outreachHub(db);
  await write(hub);
  await write(hub, { email: 'eve@example.com', website: 'x', message: 'buy' });
  const [line = '', count] = await hub.command('contact list');
  expect(line).toMatch(/^2026-11-21 12:00 {2}ctc_\w+ {2}ben@example\.com {2}A project or an offer$/);
  expect(count).toBe('1 message');
  expect((await hub.command('contact list --held'))[0]).toContain('held: a bot filled in the hidden field');
  const shown = await hub.command(`contact show ${/ctc_\w+/.exec(line)?.[0]}`);
  expect(shown).toContain('From      Ben Abara <ben@example.com>');
  expect(shown.at(-1)).toBe(letter.message);
  await expect(hub.command('contact show ctc_none')).rejects.toMatchObject({ code: 'not_found' });
});

test('a person’s messages are handed out, and gone when erased', async () => {
  const hub = outreachHub(db);
  await write(hub);
  expect(await hub.feature.person?.export('BEN@example.com')).toMatchObject({
    messages: [{ message: letter.message }],
  });
  expect(await hub.feature.person?.erase(ben)).toEqual([
    '1 contact messages and 0 newsletter requests removed',
  ]);
  expect(await kept()).toEqual([]);
});

test('the tidying forgets held messages after 30 days, others after three years, as the privacy page says', async () => {
  const hub = outreachHub(db);
  await write(hub);
  await write(hub, { email: 'eve@example.com', website: 'x', message: 'buy' });
  hub.clock.move(days(31));
  await hub.feature.jobs?.[0]?.run();
  expect(await kept()).toMatchObject([{ address: ben }]);
  hub.clock.move(days(3 * 365));
  await hub.feature.jobs?.[0]?.run();
  expect(await kept()).toEqual([]);
});

test('the mailbox page exists only until the hub is live', () => {
  const paths = (hub: OutreachHub) => hub.feature.routes?.map((route) => route.path);
  expect(paths(outreachHub(db, { env: { live: 'no' } }))).toContain('/api/dev');
  expect(paths(outreachHub(db))).not.toContain('/api/dev');
});
