import { generateKeyPairSync } from 'node:crypto';
import { mailStatus } from './feature.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { useDatabase } from '#testing/database.ts';
import { header, useMail, useSmtp } from '#testing/mail.ts';
import { willing } from '#testing/willing.ts';
import { refusal, type TestSmtp } from '#testing/smtp.ts';
import { oneLine } from './message.ts';
import type { MailConsent } from './consent.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const hub = (settings: Parameters<typeof useMail>[2]) => useMail(db, clock, settings);

beforeEach(async () => {
  await sql`truncate outbound_message cascade`.execute(db.tables());
});

test('an email arrives once, from the hub, with a fixed Message-ID, as text and HTML', async () => {
  const smtp = await useSmtp();
  const { id, state, note } = await hub({ smtpUrl: smtp.url }).send();
  expect(state).toBe('done');
  expect(note).toMatch(/^250/);
  expect(smtp.mails).toHaveLength(1);
  const [{ from, to, raw }] = smtp.mails as [TestSmtp['mails'][number]];
  expect({ from, to }).toEqual({ from: 'no-reply@birch.example', to: ['anna@example.com'] });
  expect(header(raw, 'From')).toBe('"Birch & Sons" <no-reply@birch.example>');
  expect(header(raw, 'Message-ID')).toBe(`<${id}@birch.example>`);
  expect(header(raw, 'Subject')).toBe('Your receipt');
  expect(header(raw, 'List-Unsubscribe')).toBeUndefined();
  expect(raw).toContain('text/plain');
  expect(raw).toContain('text/html');
});

test('MAIL_FROM, if set, is the sender', async () => {
  const smtp = await useSmtp();
  await hub({ smtpUrl: smtp.url, mailFrom: '"Ann Birch" <ann@shop.example>' }).send();
  expect(smtp.mails[0]?.from).toBe('ann@shop.example');
  expect(header(smtp.mails[0]?.raw ?? '', 'From')).toBe('Ann Birch <ann@shop.example>');
});

test('marketing supports one-click unsubscribe, and the newsletter has its own sender name', async () => {
  const smtp = await useSmtp();
  await hub({ smtpUrl: smtp.url }).send({ kind: 'marketing', purpose: 'newsletter' });
  const raw = smtp.mails[0]?.raw ?? '';
  expect(header(raw, 'List-Unsubscribe')).toBe('<https://birch.example/api/unsubscribe?t=1>');
  expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(header(raw, 'From')).toContain('Birch Weekly');
  expect(raw).toContain('Unsubscribe: https://birch.example/unsubscribe?t=1');
});

test('marketing without consent is not sent, transactional email is', async () => {
  const smtp = await useSmtp();
  const consent: MailConsent = {
    ...willing,
    ask: async ({ kind }) =>
      kind === 'marketing' ? { allowed: false, reason: 'unsubscribed' } : { allowed: true },
  };
  const birch = hub({ smtpUrl: smtp.url, consent });
  expect(await birch.send({ kind: 'marketing', purpose: 'newsletter', dedupeKey: 'news' })).toMatchObject({
    state: 'cancelled',
    note: 'unsubscribed',
  });
  expect(await birch.send({ purpose: 'account', dedupeKey: 'reset' })).toMatchObject({ state: 'done' });
  expect(smtp.mails).toHaveLength(1);
});

test.each([
  ['a list', 'anna@example.com, eve@example.com'],
  ['a header after the address', 'anna@example.com\r\nBcc: eve@example.com'],
  ['a display name', 'anna@example.com <eve@example.com>'],
])('%s instead of one address is rejected, and nothing is written', async (_what, to) => {
  const smtp = await useSmtp();
  await expect(hub({ smtpUrl: smtp.url }).send({ to })).rejects.toMatchObject({ code: 'bad_request' });
  await expect(hub({ smtpUrl: smtp.url }).send({ replyTo: to })).rejects.toMatchObject({
    code: 'bad_request',
  });
  expect(await db.tables<OutboxTables>().selectFrom('outbound_message').selectAll().execute()).toEqual([]);
});

