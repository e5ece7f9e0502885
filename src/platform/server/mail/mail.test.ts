import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { hours, movableClock, seconds } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { OutboxTables } from '#platform/server/outbox/tables.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import { useDatabase } from '#testing/database.ts';
import { sampleSite } from '#testing/site.ts';
import { refusal, startSmtp, type TestSmtp } from '#testing/smtp.ts';
import type { MailConsent } from './consent.ts';
import { createMail } from './mail.ts';
import type { MailMessage } from './message.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');

beforeEach(async () => {
  await sql`truncate outbound_message cascade`.execute(db.tables());
});

const bounced: string[] = [];
const willing: MailConsent = {
  ask: async ({ kind }) =>
    kind === 'marketing'
      ? { allowed: true, unsubscribe: { page: 'https://birch.example/unsubscribe?t=1', oneClick: 'https://birch.example/api/unsubscribe?t=1' } }
      : { allowed: true },
  bounced: async (to) => void bounced.push(to),
};

const receipt: MailMessage = {
  to: 'anna@example.com',
  kind: 'transactional',
  purpose: 'order',
  subject: 'Your receipt',
  body: [{ kind: 'text', text: 'Thank you.' }],
  dedupeKey: 'receipt 1',
};

interface Settings {
  smtpUrl?: string;
  live?: boolean;
  mailFrom?: string;
  dkimKey?: string;
  consent?: MailConsent | null;
  patience?: number;
}

function hub({ smtpUrl, live = true, mailFrom, dkimKey, consent = willing, patience = 10_000 }: Settings) {
  const outbox = createOutbox(db, clock);
  const mail = createMail({
    config: { live, smtpUrl, mailFrom, dkimKey },
    db,
    clock,
    outbox,
    site: { words: sampleSite },
    origin: () => 'https://birch.example',
    timeouts: { stepTimeout: patience, answerTimeout: patience },
  });
  if (consent) mail.askConsent(consent);
  const worker = startWorker({ db, handlers: [mail.handler], clock, log: silentLog, pollSeconds: 3600 });
  onTestFinished(async () => {
    await worker.stop();
    await mail.handler.close();
  });
  return {
    mail,
    worker,
    async send(changes: Partial<MailMessage> = {}) {
      await db.transaction((trx) => mail.send(trx, { ...receipt, ...changes }));
      await worker.drain();
      return row(changes.dedupeKey ?? receipt.dedupeKey);
    },
  };
}

const row = (dedupeKey = receipt.dedupeKey) =>
  db.tables<OutboxTables>().selectFrom('outbound_message').selectAll().where('dedupe_key', '=', dedupeKey).executeTakeFirstOrThrow();

async function smtpServer(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestSmtp> {
  const smtp = await startSmtp(options);
  onTestFinished(() => smtp.close());
  return smtp;
}

const header = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'mi').exec(raw.split('\r\n\r\n')[0] ?? '')?.[1]?.replaceAll(/\r\n[ \t]/g, ' ');

