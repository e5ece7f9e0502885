import { sql } from 'kysely';
import { days, hours } from '#base/clock.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import type { AnyKysely, Database } from '../database/database.ts';

/**
 * Why an email is sent to this address. Anyone can type someone else's address into a form, so what that triggers
 * is limited per recipient, across all features; email triggered by a payment is always sent.
 */
export const mailCauses = {
  /** The recipient's money was charged, held or refunded: receipts, refunds, renewals, notices required by law. */
  paid: null,
  /** To the operator. */
  operator: null,
  /** A notice about the recipient's account. */
  account: { hour: 20, day: 60 },
  /** Someone typed this address who may not own it: confirmations, links, receipts for free products. */
  typed: { hour: 10, day: 25 },
  /** Someone asked for a code to sign in with. Apart from the others: strangers who ask keep no one from those. */
  code: { hour: 10, day: 30 },
  /** The same where the recipient has signed in before. */
  knownCode: { hour: 15, day: 40 },
  /** The recipient opened what they were asked to sign, and waits for a code or for the signed file. */
  signing: { hour: 30, day: 80 },
  /** The recipient has agreed and can unsubscribe: the newsletter, product updates. */
  agreed: { hour: 10, day: 30 },
  /** Someone else claims that the recipient agreed: cart reminders, for all shops together. */
  reminder: { hour: 3, day: 6 },
  /** A member's follow-ups, for all members together: what the recipient agreed to is that member's word. */
  followup: { hour: 5, day: 12 },
} as const;

export type MailCause = keyof typeof mailCauses;

/** One mailbox, however it is spelled: what follows a plus sign is only a tag. */
const mailbox = (address: ReturnType<typeof sql>) => sql`regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;

const goesOut = 'goes out';

function mailboxOf(address: string): string {
  const lower = address.toLowerCase();
  const [plus, at] = [lower.indexOf('+'), lower.lastIndexOf('@')];
  return plus >= 0 && plus < at ? lower.slice(0, plus) + lower.slice(at) : lower;
}

/**
 * How many more emails of this kind each of these mailboxes gets for now, with those that lie in the outbox. It only looks ahead,
 * so that what is too much is written later rather than refused: what goes out is counted as it goes.
 */
export async function roomInMailboxes(
  db: AnyKysely,
  why: MailCause,
  addresses: readonly string[],
  now: Date,
): Promise<{ has(address: string): boolean; take(address: string): void }> {
  const bound = mailCauses[why];
  const left = new Map<string, number>();
  if (bound && addresses.length > 0) {
    const since = (ms: number) => new Date(now.getTime() - ms);
    const { rows } = await sql<{ box: string; hour: number; day: number }>`
      select a.box, sent.hour, sent.day from (select distinct unnest(${addresses.map(mailboxOf)}::text[]) as box) a
      cross join lateral (
        select (count(*) filter (where m.done_at is null or m.done_at > ${since(hours(1))}))::int as hour, count(*)::int as day
        from outbound_message m
        where m.channel = 'mail' and ${mailbox(sql`m.payload->>'to'`)} = a.box and m.payload->>'why' = ${why}
          and (m.state in ('waiting', 'sending') or (m.done_at > ${since(days(1))} and m.state in ('done', 'kept')))) sent
      where sent.day > 0`.execute(db);
    for (const { box, hour, day } of rows) left.set(box, Math.min(bound.hour - hour, bound.day - day));
  }
  const roomOf = (address: string) => left.get(mailboxOf(address)) ?? bound?.hour ?? Infinity;
  return {
    has: (address) => roomOf(address) > 0,
    take: (address) => void left.set(mailboxOf(address), roomOf(address) - 1),
  };
}

/** Why this email isn't sent, or null. Concurrent ones wait for each other's outcome. */
export function overBound(
  db: Pick<Database, 'transaction'>,
  { id, to, why }: { id: string; to: string; why: MailCause | undefined },
  now: Date,
): Promise<string | null> {
  const bound = why && mailCauses[why];
  if (!bound) return Promise.resolve(null);
  const since = (ms: number) => new Date(now.getTime() - ms);
  const reader = mailbox(sql`${to}::text`);
  return db.transaction(async (trx) => {
    await holdLock(trx, sql`'mail:' || ${reader}`);
    const { rows } = await sql<{ hour: number; day: number }>`
      select (count(*) filter (where done_at is null or done_at > ${since(hours(1))}))::int as hour, count(*)::int as day
      from outbound_message
      where channel = 'mail' and ${mailbox(sql`payload->>'to'`)} = ${reader}
        and payload->>'why' = ${why} and id <> ${id}
        and ((state in ('done', 'kept') and done_at > ${since(days(1))}) or (state = 'sending' and note = ${goesOut}))`.execute(
      trx,
    );
    const { hour, day } = rows[0] ?? { hour: 0, day: 0 };
    if (hour >= bound.hour) return `this address got ${bound.hour} emails of this kind within an hour`;
    if (day >= bound.day) return `this address got ${bound.day} emails of this kind within a day`;
    await sql`update outbound_message set note = ${goesOut} where id = ${id} and state = 'sending'`.execute(
      trx,
    );
    return null;
  });
}