test('a subject contains no bidirectional controls and no lone surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const line = oneLine(`${text}\u202egnihsihp\u2066`);
      expect(line).not.toMatch(/[\u202a-\u202e\u2066-\u2069\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(line.isWellFormed() || !text.isWellFormed()).toBe(true);
    }),
  );
  expect(oneLine('Invoice \u202efdp.exe')).toBe('Invoice fdp.exe');
  expect(oneLine('שלום עולם')).toBe('שלום עולם');
  expect(oneLine(`${'x'.repeat(199)}😀`).isWellFormed()).toBe(true);
});

test('a line break in a subject adds no header and no recipient', async () => {
  const smtp = await useSmtp();
  await hub({ smtpUrl: smtp.url }).send({ subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nEvil body' });
  expect(smtp.mails[0]?.to).toEqual(['anna@example.com']);
  expect(header(smtp.mails[0]?.raw ?? '', 'Subject')).toBe('Hello Bcc: eve@example.com Evil body');
  expect(header(smtp.mails[0]?.raw ?? '', 'Bcc')).toBeUndefined();
});

test('a lone dot and lines that look like SMTP stay in the text', async () => {
  const smtp = await useSmtp();
  await hub({ smtpUrl: smtp.url }).send({
    body: [{ kind: 'text', text: 'one\r\n.\r\nRCPT TO:<eve@example.com>\r\ntwo' }],
  });
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]?.raw).toContain('\r\n.\r\nRCPT TO:<eve@example.com>\r\ntwo');
});

test('a button that links to a script is rejected', async () => {
  await expect(
    hub({}).send({ body: [{ kind: 'button', label: 'Go', url: 'javascript:alert(1)' }] }),
  ).rejects.toMatchObject({ code: 'bad_request' });
});

test('with a DKIM key email is signed, including the one-click headers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dkim-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  await writeFile(join(folder, 'key.pem'), privateKey);
  const smtp = await useSmtp();
  await hub({ smtpUrl: smtp.url, dkimKey: `hub1:${join(folder, 'key.pem')}` }).send({ kind: 'marketing' });
  const signature = header(smtp.mails[0]?.raw ?? '', 'DKIM-Signature') ?? '';
  expect(signature).toContain('d=birch.example; q=dns/txt; s=hub1');
  expect(signature.replaceAll(' ', '').toLowerCase()).toMatch(
    /h=[^;]*list-unsubscribe:list-unsubscribe-post/,
  );
});

test('an unreadable DKIM key delays email; unsigned email is never sent instead', async () => {
  const smtp = await useSmtp();
  expect(await hub({ smtpUrl: smtp.url, dkimKey: 'hub1:/nowhere/key.pem' }).send()).toMatchObject({
    state: 'waiting',
    attempts: 0,
  });
  expect(smtp.mails).toEqual([]);
});

test('a live hub without SMTP queues its email and tells the operator why', async () => {
  const birch = hub({ live: true });
  clock.move(hours(48));
  expect(await birch.send()).toMatchObject({
    state: 'waiting',
    attempts: 0,
    last_error: 'no SMTP configured',
  });
  expect(
    mailStatus({
      live: true,
      smtpUrl: undefined,
      bouncesUrl: undefined,
      desk: undefined,
      settingsFrom: { paypal: 'nowhere', mail: 'nowhere' },
    }),
  ).toMatchObject({
    state: 'off',
    advice: expect.stringContaining('SMTP_URL'),
  });
  expect(await birch.handler.check()).toBe('no SMTP configured');
});

test('a hub that isn’t live stores its email for the mailbox page', async () => {
  const birch = hub({ live: false });
  const { id, state } = await birch.send({ subject: 'Read <me>' });
  expect(state).toBe('kept');
  expect(await birch.mailbox.list()).toMatchObject([
    { id, to: 'anna@example.com', subject: 'Read <me>', state: 'kept' },
  ]);
  const mail = await birch.mailbox.read(id);
  expect(mail?.text).toContain('Thank you.');
  expect(mail?.html).toContain('Read &lt;me&gt;');
  expect(await birch.mailbox.read('msg_none')).toBeNull();
});

test('the startup check signs in and reports the server’s response', async () => {
  const smtp = await useSmtp();
  expect(await hub({ smtpUrl: smtp.url }).handler.check()).toBeNull();
  const closed = await useSmtp({ onConnect: (_session, done) => done(refusal(554, 'not from you')) });
  expect(await hub({ smtpUrl: closed.url }).handler.check()).toContain('not from you');
});
