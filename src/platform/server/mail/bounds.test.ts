import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hours, movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { useMail } from '#testing/mail.ts';
import { type MailCause, mailCauses } from './bounds.ts';

const db = await useDatabase();
const clock = movableClock('2026-11-21T12:00:00Z');

let sent = 0;
/** Queues this many emails and returns how many were sent. */
async function goOut(why: MailCause, to: (n: number) => string, count: number): Promise<number> {
  const first = sent;
  const { mail, worker } = useMail(db, clock, { live: false });
  await db.transaction(async (trx) => {
    for (let n = 0; n < count; n++)
      await mail.send(trx, {
        to: to(n),
        kind: 'transactional',
        purpose: 'account',
        why,
        subject: 'One',
        body: [],
        dedupeKey: `bounds:${sent++}`,
      });
  });
  await worker.drain();
  await worker.stop();
  const { rows } = await db.pool.query<{ state: string; note: string | null }>(
    `select state, note from outbound_message where dedupe_key = any($1)`,
    [Array.from({ length: count }, (_, n) => `bounds:${first + n}`)],
  );
  for (const { state, note } of rows.filter((row) => row.state !== 'kept'))
    expect([state, note]).toEqual(['cancelled', expect.stringContaining('this address got')]);
  return rows.filter(({ state }) => state === 'kept').length;
}

const bounded = (Object.keys(mailCauses) as MailCause[]).filter((why) => mailCauses[why]);

test.each(bounded)(
  'an address gets a limited number of emails that are %s; other kinds are unaffected',
  async (why) => {
    const { hour, day } = mailCauses[why] ?? { hour: 0, day: 0 };
    const address = `${why}-reader@example.com`;
    expect(await goOut(why, () => address, hour + 15)).toBe(hour);
    expect(await goOut(why, () => `beside-${address}`, 2)).toBe(2);
    expect(await goOut('paid', () => address, 40)).toBe(40);
    let all = hour;
    for (let n = 0; n < 12 && all < day + hour; n++) {
      clock.move(hours(1) + 1000);
      all += await goOut(why, () => address, hour + 1);
    }
    expect(all).toBe(day);
    clock.move(hours(24));
    expect(await goOut(why, () => address, 1)).toBe(1);
  },
);

test('a mailbox is one mailbox, however its address is written', async () => {
  const { hour } = mailCauses.typed;
  const spellings = [
    'Victim@example.com',
    'victim+a@example.com',
    'VICTIM+b+c@Example.com',
    'victim@example.com',
  ];
  expect(await goOut('typed', (n) => spellings[n % spellings.length] ?? '', hour * 3)).toBe(hour);
});

test('every place that queues email says why it goes to that address', () => {
  const root = join(import.meta.dirname, '../../../features');
  const said: Record<string, string[]> = {};
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.includes('/server/') || !file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const text = readFileSync(join(root, file), 'utf8');
    // `why: 'typed'`, or an argument with that name if one function sends several kinds.
    const lines = text
      .split('\n')
      .filter((line) => /\bwhy\??(?:: MailCause)? ?[:=]|^\s+'typed',$/.test(line));
    const causes = Object.keys(mailCauses).filter((why) => lines.some((line) => line.includes(`'${why}'`)));
    if (causes.length > 0) said[file] = causes;
  }
  expect(said).toEqual({
    'accounts/server/mails.ts': ['account', 'typed'],
    'agreements/server/letters.ts': ['account', 'typed', 'signing'],
    'billing/server/mails.ts': ['paid'],
    'desk/server/summary/addresses.ts': ['typed'],
    'desk/server/summary/send.ts': ['operator'],
    'followups/server/engine.ts': ['agreed', 'followup'],
    'followups/server/mail-routes.ts': ['account'],
    'funnels/server/gift-mail.ts': ['typed'],
    'funnels/server/leads.ts': ['typed'],
    'outreach/server/contact/receive.ts': ['operator', 'typed'],
    'outreach/server/contact/threads.ts': ['operator', 'typed'],
    'outreach/server/newsletter/readers.ts': ['agreed'],
    'outreach/server/newsletter/send.ts': ['operator'],
    'outreach/server/newsletter/subscription.ts': ['operator', 'typed'],
    'payments/server/donations/mails.ts': ['paid', 'operator', 'typed'],
    'payments/server/paid-twice.ts': ['paid', 'operator'],
    'recovery/server/engine.ts': ['reminder'],
    'recovery/server/setup-routes.ts': ['account'],
    'store/server/orders/digest.ts': ['operator'],
    'store/server/orders/mails.ts': ['paid', 'operator', 'typed', 'agreed'],
    'store/server/orders/order-mails.ts': ['typed'],
    'store/server/orders/order-routes.ts': ['operator'],
  });
});
