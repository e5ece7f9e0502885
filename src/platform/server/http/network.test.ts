import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { useDatabase } from '#testing/database.ts';
import { countCaller, createRateLimiter, createReadBucket } from './limits.ts';
import { callerKey, networksOf, plainAddress, within } from './network.ts';
import { callerAddress } from './security.ts';

const db = await useDatabase();

const group = fc.integer({ min: 0, max: 0xff_ff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
const byte = fc.integer({ min: 0, max: 255 });

/** As somebody may write it: whole, with capitals and zeros, or short. */
const written = (numbers: number[], how: number): string => {
  const hex = numbers.map((number) => number.toString(16));
  if (how === 0) return hex.join(':');
  if (how === 1) return hex.map((part) => part.toUpperCase().padStart(4, '0')).join(':');
  return new URL(`http://[${hex.join(':')}]/`).hostname.slice(1, -1);
};
const isMapped = (numbers: number[]) =>
  numbers.slice(0, 5).every((number) => number === 0) && numbers[5] === 0xff_ff;

test('an IPv6 address counts as its /64, its /56 and its /48, however it is written', () => {
  fc.assert(
    fc.property(groups, groups, fc.nat(2), fc.nat(2), (numbers, others, how, then) => {
      fc.pre(!isMapped(numbers));
      const same = [...numbers.slice(0, 4), ...others.slice(4)];
      expect(networksOf(written(numbers, how))).toEqual(networksOf(written(same, then)));
      const beside = [...numbers.slice(0, 3), (numbers[3] ?? 0) ^ 1, ...others.slice(4)];
      expect(callerKey(written(beside, how))).not.toBe(callerKey(written(numbers, then)));
      expect(networksOf(written(beside, how))[1]).toEqual(networksOf(written(numbers, then))[1]);
      const far = [...numbers.slice(0, 3), (numbers[3] ?? 0) ^ 0x1_00, ...others.slice(4)];
      expect(networksOf(written(far, how))[1]).not.toEqual(networksOf(written(numbers, then))[1]);
      expect(networksOf(written(far, how))[2]).toEqual(networksOf(written(numbers, then))[2]);
      const elsewhere = [...numbers.slice(0, 2), (numbers[2] ?? 0) ^ 1, ...others.slice(3)];
      expect(networksOf(written(elsewhere, how))[2]).not.toEqual(networksOf(written(numbers, then))[2]);
    }),
  );
});

test('IPv4 is one caller, also when mapped to IPv6', () => {
  fc.assert(
    fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const plain = [a, b, c, d].join('.');
      const hex = [a * 256 + b, c * 256 + d].map((part) => part.toString(16)).join(':');
      for (const form of [plain, `::ffff:${plain}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`]) {
        expect(plainAddress(form)).toBe(plain);
        expect(networksOf(form)).toEqual([{ key: plain, callers: 1 }]);
        expect(callerAddress(form, '10.0.0.1', 1)).toBe(plain);
      }
    }),
  );
  expect(networksOf('fe80::1%eth0')[0]?.key).toBe('fe80:0:0:0::/64');
  expect(within('2001:db8:12:3456::1', 56)).toBe('2001:db8:12:3400::/56');
});

const refused = (call: Promise<unknown>) =>
  call.then(
    () => false,
    () => true,
  );

test('a whole IPv6 network gets one caller’s limit, and a whole /56 four times that', async () => {
  const count = createRateLimiter(db, movableClock('2026-11-22T12:00:00Z'));
  const limit = { name: 'network-test', max: 5, perSeconds: 3600, by: 'address' } as const;
  const called = async (address: string) => !(await refused(countCaller(count, limit, address)));
  let taken = 0;
  for (let n = 0; n < 20; n++) if (await called(`2001:db8:1:2::${n.toString(16)}`)) taken++;
  expect(taken).toBe(5);
  for (let net = 0; net < 40; net++) if (await called(`2001:db8:1:${net.toString(16)}::1`)) taken++;
  expect(taken).toBeLessThanOrEqual(20);
  expect(await called('2001:db8:2:2::1')).toBe(true);
});

test('the read bucket counts networks as well', () => {
  const take = createReadBucket(movableClock('2026-11-22T12:00:00Z'), 1, 10);
  const taken = (address: string) => {
    try {
      take(address);
      return 1;
    } catch {
      return 0;
    }
  };
  let all = 0;
  for (let n = 0; n < 50; n++) all += taken(`2001:db8:1:2::${n.toString(16)}`);
  expect(all).toBe(10);
  for (let n = 0; n < 250; n++) all += taken(`2001:db8:1:${n.toString(16)}::1`);
  expect(all).toBe(40);
  expect(taken('192.0.2.1') + taken('::ffff:192.0.2.1')).toBe(2);
});
