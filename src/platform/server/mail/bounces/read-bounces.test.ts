import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minutes, movableClock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { deliveryReport, feedbackReport } from '#testing/bounce-reports.ts';
import { useBounces } from '#testing/bounces.ts';
import { useDatabase } from '#testing/database.ts';
import { useMail, useSmtp } from '#testing/mail.ts';
import { createRecipientTokens } from './token.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-28T12:00:00Z');
const { tokens, cameBack, useMailbox, job, bounce } = useBounces(db, clock);

test('an email that goes out and comes back ends email to that address, and the report goes', async () => {
  const smtp = await useSmtp();
  await useMail(db, clock, { smtpUrl: smtp.url }).send({ to: 'Anna@example.com' });
  // As it went over the wire, folded.
  const [, token = ''] = /^X-Hub-Recipient:(\s+\S+)$/m.exec(smtp.mails[0]?.raw ?? '') ?? [];
  const mailbox = await useMailbox();
  mailbox.put(deliveryReport({ to: 'anna@example.com', token }));
  mailbox.put(feedbackReport({ to: 'ben@example.com', token: tokens.write('ben@example.com', clock.now()) }));
  mailbox.put(bounce('cleo@example.com', { status: '5.2.2' }));
  const answer = mailbox.put('From: somebody@example.com\nSubject: Re: Your receipt\n\nThank you!\n');
  await job(mailbox).run();
  expect(await cameBack()).toEqual(['Anna@example.com bounced', 'ben@example.com complained']);
  expect(mailbox.messages.map(({ uid }) => uid)).toEqual([answer]);
  mailbox.heard.length = 0;
  await job(mailbox).run();
  expect(mailbox.heard.map((line) => line.split(' ')[0])).toEqual(['USER', 'PASS', 'LIST', 'UIDL', 'QUIT']);
});

test('[law] whoever writes to the mailbox ends email to nobody else', async () => {
  const victim = 'victim@example.com';
  const mine = tokens.write('stranger@example.com', clock.now());
  const otherHub = createRecipientTokens((name) => Buffer.from(name.padEnd(32, 'y'))).write(
    victim,
    clock.now(),
  );
  const old = tokens.write(victim, new Date(clock.now().getTime() - minutes(60 * 24 * 90)));
  const otherPurpose = `${Buffer.from(`20785 ${victim}`).toString('base64url')}.${mine.split('.')[1]}`;
  const token = fc.oneof(
    fc.constantFrom(mine, otherHub, old, otherPurpose, '', '.', victim),
    fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
  );
  const report = fc.record({
    token,
    more: fc.array(token, { maxLength: 3 }),
    status: fc.constantFrom('5.1.1', '5.0.0', '4.2.2'),
    kind: fc.constantFrom('abuse', 'delivery'),
    original: fc.boolean(),
  });
  const mailbox = await useMailbox();
  const written = fc.sample(report, { numRuns: 150, seed: 7 });
  for (const [n, { token: first, more, status, kind, original }] of written.entries()) {
    const sent = {
      to: victim,
      token: first,
      id: `forged-${n}`,
      headers: more.map((one) => `X-Hub-Recipient: ${one}\n`).join(''),
    };
    mailbox.put(
      kind === 'abuse'
        ? feedbackReport(sent)
        : deliveryReport({
            ...sent,
            status,
            ...(original && { more: `Original-Recipient: rfc822; ${victim}\n` }),
          }),
    );
  }
  await job(mailbox).run();
  // Whoever has an email of ours can end email to themselves, by replying as a mail server would.
  expect([...new Set(await cameBack())]).toEqual(['stranger@example.com complained']);
  expect(mailbox.messages.length).toBeGreaterThan(50);
});

test('a report that brings back the headers of two people is left', async () => {
  const mailbox = await useMailbox();
  const headers = `X-Hub-Recipient: ${tokens.write('ben@example.com', clock.now())}\n`;
  mailbox.put(bounce('anna@example.com', { headers }));
  await job(mailbox).run();
  expect([await cameBack(), mailbox.messages.length]).toEqual([[], 1]);
});

test('[law] hostile mail in the mailbox holds up nothing, and stays', async () => {
  const mailbox = await useMailbox();
  const megabyte = 'x'.repeat(1_000_000);
  const hostile = [
    `Subject: ${megabyte}\n\n`,
    `Content-Type: multipart/report; boundary=b\n\n${'--b\nContent-Type: multipart/report; boundary=b\n\n'.repeat(20_000)}`,
    `Subject: fifty megabytes\n\n${`${'y'.repeat(990)}\n`.repeat(50_000)}`,
    `Subject: one line\n\n${megabyte.repeat(5)}`,
    'Content-Type: text/plain; charset=utf-99\n\n\xff\xfe\0',
    '',
  ];
  const names = hostile.map((text) => mailbox.put(text));
  mailbox.put(bounce('anna@example.com'));
  await job(mailbox, { mailbox: { url: mailbox.url, patience: 5000 } }).run();
  expect(await cameBack()).toEqual(['anna@example.com bounced']);
  expect(mailbox.messages.map(({ uid }) => uid)).toEqual(names);
  mailbox.heard.length = 0;
  await job(mailbox, { mailbox: { url: mailbox.url, patience: 5000 } }).run();
  expect(mailbox.heard.filter((line) => /^(RETR|TOP|DELE)/.test(line))).toEqual([]);
});

test('a mailbox full of other mail is gone through once, five hundred at a time', async () => {
  const mailbox = await useMailbox();
  for (let n = 0; n < 1200; n += 1) mailbox.put(`Subject: ${n}\n\nHello\n`);
  mailbox.put(bounce('anna@example.com'));
  const reader = job(mailbox);
  for (let n = 0; n < 4; n += 1) await reader.run();
  expect(await cameBack()).toEqual(['anna@example.com bounced']);
  expect(mailbox.heard.filter((line) => line.startsWith('RETR'))).toHaveLength(1201);
  expect(mailbox.messages).toHaveLength(1200);
});

test('[law] a wrong password is tried less and less, at once after a restart, and is nowhere to be read', async () => {
  const mailbox = await useMailbox();
  const url = mailbox.url.replace(/:[^:@]*@/, ':hidden-word@');
  const said: unknown[] = [];
  const note = (...words: unknown[]) => void said.push(words);
  const log = { ...silentLog, info: note, warn: note, error: note };
  const reader = job({ url }, { log });
  const tries = () => mailbox.heard.filter((line) => line.startsWith('PASS')).length;
  const visits: number[] = [];
  for (let minute = 0; minute <= 240; minute += 5) {
    await reader.run().catch((error: unknown) => note(String(error), (error as Error).stack));
    if (tries() > visits.length) visits.push(minute);
    clock.move(minutes(5));
  }
  expect(visits).toEqual([0, 10, 30, 70, 130, 190]);
  await expect(job({ url }).run()).rejects.toThrow('refused user or password');
  expect(tries()).toBe(7);
  const { rows } = await db.pool.query(`select value from hub_meta where key = 'bounces'`);
  expect(JSON.stringify([said, rows])).not.toContain('hidden-word');
  clock.move(-minutes(60 * 24 * 365));
  await expect(reader.run()).rejects.toThrow('refused user or password');
  await job(mailbox).run();
  expect((await db.pool.query(`select value from hub_meta where key = 'bounces'`)).rows).toEqual([
    { value: { failures: 0, until: 0 } },
  ]);
});
