import type { Clock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { networksOf } from '#platform/server/http/network.ts';

/**
 * How many different things a network may name in a time; the same one again is free. Each counts, whether there is
 * anything behind it or not: the answer to a guess tells nothing.
 */
export function createDistinctTries(
  db: Database,
  clock: Clock,
  { name, max, perSeconds }: { name: string; max: number; perSeconds: number },
) {
  const count = createRateLimiter(db, clock);
  const once = { name: `${name}-named`, max: 1, perSeconds, by: 'handler' } as const;
  const all = { name, max, perSeconds, by: 'handler' } as const;
  return async (named: string, address: string): Promise<boolean> => {
    const [network] = networksOf(address);
    if (!named || !network) return true;
    if (await count.isSpent(all, network.key)) return false;
    const isNew = await count(once, `${network.key} ${named}`).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'too_many') return false;
        throw error;
      },
    );
    if (isNew) await count(all, network.key);
    return true;
  };
}
