import type pg from 'pg';
import { hours } from '#base/clock.ts';

/** So old a backup knows too little of who has bought since. */
const knowingHours = 1;

/**
 * A restored hub does not know what it sent, and what was bought, after its backup was made. So nothing that was due
 * by now goes out, and after an old backup none of the messages that were planned in it.
 */
export async function remindNobodyTwice(client: pg.ClientBase, madeAt: Date, now: Date): Promise<void> {
  await client.query('update recovery_owner set resumed_at = $1', [now]);
  const why = 'restored from a backup: it may have gone out before';
  await client.query(
    `update outbound_message set state = 'cancelled', note = $1, done_at = $2
     where dedupe_key like 'recovery:%' and state in ('waiting', 'sending')`,
    [why, now],
  );
  if (now.getTime() - madeAt.getTime() > hours(knowingHours))
    await client.query(
      `update recovery_message set state = 'not sent', reason = $1 where state = 'planned'`,
      ['restored from a backup: what was bought since is not known'],
    );
}