test('a mail arrives once, from the hub, with a fixed Message-ID, as text and as HTML', async () => {
  const smtp = await smtpServer();
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

test('MAIL_FROM is the sender when it is set', async () => {
  const smtp = await smtpServer();
  await hub({ smtpUrl: smtp.url, mailFrom: '"Ann Birch" <ann@shop.example>' }).send();
  expect(smtp.mails[0]?.from).toBe('ann@shop.example');
  expect(header(smtp.mails[0]?.raw ?? '', 'From')).toBe('Ann Birch <ann@shop.example>');
});

test('marketing carries one-click unsubscribing, and the newsletter its own sender name', async () => {
  const smtp = await smtpServer();
  await hub({ smtpUrl: smtp.url }).send({ kind: 'marketing', purpose: 'newsletter' });
  const raw = smtp.mails[0]?.raw ?? '';
  expect(header(raw, 'List-Unsubscribe')).toBe('<https://birch.example/api/unsubscribe?t=1>');
  expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(header(raw, 'From')).toContain('Birch Weekly');
  expect(raw).toContain('Unsubscribe: https://birch.example/unsubscribe?t=1');
});

test('marketing that nobody may get any more does not go out, a transactional mail does', async () => {
  const smtp = await smtpServer();
  const consent: MailConsent = { ...willing, ask: async ({ kind }) => (kind === 'marketing' ? { allowed: false, reason: 'unsubscribed' } : { allowed: true }) };
  const birch = hub({ smtpUrl: smtp.url, consent });
  expect(await birch.send({ kind: 'marketing', purpose: 'newsletter', dedupeKey: 'news' })).toMatchObject({ state: 'cancelled', note: 'unsubscribed' });
  expect(await birch.send({ purpose: 'account', dedupeKey: 'reset' })).toMatchObject({ state: 'done' });
  expect(smtp.mails).toHaveLength(1);
});

test('without anybody to ask for consent no marketing goes out', async () => {
  const smtp = await smtpServer();
  expect(await hub({ smtpUrl: smtp.url, consent: null }).send({ kind: 'marketing' })).toMatchObject({ state: 'cancelled' });
  expect(smtp.mails).toEqual([]);
});

test.each([
  ['a list', 'anna@example.com, eve@example.com'],
  ['a header after the address', 'anna@example.com\r\nBcc: eve@example.com'],
  ['a display name', 'anna@example.com <eve@example.com>'],
])('%s instead of one address is refused, and nothing is written', async (_what, to) => {
  const smtp = await smtpServer();
  await expect(hub({ smtpUrl: smtp.url }).send({ to })).rejects.toMatchObject({ code: 'bad_request' });
  await expect(hub({ smtpUrl: smtp.url }).send({ replyTo: to })).rejects.toMatchObject({ code: 'bad_request' });
  expect(await db.tables<OutboxTables>().selectFrom('outbound_message').selectAll().execute()).toEqual([]);
});

test('a line break in a subject adds no header and no recipient', async () => {
  const smtp = await smtpServer();
  await hub({ smtpUrl: smtp.url }).send({ subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nEvil body' });
  expect(smtp.mails[0]?.to).toEqual(['anna@example.com']);
  expect(header(smtp.mails[0]?.raw ?? '', 'Subject')).toBe('Hello Bcc: eve@example.com Evil body');
  expect(header(smtp.mails[0]?.raw ?? '', 'Bcc')).toBeUndefined();
});

test('a lone dot and lines that look like SMTP stay in the text', async () => {
  const smtp = await smtpServer();
  await hub({ smtpUrl: smtp.url }).send({ body: [{ kind: 'text', text: 'one\r\n.\r\nRCPT TO:<eve@example.com>\r\ntwo' }] });
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]?.raw).toContain('\r\n.\r\nRCPT TO:<eve@example.com>\r\ntwo');
});

test('a button that leads to a script is refused', async () => {
  await expect(hub({}).send({ body: [{ kind: 'button', label: 'Go', url: 'javascript:alert(1)' }] })).rejects.toMatchObject({ code: 'bad_request' });
});

test('a temporary refusal is tried again, with the same Message-ID', async () => {
  let refusals = 0;
  const ids: (string | undefined)[] = [];
  const smtp = await smtpServer({
    answer({ raw }) {
      ids.push(header(raw, 'Message-ID'));
      if (++refusals < 2) throw refusal(451, 'come back later');
    },
  });
  const birch = hub({ smtpUrl: smtp.url });
  expect(await birch.send()).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'SMTP: 451 come back later' });
  clock.move(seconds(31));
  await birch.worker.drain();
  expect(await row()).toMatchObject({ state: 'done', attempts: 2 });
  expect(smtp.mails).toHaveLength(1);
  expect(new Set(ids).size).toBe(1);
});

test('a final refusal of the content fails and suppresses nobody', async () => {
  const smtp = await smtpServer({
    answer() {
      throw refusal(554, '5.7.1 looks like spam');
    },
  });
  expect(await hub({ smtpUrl: smtp.url }).send()).toMatchObject({ state: 'failed', attempts: 1 });
  expect(bounced).toEqual([]);
});

test('an address where nobody lives fails at once and is remembered as bounced', async () => {
  const smtp = await smtpServer({ onRcptTo: ({ address }, _session, done) => done(refusal(550, `5.1.1 <${address}> no such user`)) });
  const { state, last_error } = await hub({ smtpUrl: smtp.url }).send({ to: 'nobody@example.com' });
  expect(state).toBe('failed');
  expect(last_error).not.toContain('nobody@example.com');
  expect(bounced.splice(0)).toEqual(['nobody@example.com']);
});

test.each([
  ['a relay that is not allowed', 550, '5.7.1 relaying denied'],
  ['a block list without a precise code', 550, 'blocked by policy'],
])('%s is no bounce of the address', async (_what, code, words) => {
  const smtp = await smtpServer({ onRcptTo: (_address, _session, done) => done(refusal(code, words)) });
  expect(await hub({ smtpUrl: smtp.url }).send()).toMatchObject({ state: 'failed' });
  expect(bounced).toEqual([]);
});

test('a sender that the server does not take is the operator’s mistake: the mail waits for better settings', async () => {
  const smtp = await smtpServer({ onMailFrom: (_address, _session, done) => done(refusal(553, '5.7.1 sender not allowed')) });
  expect(await hub({ smtpUrl: smtp.url }).send()).toMatchObject({ state: 'waiting' });
});

test('a password that the server does not take is the operator’s mistake, too, and is never written down', async () => {
  const smtp = await smtpServer({ authOptional: false, allowInsecureAuth: true, onAuth: (_auth, _session, done) => done(refusal(535, '5.7.8 wrong password')) });
  const { state, last_error } = await hub({ smtpUrl: smtp.url.replace('smtp://', 'smtp://me:secret@') }).send();
  expect(state).toBe('waiting');
  expect(last_error).toContain('wrong password');
  expect(last_error).not.toContain('secret');
});

