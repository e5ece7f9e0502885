import type { Kysely, Transaction } from 'kysely';
import type { Pool } from 'pg';

// Kysely is invariant in its tables, so only `any` takes what was opened for somebody else's.
/** A transaction as it is passed on between features, whoever opened it for whichever tables. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyTransaction = Transaction<any>;
/** The same, or no transaction at all. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyKysely = Kysely<any>;

/** A feature's own tables, in a transaction or a connection that somebody else opened: the one place where they are named anew. */
export function tablesOf<T>(db: AnyTransaction): Transaction<T>;
export function tablesOf<T>(db: AnyKysely): Kysely<T>;
export function tablesOf<T>(db: AnyKysely): Kysely<T> {
  return db as Kysely<T>;
}

/** A feature names its own tables: `db.tables<OrderTables>()`. */
export interface Database {
  tables<T>(): Kysely<T>;
  /** One transaction, for work that spans features: pass it on as it is. */
  transaction<T, R>(work: (trx: Transaction<T>) => Promise<R>): Promise<R>;
  /** For what a query builder is too slow or too small for: COPY, cursors, prepared statements. */
  pool: Pool;
  /** Tells every process of this hub; an id at most, never the thing itself (8,000 bytes). Part of the transaction given. */
  notify(db: AnyKysely, topic: string, id: string): Promise<void>;
  /** Hears what any process of this hub tells, this one included; `onGap` when some may have been missed. */
  listen(topic: string, hear: (id: string) => void, onGap?: () => void): () => void;
  state(): 'up' | 'down';
  /** Words for the operator: "PostgreSQL 18.4, embedded, in ./data". */
  runsOn(): string;
  close(): Promise<void>;
}
