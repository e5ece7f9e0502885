import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Problem } from '#base/problem.ts';
import { createTurns, type Turn } from '#platform/server/workers/turns.ts';
import { accountWords } from '../rules/words.ts';

/** Known in a turn is a device, network or session that the account knows. */
export interface Hashing {
  hash(password: string, turn: Turn): Promise<string>;
  verify(stored: string, password: string, turn: Turn): Promise<boolean>;
}

export interface Cost {
  /** log2 of scrypt's N. */
  log2N: number;
  r: number;
  p: number;
}

/** One of OWASP's equal choices for scrypt: 32 MB and about 0.3 s each, so that a small machine holds two at once. */
export const owaspCost: Cost = { log2N: 15, r: 8, p: 3 };

const atOnce = 2;
/** At a third of a second each, and two at once: nobody who has a turn waits much longer than five seconds for it. */
const mostWaiting = 30;
const keyLength = 32;

/**
 * Hashing costs by intent; unbounded, sign-ins would make everybody wait until browsers give up. Each caller has their turn,
 * and whoever the account knows comes before strangers: a few addresses that try all the time keep nobody out. Over the
 * bound the answer is a definite 429 at once. The cost stands in each hash, so that it can be raised later.
 */
export function createHashing(cost: Cost = owaspCost): Hashing {
  const turns = createTurns({
    atOnce,
    mostWaiting,
    full: () => new Problem('too_many', accountWords.hashingBusy, { retryAfterSeconds: 1 }),
  });

  return {
    hash(password, turn) {
      return turns(turn, async () => {
        const salt = randomBytes(16);
        const key = await derive(password, salt, cost);
        return [
          'scrypt',
          cost.log2N,
          cost.r,
          cost.p,
          salt.toString('base64url'),
          key.toString('base64url'),
        ].join('$');
      });
    },
    verify(stored, password, turn) {
      return turns(turn, async () => {
        const [kind, log2N, r, p, salt = '', key = ''] = stored.split('$');
        if (kind !== 'scrypt') return false;
        const expected = Buffer.from(key, 'base64url');
        const actual = await derive(password, Buffer.from(salt, 'base64url'), {
          log2N: Number(log2N),
          r: Number(r),
          p: Number(p),
        });
        return expected.length === actual.length && timingSafeEqual(expected, actual);
      });
    },
  };
}

// One password typed on two keyboards is one: composed and decomposed accents are made equal.
function derive(password: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