test('a server that takes the mail and cuts the line before its answer gets it only once', async () => {
  let arrived = 0;
  const smtp = await smtpServer({
    async answer(_mail, cut) {
      arrived++;
      cut();
      await new Promise(() => {});
    },
  });
  const birch = hub({ smtpUrl: smtp.url });
  expect(await birch.send()).toMatchObject({ state: 'failed', last_error: expect.stringMatching(/^unknown: /) });
  clock.move(hours(100));
  await birch.worker.drain();
  expect(arrived).toBe(1);
});

test('a server that takes the mail and then says nothing gets it only once', async () => {
  let arrived = 0;
  const smtp = await smtpServer({
    async answer() {
      arrived++;
      await new Promise(() => {});
    },
  });
  const birch = hub({ smtpUrl: smtp.url, patience: 300 });
  expect(await birch.send()).toMatchObject({ state: 'failed', last_error: expect.stringMatching(/^unknown: /) });
  clock.move(hours(100));
  await birch.worker.drain();
  expect(arrived).toBe(1);
});

test('a server that falls silent before it has seen the mail gets it later', async () => {
  const smtp = await smtpServer({ onRcptTo() {} });
  expect(await hub({ smtpUrl: smtp.url, patience: 300 }).send()).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(smtp.mails).toEqual([]);
});

test('a server that is not there gets the mail later', async () => {
  const gone = await startSmtp();
  await gone.close();
  expect(await hub({ smtpUrl: gone.url }).send()).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('a server that accepts the connection and is silent gets the mail later', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await hub({ smtpUrl: `smtp://127.0.0.1:${port}`, patience: 300 }).send()).toMatchObject({ state: 'waiting', attempts: 1 });
});

test('a connection that the server ended while it lay idle costs no mail', async () => {
  let connections = 0;
  const smtp = await smtpServer({ onConnect: (_session, done) => (connections++, done()) });
  const birch = hub({ smtpUrl: smtp.url });
  await birch.send({ dedupeKey: 'first' });
  await birch.send({ dedupeKey: 'second' });
  expect(connections).toBe(1);
  smtp.hangUp();
  expect(await birch.send({ dedupeKey: 'third' })).toMatchObject({ state: 'done', attempts: 1 });
  expect(smtp.mails).toHaveLength(3);
});

test('with a DKIM key the mail is signed, the one-click headers included', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dkim-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
  await writeFile(join(folder, 'key.pem'), privateKey);
  const smtp = await smtpServer();
  await hub({ smtpUrl: smtp.url, dkimKey: `hub1:${join(folder, 'key.pem')}` }).send({ kind: 'marketing' });
  const signature = header(smtp.mails[0]?.raw ?? '', 'DKIM-Signature') ?? '';
  expect(signature).toContain('d=birch.example; q=dns/txt; s=hub1');
  expect(signature.replaceAll(' ', '').toLowerCase()).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/);
});

test('a DKIM key that cannot be read keeps the mail waiting, unsigned mail never goes out instead', async () => {
  const smtp = await smtpServer();
  expect(await hub({ smtpUrl: smtp.url, dkimKey: 'hub1:/nowhere/key.pem' }).send()).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(smtp.mails).toEqual([]);
});

test('a live hub without SMTP keeps its mail waiting and tells the operator why', async () => {
  const birch = hub({ live: true });
  clock.move(hours(48));
  expect(await birch.send()).toMatchObject({ state: 'waiting', attempts: 0, last_error: 'no SMTP configured' });
  expect(birch.mail.runsOn()).toMatchObject([{ state: 'off', advice: expect.stringContaining('SMTP_URL') }]);
  expect(await birch.mail.handler.check()).toBe('no SMTP configured');
});

test('a hub that is not live keeps its mail, to be read in the mailbox', async () => {
  const birch = hub({ live: false });
  const { id, state } = await birch.send({ subject: 'Read <me>' });
  expect(state).toBe('kept');
  expect(await birch.mail.mailbox.list()).toMatchObject([{ id, to: 'anna@example.com', subject: 'Read <me>', state: 'kept' }]);
  const mail = await birch.mail.mailbox.read(id);
  expect(mail?.text).toContain('Thank you.');
  expect(mail?.html).toContain('Read &lt;me&gt;');
  expect(await birch.mail.mailbox.read('msg_none')).toBeNull();
});

test('the check before the start signs in, and says what the server says', async () => {
  const smtp = await smtpServer();
  expect(await hub({ smtpUrl: smtp.url }).mail.handler.check()).toBeNull();
  const closed = await smtpServer({ onConnect: (_session, done) => done(refusal(554, 'not from you')) });
  expect(await hub({ smtpUrl: closed.url }).mail.handler.check()).toContain('not from you');
});
