import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, hours, minutes } from '#base/clock.ts';
import { createConsent } from '#features/consent/server/public.ts';
import { useDatabase } from '#testing/database.ts';
import { useSmtp } from '#testing/mail.ts';
import { newsletterForm, outreachHub, owner, type OutreachHub } from '#testing/outreach-hub.ts';
import { emailPaths } from '../../rules/email-service.ts';
import { newsletterConsentText } from '../../rules/newsletter.ts';

const db = await useDatabase();

beforeEach(async () => {
  await sql`truncate outbound_message, consent_record, suppression, newsletter_request, newsletter_issue, rate_limit cascade`.execute(
    db.tables(),
  );
});

const anna = 'anna@example.com';
const subscribe = (hub: OutreachHub, from_email: string, fields = {}, from?: string) =>
  hub.form(emailPaths.sendForm, newsletterForm({ from_email, ...fields }), from);
const records = async () =>
  (await sql<Record<string, unknown>>`select * from consent_record order by address`.execute(db.tables()))
    .rows;
const isSubscribed = async (hub: OutreachHub, email = anna) =>
  (
    await createConsent(hub.platform).mayMail(db.tables(), {
      to: email,
      kind: 'marketing',
      purpose: 'newsletter',
    })
  ).allowed;
async function linkFor(hub: OutreachHub, email = anna): Promise<string> {
  const mail = (await hub.mails(email)).at(-1);
  return /confirm\?t=([^"]+)/.exec(mail?.words ?? '')?.[1] ?? '';
}
const confirm = (hub: OutreachHub, t: string) => hub.json('/api/newsletter/confirm', { t });

test('[NEWS-7] the form, as multipart, is taken with OK; the address is kept with consent and time', async () => {
  const hub = outreachHub(db);
  const response = await subscribe(hub, 'Anna@Example.com');
  expect([response.status, await response.text()]).toEqual([200, 'OK']);
  expect(await records()).toMatchObject([
    {
      address: 'Anna@example.com',
      purpose: 'newsletter',
      consent_text: newsletterConsentText,
      source: 'newsletter form',
      given_at: hub.clock.now(),
      confirmed_at: null,
    },
  ]);
});

test('[NEWS-8] the same as JSON, and as an urlencoded form', async () => {
  const hub = outreachHub(db);
  const ids = { version: '4.4.1', user_id: 'hub', service_id: 'hub', template_id: 'newsletter' };
  const sent = await hub.json(emailPaths.send, { ...ids, template_params: { from_email: anna } });
  expect([sent.status, await sent.text()]).toEqual([200, 'OK']);
  const form = new URLSearchParams({ ...ids, from_email: 'ben@example.com' });
  expect((await hub.form(emailPaths.sendForm, form)).status).toBe(200);
  expect((await records()).map((row) => row['address'])).toEqual([anna, 'ben@example.com']);
});

test.each([
  [{ user_id: '' }, 'The user ID is required.'],
  [{ service_id: '' }, 'The service ID is required.'],
  [{ template_id: '' }, 'The template ID is required.'],
  [{ service_id: 'other' }, 'The service ID not found.'],
  [{ template_id: 'other' }, 'The template ID not found.'],
])('[NEWS-8] the service refuses %j', async (fields, words) => {
  const hub = outreachHub(db);
  const response = await subscribe(hub, anna, fields);
  expect([response.status, await response.text()]).toEqual([400, words]);
  expect(await records()).toEqual([]);
});

test('whatever to_email says, only the owner and the one who asked are mailed', async () => {
  const hub = outreachHub(db);
  await subscribe(hub, anna, {
    to_email: 'victim@example.com',
    to: 'eve@example.com',
    reply_to: 'x@example.com',
  });
  const mails = await hub.mails();
  expect(mails.map((mail) => mail.to).sort()).toEqual([anna, owner]);
  expect(JSON.stringify(mails)).not.toContain('victim');
});

test.each([
  ['a comma list', 'anna@example.com,eve@example.com'],
  ['a semicolon list', 'anna@example.com; eve@example.com'],
  ['a line break and a header', 'anna@example.com\r\nBcc: eve@example.com'],
  ['a line break at the end', 'anna@example.com\n'],
  ['a display name', 'Anna <anna@example.com>'],
  ['nothing', ''],
  ['100,000 characters', `${'a'.repeat(100_000)}@example.com`],
])('%s reaches nobody', async (_what, from_email) => {
  const hub = outreachHub(db);
  const response = await subscribe(hub, from_email);
  expect([400, 413]).toContain(response.status);
  expect(await hub.mails()).toEqual([]);
  expect(await records()).toEqual([]);
  expect(hub.unexpected).toEqual([]);
});

test('one address is one recipient at the mail server', async () => {
  const smtp = await useSmtp();
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  await subscribe(hub, anna);
  await hub.deliver();
  expect(smtp.mails.map((mail) => mail.to).sort()).toEqual([[anna], [owner]]);
});

test('1,000 addresses from one place: 20 an hour, then 429 with the time to wait', async () => {
  const hub = outreachHub(db);
  const statuses: number[] = [];
  let last: Response | undefined;
  for (let n = 0; n < 1000; n++) {
    last = await subscribe(hub, `person${n}@example.com`, {}, '10.9.9.9');
    statuses.push(last.status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.slice(20).every((status) => status === 429)).toBe(true);
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await records()).toHaveLength(20);
  expect((await subscribe(hub, anna)).status).toBe(200);
});

test('one confirmation an address and hour, however often it is asked for, at the same time too', async () => {
  const hub = outreachHub(db);
  await Promise.all(Array.from({ length: 8 }, () => subscribe(hub, anna)));
  hub.clock.move(minutes(59));
  await subscribe(hub, 'ANNA@example.com');
  expect(await hub.mails(anna)).toHaveLength(1);
  hub.clock.move(minutes(2));
  await subscribe(hub, anna);
  expect(await hub.mails(anna)).toHaveLength(2);
});

test('double opt-in: looking at the link changes nothing, the button puts the address on the list', async () => {
  const hub = outreachHub(db);
  await subscribe(hub, anna);
  expect(await isSubscribed(hub)).toBe(false);
  const t = await linkFor(hub);
  const look = await (await hub.get(`/api/newsletter/confirm?t=${t}`)).json();
  expect(look).toEqual({ address: 'a•••@example.com', state: 'waiting' });
  expect(await isSubscribed(hub)).toBe(false);
  expect(await (await confirm(hub, t)).json()).toMatchObject({ state: 'confirmed' });
  expect(await isSubscribed(hub)).toBe(true);
  expect(await (await confirm(hub, t)).json()).toMatchObject({ state: 'confirmed' });
});

test('a forged, a cut and a week-old link do nothing', async () => {
  const hub = outreachHub(db);
  await subscribe(hub, anna);
  const t = await linkFor(hub);
  const [id] = t.split('.');
  for (const forged of ['', id ?? '', `${id}.`, `${id}.AAAA`, `${t}x`, `nws_other.${t.split('.')[1]}`])
    expect((await confirm(hub, forged)).status).toBe(404);
  hub.clock.move(days(7) + 1);
  expect((await confirm(hub, t)).status).toBe(404);
  expect(await isSubscribed(hub)).toBe(false);
});

test('known and unknown addresses get the same answer, and a subscriber no more mail', async () => {
  const hub = outreachHub(db);
  await subscribe(hub, anna);
  await confirm(hub, await linkFor(hub));
  hub.clock.move(hours(2));
  const known = await subscribe(hub, anna);
  const unknown = await subscribe(hub, 'ben@example.com');
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  expect(await hub.mails(anna)).toHaveLength(1);
});

test('after unsubscribing an old link does not bring anybody back; asking anew does', async () => {
  const hub = outreachHub(db);
  await subscribe(hub, anna);
  const t = await linkFor(hub);
  await confirm(hub, t);
  await db.transaction((trx) =>
    createConsent(hub.platform).withdraw(trx, { email: anna, purpose: 'newsletter' }),
  );
  expect(await (await hub.get(`/api/newsletter/confirm?t=${t}`)).json()).toMatchObject({ state: 'ended' });
  expect(await (await confirm(hub, t)).json()).toMatchObject({ state: 'ended' });
  hub.clock.move(hours(2));
  await subscribe(hub, anna);
  await confirm(hub, await linkFor(hub));
  expect(await isSubscribed(hub)).toBe(true);
});

test('while the mail server is down the request is kept, and the confirmation comes when it is back', async () => {
  const smtp = await useSmtp();
  await smtp.close();
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  expect((await subscribe(hub, anna)).status).toBe(200);
  await hub.deliver();
  expect((await hub.mails(anna))[0]?.state).toBe('waiting');
  const back = await useSmtp();
  await outreachHubAt(hub, back.url).deliver();
  expect(back.mails.map((mail) => mail.to).sort()).toEqual([[anna], [owner]]);
});

/** The same hub started again an hour later, with a mail server that answers. */
function outreachHubAt(before: OutreachHub, smtpUrl: string): OutreachHub {
  const hub = outreachHub(db, { smtpUrl });
  hub.clock.move(before.clock.now().getTime() - hub.clock.now().getTime() + hours(1));
  return hub;
}

test('without a script the form leads to a page that says what is next', async () => {
  const hub = outreachHub(db);
  const response = await hub.form('/api/newsletter', new URLSearchParams({ from_email: anna }));
  expect([response.status, response.headers.get('location')]).toEqual([303, '/newslettersignup?done=1']);
  expect(await hub.mails(anna)).toHaveLength(1);
});

test('a form of another site subscribes nobody', async () => {
  const hub = outreachHub(db);
  const body = newsletterForm({ from_email: anna });
  const response = await hub.send(emailPaths.sendForm, {
    method: 'POST',
    body,
    headers: { origin: 'https://evil.example' },
  });
  expect(response.status).toBe(403);
  expect(await records()).toEqual([]);
});

test('the list and the export name who confirmed, and only those', async () => {
  const hub = outreachHub(db);
  await subscribe(hub, anna);
  await subscribe(hub, 'ben@example.com');
  await confirm(hub, await linkFor(hub));
  expect(await hub.command('newsletter list')).toEqual([
    '2026-11-21  anna@example.com',
    '1 subscriber, 1 not confirmed',
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'hub-newsletter-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'list.csv');
  await hub.command(`newsletter export ${file}`);
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual([
    'address,asked,confirmed,source,agreed to',
    expect.stringMatching(
      /^anna@example.com,2026-11-21T12:00:00.000Z,2026-11-21T12:00:00.000Z,newsletter form,"Stay/,
    ),
  ]);
  await expect(hub.command(`newsletter export ${file}`)).rejects.toMatchObject({ code: 'conflict' });
});

test('erasing a person takes their request along', async () => {
  const hub = outreachHub(db);
  await subscribe(hub, anna);
  expect(await hub.feature.person?.export(anna)).toMatchObject({ confirmations: [{ address: anna }] });
  await hub.feature.person?.erase(anna);
  expect(await hub.feature.person?.export(anna)).toBeNull();
});
