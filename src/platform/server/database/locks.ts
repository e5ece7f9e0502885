import { type RawBuilder, sql } from 'kysely';
import type { AnyKysely } from './database.ts';

/**
 * Every lock of the hub is a name, `account:ada@birch.example`, and its key is 64 bits of it: with 32, strangers would soon
 * wait for one another. Only locks that are taken before there is a hub's database have numbers of their own (`embedded/`),
 * and those by which processes know one another (`apps/server/join-hub.ts`).
 */
const keyOf = 'hashtextextended($1, 0)';

/** Waits until nobody else holds this name, and holds it until the transaction ends. */
export async function holdLock(trx: AnyKysely, name: string | RawBuilder<string>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** For connections that keep a lock beyond a transaction: `mine` says whether they have it, and they never wait. */
export const tryLock = `select pg_try_advisory_lock(${keyOf}) as mine`;
export const giveLockBack = `select pg_advisory_unlock(${keyOf})`;
