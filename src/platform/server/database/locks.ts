import { type RawBuilder, sql } from 'kysely';
import type { AnyKysely } from './database.ts';

/**
 * Every lock has a name, `account:ada@birch.example`, hashed to a 64-bit key: with 32 bits, unrelated names would
 * soon collide. Only locks taken before the hub's database exists have fixed numbers (`embedded/`), as do those by
 * which processes recognize each other (`apps/server/join-hub.ts`).
 */
const keyOf = 'hashtextextended($1, 0)';

/** Waits for the lock with this name and holds it until the transaction ends. */
export async function holdLock(trx: AnyKysely, name: string | RawBuilder<string>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** For connections that hold a lock beyond a transaction: `mine` says whether they have it; they never wait. */
export const tryLock = `select pg_try_advisory_lock(${keyOf}) as mine`;
export const waitForLock = `select pg_advisory_lock(${keyOf})`;
/** The same beside others who share it. */
export const tryShareOfLock = `select pg_try_advisory_lock_shared(${keyOf}) as mine`;
export const giveShareBack = `select pg_advisory_unlock_shared(${keyOf})`;
/** Shared until the transaction ends; never waits. */
export async function tryShare(trx: AnyKysely, name: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0)) as mine`.execute(trx);
  return rows[0]?.mine === true;
}
export const giveLockBack = `select pg_advisory_unlock(${keyOf})`;
