import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';

// Kysely is invariant in its tables, so only `any` accepts a transaction opened for other tables.
/** A transaction passed between features, whoever opened it and for whichever tables. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyTransaction = Transaction<any>;
/** A transaction, or a plain connection. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyKysely = Kysely<any>;

/** A feature's own tables on a transaction or connection that someone else opened: the only place that casts. */
export function tablesOf<T>(db: AnyTransaction): Transaction<T>;
export function tablesOf<T>(db: AnyKysely): Kysely<T>;
export function tablesOf<T>(db: AnyKysely): Kysely<T> {
  return db as Kysely<T>;
}

/** A feature declares its own tables: `db.tables<OrderTables>()`. */
export interface Database {
  tables<T>(): Kysely<T>;
  /** One transaction, for work that spans features: pass it on as it is. */
  transaction<T, R>(work: (trx: Transaction<T>) => Promise<R>): Promise<R>;
  /** For what a query builder is too slow or too limited for: COPY, cursors, prepared statements. */
  pool: Pool;
  /**
   * Notifies every process of this hub; send at most an ID, never the data itself (8,000 bytes). Part of the given
   * transaction.
   */
  notify(db: AnyKysely, topic: string, id: string): Promise<void>;
  /**
   * The same for what changes often: sent after the commit, because a commit that notifies holds a lock that all others
   * wait for. Lost if the process ends in between, so whoever listens also looks by itself, every few seconds.
   */
  notifyAfter(db: AnyKysely, topic: string, id: string): Promise<void>;
  /**
   * Receives notifications from any process of this hub, including this one; `onGap` is called if some may have
   * been missed.
   */
  listen(topic: string, hear: (id: string) => void, onGap?: () => void): () => void;
  state(): 'up' | 'down';
  /** For the operator: "PostgreSQL 18.4, embedded, in ./data". */
  runsOn(): string;
  close(): Promise<void>;
}
