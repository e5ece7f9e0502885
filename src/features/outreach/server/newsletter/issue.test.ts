import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createConsent } from '#features/consent/server/public.ts';
import { useDatabase } from '#testing/database.ts';
import { useSmtp, header } from '#testing/mail.ts';
import { newsletterForm, origin, outreachHub, type OutreachHub } from '#testing/outreach-hub.ts';
import { emailPaths } from '../../rules/email-service.ts';

const db = await useDatabase();

beforeEach(async () => {
  await sql`truncate outbound_message, consent_record, suppression, newsletter_request, newsletter_issue, rate_limit cascade`.execute(
    db.tables(),
  );
});

const anna = 'anna@example.com';
const subscribe = (hub: OutreachHub, from_email: string) =>
  hub.form(emailPaths.sendForm, newsletterForm({ from_email }));
async function linkFor(hub: OutreachHub, email = anna): Promise<string> {
  const mail = (await hub.mails(email)).at(-1);
  return /confirm\?t=([^"]+)/.exec(mail?.words ?? '')?.[1] ?? '';
}
const confirm = (hub: OutreachHub, t: string) => hub.json('/api/newsletter/confirm', { t });

const issue = `---
subject: A shorter way to a signed offer
---
# Hello

New: **read this** at [the store](/store).

- one
- two

[**Open the store**](/store)
`;

async function written(text = issue, name = '2026-11.md'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-issue-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

async function subscribers(hub: OutreachHub, ...addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await subscribe(hub, address);
    await confirm(hub, await linkFor(hub, address));
  }
}

test('a dry run shows the issue and its number of readers, and writes nothing', async () => {
  const hub = outreachHub(db);
  await subscribers(hub, anna);
  const before = (await hub.mails()).length;
  const lines = (await hub.command(`newsletter send ${await written()} --dry-run`)).join('\n');
  expect(lines).toContain('1 subscriber; dry run, nothing is sent');
  expect(lines).toContain(`the store (${origin}/store)`);
  expect(await hub.mails()).toHaveLength(before);
});

test('a test goes to the one address that was typed, and is no issue sent', async () => {
  const smtp = await useSmtp();
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  await subscribers(hub, anna);
  const file = await written();
  await hub.command(`newsletter test ${file} me@example.com`);
  await hub.deliver();
  const tests = smtp.mails.filter(
    ({ raw }) => header(raw, 'Subject') === '[Test] A shorter way to a signed offer',
  );
  expect(tests.flatMap((mail) => mail.to)).toEqual(['me@example.com']);
  expect(await hub.command('newsletter status')).toEqual(['No issues sent yet.']);
  for (const wrong of [
    `${file}`,
    `${file} a@example.com b@example.com`,
    `${file} a@example.com,b@example.com`,
  ])
    await expect(hub.command(`newsletter test ${wrong}`)).rejects.toThrow(/one email address/);
});

test('an issue goes to every subscriber once, with one-click unsubscribing, and never again', async () => {
  const smtp = await useSmtp();
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  await subscribers(hub, anna, 'ben@example.com');
  await subscribe(hub, 'unconfirmed@example.com');
  const file = await written();
  await hub.command(`newsletter send ${file}`);
  await expect(hub.command(`newsletter send ${file}`)).rejects.toThrow(/went to 2 subscribers/);
  await hub.deliver();
  const issues = smtp.mails.filter(({ raw }) => header(raw, 'Subject') === 'A shorter way to a signed offer');
  expect(issues.flatMap((mail) => mail.to).sort()).toEqual([anna, 'ben@example.com']);
  const raw = issues[0]?.raw ?? '';
  expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const link = new URL(/^List-Unsubscribe:\s*<([^>]+)>/m.exec(raw)?.[1] ?? '');
  await hub.form(link.pathname + link.search, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }));
  expect(await hub.command('newsletter list')).toContainEqual(expect.stringContaining('1 subscriber'));
  expect(await hub.command('newsletter status 2026-11')).toEqual([
    '2026-11  A shorter way to a signed offer',
    '  2 subscribers',
    '  2 sent',
  ]);
});

test('who unsubscribes while an issue waits does not get it', async () => {
  const smtp = await useSmtp();
  const hub = outreachHub(db, { smtpUrl: smtp.url });
  await subscribers(hub, anna);
  await hub.deliver();
  await hub.command(`newsletter send ${await written()}`);
  await db.transaction((trx) =>
    createConsent(hub.platform).withdraw(trx, { email: anna, purpose: 'newsletter' }),
  );
  await hub.deliver();
  expect(smtp.mails.filter(({ raw }) => header(raw, 'Subject')?.startsWith('A shorter'))).toEqual([]);
});

test('an issue that a mail cannot carry is refused with its line, and so are new words under a sent name', async () => {
  const hub = outreachHub(db);
  await expect(
    hub.command(
      `newsletter send ${await written('---\nsubject: X\n---\nFine.\n\n<b>no</b>\n\n| a |\n|---|\n| b |\n')}`,
    ),
  ).rejects.toThrow(/\.md:6: got HTML[^]*\.md:8: got a table/);
  await expect(hub.command(`newsletter send ${await written('---\nsubjct: X\n---\n')}`)).rejects.toThrow(
    /did you mean subject/,
  );
  await expect(
    hub.command(`newsletter send ${await written('---\nsubject: X\n---\n[x](javascript:alert)\n')}`),
  ).rejects.toThrow(/a link to/);
  await expect(hub.command('newsletter send nowhere.md')).rejects.toThrow('can’t be read');
});
