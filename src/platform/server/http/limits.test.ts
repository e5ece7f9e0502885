import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitKey } from './limits.ts';

test('[law] no count knows an address by its letters, and no two callers share one', () => {
  const who = fc.oneof(
    fc.emailAddress(),
    fc.ipV4(),
    fc.tuple(fc.ipV4(), fc.emailAddress()).map((both) => both.join(' ')),
    fc.constantFrom('usr_1', 'hub'),
  );
  fc.assert(
    fc.property(who, who, (one, other) => {
      const key = limitKey('contact', one);
      for (const part of one.split(' ').filter((each) => each.includes('@'))) {
        expect(key).not.toContain('@');
        expect(key).not.toContain(part);
      }
      expect(key === limitKey('contact', other)).toBe(one === other);
    }),
  );
});
