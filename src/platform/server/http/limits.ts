import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { Database } from '../database/database.ts';
import { networksOf } from './network.ts';
import type { RateLimit } from './route.ts';

/** An address by a digest: one that somebody wants forgotten stands in no count, and in no backup of one. */
export const limitKey = (limit: string, who: string): string =>
  `${limit}:${who
    .split(' ')
    .map((part) => (part.includes('@') ? createHash('sha256').update(part).digest('base64url') : part))
    .join(' ')}`;

/**
 * Counts in the database, so that all processes of the hub share one count. Expensive (one write each), so only for
 * mutations, sign-in, AI and mail; reads use `createReadBucket`.
 */
export function createRateLimiter(db: Database, clock: Clock) {
  const windowOf = ({ perSeconds }: RateLimit) => {
    const [window, now] = [perSeconds * 1000, clock.now().getTime()];
    return { window, now, windowStart: new Date(now - (now % window)) };
  };
  async function count(limit: RateLimit, who: string): Promise<void> {
    const { window, now, windowStart } = windowOf(limit);
    const { rows } = await sql<{ count: number }>`
      insert into rate_limit (key, window_start, count) values (${limitKey(limit.name, who)}, ${windowStart}, 1)
      on conflict (key, window_start) do update set count = rate_limit.count + 1
      returning count`.execute(db.tables());
    if ((rows[0]?.count ?? 0) > limit.max) {
      throw new Problem('too_many', undefined, {
        retryAfterSeconds: Math.ceil((windowStart.getTime() + window - now) / 1000),
      });
    }
  }
  /** Whether the limit is reached, without counting. */
  async function isSpent(limit: RateLimit, who: string): Promise<boolean> {
    const { rows } = await sql<{ count: number }>`
      select count from rate_limit
      where key = ${limitKey(limit.name, who)} and window_start = ${windowOf(limit).windowStart}`.execute(
      db.tables(),
    );
    return (rows[0]?.count ?? 0) >= limit.max;
  }
  return Object.assign(count, { isSpent });
}

/** Counts callers known only by their IP address, however many addresses they have. */
export async function countCaller(
  count: (limit: RateLimit, who: string) => Promise<void>,
  limit: RateLimit,
  address: string,
  about = '',
): Promise<void> {
  for (const { key, callers } of networksOf(address))
    await count({ ...limit, max: limit.max * callers }, key + about);
}

/** Deletes windows that are long over. */
export async function pruneRateLimits(db: Database, clock: Clock): Promise<void> {
  await sql`delete from rate_limit where window_start < ${new Date(clock.now().getTime() - days(1))}`.execute(
    db.tables(),
  );
}

/** A token bucket per caller in this process: refills at `perSecond`, holds `burst`. Bounded in memory. */
export function createReadBucket(clock: Clock, perSecond = 100, burst = 400) {
  const buckets = new Map<string, { level: number; at: number }>();
  return function take(address: string): void {
    const now = clock.now().getTime();
    if (buckets.size > 50_000) buckets.clear();
    const mine = networksOf(address).map(({ key, callers }) => {
      const bucket = buckets.get(key) ?? { level: burst * callers, at: now };
      const filled = bucket.level + ((now - bucket.at) / 1000) * perSecond * callers;
      bucket.level = Math.min(burst * callers, filled);
      bucket.at = now;
      buckets.set(key, bucket);
      return bucket;
    });
    if (mine.some(({ level }) => level < 1))
      throw new Problem('too_many', undefined, { retryAfterSeconds: 1 });
    for (const bucket of mine) bucket.level -= 1;
  };
}
