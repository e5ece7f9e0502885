import type pg from 'pg';

/** How long a statement may take, and a transaction may wait for its client, before the server ends them. */
interface Limits {
  statementMs: number;
  idleInTransactionMs: number;
}

export const usualLimits: Limits = { statementMs: 30_000, idleInTransactionMs: 60_000 };
/** For work on whole tables. Said aloud, as the server may have limits of its own for this user. */
export const withoutLimits: Limits = { statementMs: 0, idleInTransactionMs: 0 };

/** By statement: poolers such as PgBouncer refuse a client that brings these two to its start. */
export async function limit(client: pg.ClientBase, to: Limits): Promise<void> {
  await client.query(
    `set statement_timeout = ${to.statementMs}; set idle_in_transaction_session_timeout = ${to.idleInTransactionMs}`,
  );
}
