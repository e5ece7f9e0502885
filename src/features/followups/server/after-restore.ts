import type pg from 'pg';

/**
 * A restored hub doesn't know what it sent after its backup was made. So nothing that lay in the outbox goes out, and whoever was
 * due by now gets nothing more of that sequence; who is due later goes on.
 */
export async function followUpNobodyTwice(client: pg.ClientBase, now: Date): Promise<void> {
  const why = 'restored from a backup: it may have gone out before';
  await client.query(
    `update outbound_message set state = 'cancelled', note = $1, done_at = $2
     where dedupe_key like 'followup:%' and state in ('waiting', 'sending')`,
    [why, now],
  );
  await client.query(
    `update followup_run set state = 'stopped', reason = $1, ended_at = $2, step_id = null
     where state = 'waiting' and due_at <= $2`,
    [why, now],
  );
}
