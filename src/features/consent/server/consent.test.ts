import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { silentLog } from '#platform/server/log.ts';
import { mailHandler } from '#platform/server/mail/handler.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { useDatabase } from '#testing/database.ts';
import { sampleSite } from '#testing/site.ts';
import { refusal, startSmtp } from '#testing/smtp.ts';
import { createConsentByHand } from './by-hand.ts';
import { consentPerson } from './person.ts';
import { createConsent, mailConsent } from './public.ts';
import { unsubscribeRoutes } from './routes.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const platform = {
  db,
  clock,
  secret: (name: string) => createHash('sha256').update(`secret ${name}`).digest(),
  origin: () => 'https://birch.example',
};
const consent = createConsent(platform);
const forMail = mailConsent(platform);
const person = consentPerson(platform, createConsentByHand(platform));

beforeEach(async () => {
  await sql`truncate outbound_message, consent_record, suppression cascade`.execute(db.tables());
});

const anna = 'Anna@example.com';
const newsletter = { email: anna, purpose: 'newsletter' } as const;
const words = { consentText: 'Send me the newsletter.', source: 'footer' };
const give = (changes = {}) =>
  db.transaction((trx) => consent.give(trx, { ...newsletter, ...words, ...changes }));
const confirm = (about: Parameters<typeof consent.confirm>[1] = newsletter) =>
  db.transaction((trx) => consent.confirm(trx, about));
const withdraw = () => db.transaction((trx) => consent.withdraw(trx, newsletter));
const mayGet = async (kind: 'marketing' | 'transactional', purpose: string, to = anna) =>
  (await consent.mayMail(db.tables(), { to, kind, purpose })).allowed;
const records = async () =>
  (await sql<Record<string, unknown>>`select * from consent_record`.execute(db.tables())).rows;

test('the newsletter goes out after the double opt-in, to whatever spelling of the address', async () => {
  expect(await give()).toBe('given');
  expect(await mayGet('marketing', 'newsletter')).toBe(false);
  expect(await confirm({ email: 'anna@EXAMPLE.com', purpose: 'newsletter' })).toBe(true);
  expect(await mayGet('marketing', 'newsletter')).toBe(true);
  expect(await mayGet('marketing', 'newsletter', 'ANNA@example.com')).toBe(true);
  expect(await mayGet('marketing', 'recovery')).toBe(false);
});

test('what was agreed to is kept in the words that were seen, with time and place', async () => {
  await give();
  expect(await records()).toMatchObject([
    {
      address: 'Anna@example.com',
      address_key: 'anna@example.com',
      purpose: 'newsletter',
      consent_text: words.consentText,
      source: 'footer',
      given_at: clock.now(),
    },
  ]);
});

test('ticking the box again changes nothing about a confirmed consent, nor about one that was withdrawn', async () => {
  await give();
  await confirm();
  clock.move(days(1));
  expect(await give({ source: 'checkout' })).toBe('confirmed');
  expect(await records()).toMatchObject([{ source: 'footer' }]);
  expect(await withdraw()).toBe(true);
  expect(await withdraw()).toBe(false);
  expect(await mayGet('marketing', 'newsletter')).toBe(false);
  clock.move(days(1));
  expect(await give({ source: 'checkout' })).toBe('withdrawn');
  expect(await mayGet('marketing', 'newsletter')).toBe(false);
  // Only a click in the mail that asks for it brings it back.
  expect(await confirm()).toBe(true);
  expect(await mayGet('marketing', 'newsletter')).toBe(true);
  expect(await records()).toMatchObject([{ source: 'checkout', withdrawn_at: null }]);
});

test('nothing can be confirmed that was not given, or was withdrawn', async () => {
  expect(await confirm()).toBe(false);
  await give();
  await withdraw();
  expect(await confirm()).toBe(false);
});

test('two addresses are not taken for one', async () => {
  await expect(give({ email: 'a@example.com, b@example.com' })).rejects.toMatchObject({
    code: 'bad_request',
  });
});

test('a click in a confirmation mail lifts what kept the address from getting mail', async () => {
  await db.transaction((trx) =>
    consent.suppress(trx, { email: anna, scope: 'marketing', reason: 'unsubscribed' }),
  );
  await give();
  expect(await mayGet('marketing', 'newsletter')).toBe(false);
  await confirm();
  expect(await mayGet('marketing', 'newsletter')).toBe(true);
});

// The routes, as the server mounts them.
const routes = unsubscribeRoutes(platform);
const find = (method: string, path: string): Route =>
  routes.find((route) => route.method === method && route.path === path) as Route;

