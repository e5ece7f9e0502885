import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Problem } from '#base/problem.ts';
import { accountWords } from '../rules/words.ts';

export interface Hashing {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
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
const mostWaiting = 6;
const keyLength = 32;

/**
 * Hashing costs by intent; unbounded, 60 sign-ins would make everybody wait until browsers give up. Over the bound the
 * answer is a definite 429 at once. The cost stands in each hash, so that it can be raised later.
 */
export function createHashing(cost: Cost = owaspCost): Hashing {
  const bounded = createBound();

  return {
    hash(password) {
      return bounded(async () => {
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
    verify(stored, password) {
      return bounded(async () => {
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

function createBound() {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Problem('too_many', accountWords.hashingBusy, { retryAfterSeconds: 1 });
    try {
      return await work();
    } finally {
      // Whoever waits longest takes this place over.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
