import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { hours, movableClock, seconds } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { header, useMail, useSmtp } from '#testing/mail.ts';
import { willing } from '#testing/willing.ts';
import { refusal, startSmtp } from '#testing/smtp.ts';
import type { MailConsent } from './consent.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');
const bounced: string[] = [];
const consent: MailConsent = { ...willing, bounced: async (to) => void bounced.push(to) };
const hub = (settings: Parameters<typeof useMail>[2]) => useMail(db, clock, { consent, ...settings });

beforeEach(async () => {
  await sql`truncate outbound_message cascade`.execute(db.tables());
});

test('a temporary rejection is retried, with the same Message-ID', async () => {
  let refusals = 0;
  const ids: (string | undefined)[] = [];
  const smtp = await useSmtp({
    answer({ raw }) {
      ids.push(header(raw, 'Message-ID'));
      if (++refusals < 2) throw refusal(451, 'come back later');
    },
  });
  const birch = hub({ smtpUrl: smtp.url });
  expect(await birch.send()).toMatchObject({
    state: 'waiting',
    attempts: 1,
    last_error: 'SMTP: 451 come back later',
  });
  clock.move(seconds(31));
  await birch.worker.drain();
  expect(await birch.row()).toMatchObject({ state: 'done', attempts: 2 });
  expect(smtp.mails).toHaveLength(1);
  expect(new Set(ids).size).toBe(1);
});

test('a permanent content rejection fails without suppressing the recipient', async () => {
  const smtp = await useSmtp({
    answer() {
      throw refusal(554, '5.7.1 looks like spam');
    },
  });
  expect(await hub({ smtpUrl: smtp.url }).send()).toMatchObject({ state: 'failed', attempts: 1 });
  expect(bounced).toEqual([]);
});

test('a nonexistent mailbox fails at once and is recorded as bounced', async () => {
  const smtp = await useSmtp({
    onRcptTo: ({ address }, _session, done) => done(refusal(550, `5.1.1 <${address}> no such user`)),
  });
  const { state, last_error } = await hub({ smtpUrl: smtp.url }).send({ to: 'nobody@example.com' });
  expect(state).toBe('failed');
  expect(last_error).not.toContain('nobody@example.com');
  expect(bounced.splice(0)).toEqual(['nobody@example.com']);
});

test.each([
  ['a relay that is not allowed', 550, '5.7.1 relaying denied'],
  ['a block list without a precise code', 550, 'blocked by policy'],
])('%s is not a bounce', async (_what, code, words) => {
  const smtp = await useSmtp({ onRcptTo: (_address, _session, done) => done(refusal(code, words)) });
  expect(await hub({ smtpUrl: smtp.url }).send()).toMatchObject({ state: 'failed' });
  expect(bounced).toEqual([]);
});

test('a rejected sender is a configuration error: email waits for new settings', async () => {
  const smtp = await useSmtp({
    onMailFrom: (_address, _session, done) => done(refusal(553, '5.7.1 sender not allowed')),
  });
  expect(await hub({ smtpUrl: smtp.url }).send()).toMatchObject({ state: 'waiting' });
});

test('a rejected password is a configuration error, too, and is never logged', async () => {
  const smtp = await useSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refusal(535, '5.7.8 wrong password')),
  });
  const { state, last_error } = await hub({
    smtpUrl: smtp.url.replace('smtp://', 'smtp://me:secret@'),
  }).send();
  expect(state).toBe('waiting');
  expect(last_error).toContain('wrong password');
  expect(last_error).not.toContain('secret');
});

test('a server that accepts the email and cuts the connection gets it only once', async () => {
  let arrived = 0;
  const smtp = await useSmtp({
    async answer(_mail, cut) {
      arrived++;
      cut();
      await new Promise(() => {});
    },
  });
  const birch = hub({ smtpUrl: smtp.url });
  expect(await birch.send()).toMatchObject({
    state: 'failed',
    last_error: expect.stringMatching(/^unknown: /),
  });
  clock.move(hours(100));
  await birch.worker.drain();
  expect(arrived).toBe(1);
});

test('a server that accepts the email and then goes silent gets it only once', async () => {
  let arrived = 0;
  const smtp = await useSmtp({
    async answer() {
      arrived++;
      await new Promise(() => {});
    },
  });
  const birch = hub({ smtpUrl: smtp.url, patience: 300 });
  expect(await birch.send()).toMatchObject({
    state: 'failed',
    last_error: expect.stringMatching(/^unknown: /),
  });
  clock.move(hours(100));
  await birch.worker.drain();
  expect(arrived).toBe(1);
});

test('a server that goes silent before receiving the email gets it later', async () => {
  const smtp = await useSmtp({ onRcptTo() {} });
  expect(await hub({ smtpUrl: smtp.url, patience: 300 }).send()).toMatchObject({
    state: 'waiting',
    attempts: 1,
  });
  expect(smtp.mails).toEqual([]);
});

test('an unreachable server gets the email later', async () => {
  const gone = await startSmtp();
  await gone.close();
  expect(await hub({ smtpUrl: gone.url }).send()).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('a server that accepts the connection and stays silent gets the email later', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await hub({ smtpUrl: `smtp://127.0.0.1:${port}`, patience: 300 }).send()).toMatchObject({
    state: 'waiting',
    attempts: 1,
  });
});

test('a server closing an idle connection loses no email', async () => {
  let connections = 0;
  const smtp = await useSmtp({ onConnect: (_session, done) => (connections++, done()) });
  const birch = hub({ smtpUrl: smtp.url });
  await birch.send({ dedupeKey: 'first' });
  await birch.send({ dedupeKey: 'second' });
  expect(connections).toBe(1);
  smtp.hangUp();
  expect(await birch.send({ dedupeKey: 'third' })).toMatchObject({ state: 'done', attempts: 1 });
  expect(smtp.mails).toHaveLength(3);
});

test('a file goes along as a PDF, byte for byte; one that is gone or too large holds nothing up', async () => {
  const smtp = await useSmtp();
  const birch = hub({ smtpUrl: smtp.url });
  const bytes = new Uint8Array(100_000).map((_, at) => at % 251);
  birch.mail.provide('contract', async (ref) =>
    ref === 'one' ? bytes : ref === 'large' ? new Uint8Array(8_000_000) : null,
  );
  for (const ref of ['one', 'large', 'gone']) {
    const file = { of: 'contract', ref, name: 'signed “deal”\r\nX-Evil: 1.pdf' };
    expect(await birch.send({ dedupeKey: ref, file })).toMatchObject({ state: 'done' });
  }
  const [first, ...others] = smtp.mails.map(({ raw }) => raw);
  const part =
    /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(first ?? '')?.[1] ?? '';
  expect(new Uint8Array(Buffer.from(part, 'base64'))).toEqual(bytes);
  expect(first).not.toMatch(/^X-Evil:/m);
  for (const raw of others) expect(raw).not.toContain('application/pdf');
});