function post(query: { t?: string }, body: string, type: string) {
  const request = new Request('https://birch.example/api/unsubscribe', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  return find('POST', '/api/unsubscribe').handle({ query, request } as unknown as Call<never, never, never>);
}
const look = (t: string) =>
  find('GET', '/api/unsubscribe/preview').handle({ query: { t } } as unknown as Call<never, never, never>);

async function subscribed(): Promise<string> {
  await give();
  await confirm();
  const verdict = await forMail.ask({ to: anna, kind: 'marketing', purpose: 'newsletter' });
  if (!verdict.allowed || !verdict.unsubscribe) throw new Error('not subscribed');
  expect(verdict.unsubscribe.oneClick).toMatch(/^https:\/\/birch\.example\/api\/unsubscribe\?t=/);
  return new URL(verdict.unsubscribe.page).searchParams.get('t') ?? '';
}

test('looking at an unsubscribe link changes nothing and shows no full address', async () => {
  const t = await subscribed();
  expect(await look(t)).toEqual({
    address: 'A•••@example.com',
    purpose: 'newsletter',
    label: 'the newsletter',
    state: 'subscribed',
    everything: false,
  });
  expect(await mayGet('marketing', 'newsletter')).toBe(true);
  expect(decodeURIComponent(t)).not.toContain('example.com');
});

test.each([
  ['as a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'as multipart',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ],
])('a mail program unsubscribes with one click, %s, and may do so twice', async (_how, body, type) => {
  const t = await subscribed();
  expect(await post({ t }, body, type)).toMatchObject({ state: 'unsubscribed', everything: false });
  expect(await post({ t }, body, type)).toMatchObject({ state: 'unsubscribed' });
  expect(await mayGet('marketing', 'newsletter')).toBe(false);
});

test('the page ends one purpose, or everything', async () => {
  const t = await subscribed();
  await give({ purpose: 'recovery' });
  await post({}, JSON.stringify({ t }), 'application/json');
  expect(await mayGet('marketing', 'recovery')).toBe(true);
  expect(await post({}, JSON.stringify({ t, everything: true }), 'application/json')).toMatchObject({
    everything: true,
  });
  expect(await mayGet('marketing', 'recovery')).toBe(false);
  expect(await mayGet('transactional', 'account')).toBe(true);
});

test('a link that we have not signed ends nothing', async () => {
  const t = await subscribed();
  const [id] = t.split('.');
  for (const forged of ['', id ?? '', `${id}.`, `${id}.AAAA`, `con_other.${t.split('.')[1]}`, `${t}x`]) {
    await expect(post({ t: forged }, '{}', 'application/json')).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(post({ t }, '{', 'application/json')).rejects.toMatchObject({ code: 'bad_request' });
  expect(await mayGet('marketing', 'newsletter')).toBe(true);
});

test('who unsubscribes while a newsletter waits does not get it; the password reset comes', async () => {
  const smtp = await startSmtp();
  const mail = createMail(createOutbox(db, clock));
  const handler = mailHandler({
    ...platform,
    config: { live: true, smtpUrl: smtp.url, mailFrom: undefined, dkimKey: undefined },
    site: { words: sampleSite },
    consent: forMail,
  });
  const t = await subscribed();
  const body = [{ kind: 'text' as const, text: 'Hello' }];
  await db.transaction(async (trx) => {
    await mail.send(trx, {
      to: anna,
      kind: 'marketing',
      purpose: 'newsletter',
      why: 'agreed',
      subject: 'News',
      body,
      dedupeKey: 'news',
    });
    await mail.send(trx, {
      to: anna,
      kind: 'transactional',
      purpose: 'account',
      why: 'typed',
      subject: 'Reset',
      body,
      dedupeKey: 'reset',
    });
  });
  await post({ t }, JSON.stringify({ everything: true }), 'application/json');
  const worker = startWorker({ db, handlers: [handler], clock, log: silentLog, pollSeconds: 3600 });
  onTestFinished(async () => {
    await worker.stop();
    await handler.close();
    await smtp.close();
  });
  await worker.drain();
  expect(smtp.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())).toEqual(['Reset']);
  const rows = await db
    .tables<OutboxTables>()
    .selectFrom('outbound_message')
    .select(['dedupe_key', 'state', 'note'])
    .orderBy('dedupe_key')
    .execute();
  expect(rows[0]).toEqual({
    dedupe_key: 'news',
    state: 'cancelled',
    note: expect.stringMatching(/unsubscribed|withdrawn/),
  });
});

test('an address where nobody lives gets nothing more, until somebody there asks', async () => {
  const smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => done(refusal(550, '5.1.1 no such user')),
  });
  const mail = createMail(createOutbox(db, clock));
  const handler = mailHandler({
    ...platform,
    config: { live: true, smtpUrl: smtp.url, mailFrom: undefined, dkimKey: undefined },
    site: { words: sampleSite },
    consent: forMail,
  });
  await db.transaction((trx) =>
    mail.send(trx, {
      to: anna,
      kind: 'transactional',
      purpose: 'order',
      why: 'paid',
      subject: 'Receipt',
      body: [],
      dedupeKey: 'receipt',
    }),
  );
  const worker = startWorker({ db, handlers: [handler], clock, log: silentLog, pollSeconds: 3600 });
  onTestFinished(async () => {
    await worker.stop();
    await handler.close();
    await smtp.close();
  });
  await worker.drain();
  expect(await mayGet('transactional', 'order')).toBe(false);
  expect(await mayGet('transactional', 'account')).toBe(true);
});

test('an erased address leaves nothing readable, gets no marketing, and can start anew', async () => {
  await give();
  await confirm();
  expect(await person.export(anna)).toMatchObject({
    consents: [{ consent_text: words.consentText }],
    suppressions: [],
  });
  expect((await person.erase(anna))[0]).toBe('1 consents and 0 suppressions removed');
  const { rows } = await sql<{
    everything: string;
  }>`select string_agg(s::text, ' ') as everything from suppression s`.execute(db.tables());
  expect(rows[0]?.everything).toContain('erased:');
  expect(rows[0]?.everything.toLowerCase()).not.toContain('anna');
  expect(await records()).toEqual([]);
  await give({ purpose: 'recovery' });
  expect(await mayGet('marketing', 'recovery')).toBe(false);
  expect(await mayGet('transactional', 'order')).toBe(true);
  await confirm({ email: anna, purpose: 'recovery' });
  expect(await mayGet('marketing', 'recovery')).toBe(true);
});

test('nothing is exported about a stranger', async () => {
  expect(await person.export('stranger@example.com')).toBeNull();
});
