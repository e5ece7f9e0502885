import type { Clock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { networksOf } from '#platform/server/http/network.ts';
import { readCouponCode } from '../../rules/coupon.ts';

export const tooManyCodes = 'Too many codes were tried from your network. Try again in an hour.';

const once = { name: 'coupon-code', max: 1, perSeconds: 3600, by: 'handler' } as const;
/** Nobody has so many codes in an hour; a program that guesses needs thousands. */
const guesses = { name: 'coupon-guess', max: 40, perSeconds: 3600, by: 'handler' } as const;

/** Each code that a network tries counts once an hour, whether it is one or not: the answer to a guess tells nothing. */
export function createCouponTries(db: Database, clock: Clock) {
  const count = createRateLimiter(db, clock);
  return {
    async mayTry(typed: string | undefined, address: string): Promise<boolean> {
      const code = readCouponCode(typed ?? '');
      const [network] = networksOf(address);
      if (!code || !network) return true;
      if (await count.isSpent(guesses, network.key)) return false;
      const isNew = await count(once, `${network.key} ${code}`).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'too_many') return false;
          throw error;
        },
      );
      if (isNew) await count(guesses, network.key);
      return true;
    },
  };
}
