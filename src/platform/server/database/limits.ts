import type pg from 'pg';
import { notPrimary } from './unavailable.ts';

/** How long a statement may run, and a transaction may wait for its client, before the server ends them. */
interface Limits {
  statementMs: number;
  idleInTransactionMs: number;
}

export const usualLimits: Limits = { statementMs: 30_000, idleInTransactionMs: 60_000 };
/** For work on whole tables. Set explicitly, because the server may have its own limits for this user. */
export const withoutLimits: Limits = { statementMs: 0, idleInTransactionMs: 0 };

/** Set by statement: poolers such as PgBouncer reject clients that send these two as startup parameters. */
export async function limit(client: pg.ClientBase, to: Limits): Promise<void> {
  await client.query(
    `set statement_timeout = ${to.statementMs}; set idle_in_transaction_session_timeout = ${to.idleInTransactionMs}`,
  );
}

/** Throws on a standby: after a failover, the name of the database may lead there for a while. */
export async function assertPrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ away: boolean }>('select pg_is_in_recovery() as away');
  if (rows[0]?.away) throw notPrimary();
}
