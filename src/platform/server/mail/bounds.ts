import { sql } from 'kysely';
import { days, hours } from '#base/clock.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import type { Database } from '../database/database.ts';

/**
 * Why a mail goes to this very address. Anybody can type somebody else's into a form, so what that causes is bounded for
 * the one who gets it, over all features together; what a payment causes always goes.
 */
export const mailCauses = {
  /** Money of its reader moved, or was held back: receipts, refunds, renewals, what the law wants in writing. */
  paid: null,
  /** To whoever runs the hub. */
  operator: null,
  /** A notice of what was done in the account of this address. */
  account: { hour: 20, day: 60 },
  /** Somebody typed this address, and may not be its owner: confirmations, links, receipts of what is free. */
  typed: { hour: 10, day: 25 },
  /** Its reader agreed here and can end it: the newsletter, new versions. */
  agreed: { hour: 10, day: 30 },
  /** Somebody says that its reader agreed: reminders of a cart, of all shops together. */
  reminder: { hour: 3, day: 6 },
} as const;

export type MailCause = keyof typeof mailCauses;

/** One mailbox, however it is written: what stands behind a plus is the reader's own note. */
const mailbox = (address: ReturnType<typeof sql>) => sql`regexp_replace(lower(${address}), '\\+[^@]*@', '@')`;

const goesOut = 'goes out';

/** Why this mail does not go out, or null. Of several at once each waits to know what became of the others. */
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
