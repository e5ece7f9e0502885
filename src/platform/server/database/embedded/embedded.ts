import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseAway } from '../unavailable.ts';
import { appRole, ensureOwner } from './owner.ts';
import { openCluster, type Address, type Cluster, type ClusterOptions } from './cluster.ts';

/** The hub's own PostgreSQL: kept running while any process uses it, stopped by the last one to exit. */
export interface EmbeddedPostgres {
  version: string;
  /** Where it listens; another process may have restarted it elsewhere. */
  address(): Address & { database: string };
  close(): Promise<void>;
}

const database = 'hub';
// Every process holds a shared lock on this; whoever gets it exclusively is the last.
const lockKey = 7_283_510_446;

export async function startEmbedded(options: ClusterOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const cluster = await openCluster(options);
  let here = await join(cluster);
  const closing = new AbortController();
  let keeping: Promise<void> = Promise.resolve();
  const watch = () => here.lifeline.once('end', () => (keeping = bringBack()));
  watch();

  async function bringBack(): Promise<void> {
    let told = '';
    for (let wait = 50; !closing.signal.aborted; wait = Math.min(wait * 2, 2_000)) {
      try {
        here = await join(cluster);
        watch();
        return log.info('PostgreSQL is running again');
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown';
        if (reason !== told)
          log.error('PostgreSQL stopped and couldn’t be restarted yet; retrying', { error });
        told = reason;
        await sleep(wait, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  async function leave(): Promise<void> {
    closing.abort();
    await keeping;
    const { lifeline } = here;
    try {
      // Release first: two processes that exit together mustn't wait for each other.
      await lifeline.query('select pg_advisory_unlock_shared($1)', [lockKey]);
      const { rows } = await lifeline.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
        lockKey,
      ]);
      if (rows[0]?.last && !(await cluster.stop()))
        log.warn('PostgreSQL was not stopped: it isn’t running on this machine, or isn’t responding');
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    } finally {
      await lifeline.end().catch(() => {});
    }
  }

  let left: Promise<void> | undefined;
  return {
    version: cluster.version,
    address: () => ({ ...here.address, user: appRole, database }),
    close: () => (left ??= leave()),
  };
}

interface Place {
  address: Address;
  /** A connection that holds our shared lock; when it ends, PostgreSQL is gone. */
  lifeline: pg.Client;
}

async function join(cluster: Cluster): Promise<Place> {
  for (;;) {
    const address = await cluster.bringUp();
    const lifeline = new pg.Client({
      ...address,
      database: 'postgres',
      ssl: false,
      connectionTimeoutMillis: 5_000,
      application_name: 'hub lifeline',
    });
    lifeline.on('error', () => {});
    try {
      await lifeline.connect();
      await lifeline.query('select pg_advisory_lock_shared($1)', [lockKey]);
      await ensureDatabase(lifeline);
      await ensureOwner(address, database);
      return { address, lifeline };
    } catch (error) {
      await lifeline.end().catch(() => {});
      // The last process to exit may be stopping it right now: then start it again.
      if (!isDatabaseAway(error)) throw error;
      await sleep(20);
    }
  }
}

async function ensureDatabase(lifeline: pg.Client): Promise<void> {
  const { rowCount } = await lifeline.query('select from pg_database where datname = $1', [database]);
  if (rowCount) return;
  await lifeline.query(`create database ${database}`).catch((error: pg.DatabaseError) => {
    // Another process was first.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}
