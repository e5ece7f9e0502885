import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { silentLog } from '#platform/server/log.ts';
import { deliveryReport } from '#testing/bounce-reports.ts';
import { useDatabase } from '#testing/database.ts';
import { hasDovecot, startDovecot } from '#testing/dovecot.ts';
import { testSecret } from '#testing/willing.ts';
import { openPop3 } from './pop3.ts';
import { bouncesJob, checkMailbox } from './read-bounces.ts';
import { createRecipientTokens } from './token.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-28T12:00:00Z');
const tokens = createRecipientTokens(testSecret);

test.skipIf(!hasDovecot())(
  'a real Dovecot: reports are read and go, a hundred other messages stay',
  async () => {
    const mailbox = await startDovecot();
    const came: string[] = [];
    const reader = bouncesJob({
      db,
      clock,
      log: silentLog,
      secret: testSecret,
      mailbox: { url: mailbox.url },
      returned: async (_trx, address, why) => void came.push(`${address} ${why}`),
    });
    for (let n = 0; n < 100; n += 1) mailbox.put(`Subject: ${n}\n\n.\n..dots\n`);
    mailbox.put(`Subject: large\n\n${`${'x'.repeat(900)}\n`.repeat(20_000)}`);
    for (const to of ['anna@example.com', 'ben@example.com'])
      mailbox.put(deliveryReport({ to, token: tokens.write(to, clock.now()) }));
    await reader.run();
    expect([came.toSorted(), mailbox.messages()]).toEqual([
      ['anna@example.com bounced', 'ben@example.com bounced'],
      101,
    ]);

    // It waits ten seconds for who reads, and says then that the mailbox is in use.
    const other = await openPop3({ url: mailbox.url });
    await reader.run();
    other.drop();
    expect(await checkMailbox({ url: mailbox.url })).toBe(null);
    mailbox.put(
      deliveryReport({ to: 'cleo@example.com', token: tokens.write('cleo@example.com', clock.now()) }),
    );
    await reader.run();
    expect([came.length, mailbox.messages()]).toEqual([3, 101]);
    expect(await checkMailbox({ url: mailbox.url.replace(':word@', ':wrong@') })).toBe(
      'the server refused user or password',
    );
  },
);
