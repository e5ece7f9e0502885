import type { Clock } from '#base/clock.ts';
import { leastSeconds, mostSeconds } from '../../rules/contact.ts';
import { createSigner, type Key } from '#platform/server/signed.ts';

/** When somebody opened the form, signed, so that a program cannot claim to have read it first. */
export function createFormTokens(secret: (name: string) => Key, clock: Clock) {
  const signer = createSigner(secret, 'contact form');
  return {
    issue: (): string => signer.sign(String(clock.now().getTime())),

    check(token: string): 'good' | 'early' | 'stale' {
      const issued = Number(signer.read(token) ?? Number.NaN);
      const age = (clock.now().getTime() - issued) / 1000;
      if (!(age <= mostSeconds)) return 'stale';
      return age < leastSeconds ? 'early' : 'good';
    },
  };
}
