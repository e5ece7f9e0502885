import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { cents } from '#base/money.ts';
import { billFor } from './bill.ts';
import { discountOn, readCouponCode } from './coupon.ts';
import { likelyCountry } from '#base/countries.ts';
import { meantAddress } from './mail-hint.ts';
import { taxOn } from './tax.ts';
import { readVatId, writeVatId } from './vat-id.ts';

test('a discount adds up to the cent over the lines, and takes from no line more than it costs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 }),
      fc.oneof(
        fc.record({ percentOff: fc.integer({ min: 1, max: 100 }), centsOff: fc.constant(null) }),
        fc.record({ percentOff: fc.constant(null), centsOff: fc.integer({ min: 1, max: 2_000_000 }) }),
      ),
      (prices, off) => {
        const lines = prices.map((lineCents, at) => ({ id: `p${at}`, lineCents }));
        const base = prices.reduce((sum, price) => sum + price, 0);
        const shares = discountOn(lines, { code: 'X', productIds: null, ...off });
        const wanted = off.percentOff === null ? off.centsOff : Math.round((base * off.percentOff) / 100);
        expect(shares.reduce<number>((sum, share) => sum + share, 0)).toBe(Math.min(base, wanted));
        expect(shares.every((share, at) => share >= 0 && share <= (prices[at] ?? 0))).toBe(true);
      },
    ),
  );
});

test('a coupon for one product leaves the others alone', () => {
  const lines = [
    { id: 'a', lineCents: 1000 },
    { id: 'b', lineCents: 1000 },
  ];
  const coupon = { code: 'X', percentOff: 50, centsOff: null, productIds: ['b'] };
  expect(discountOn(lines, coupon)).toEqual([0, 500]);
  expect(readCouponCode(' Spring-10 ')).toBe('SPRING10');
});

test('tax is of the buyer’s country, and a half percent is exact', () => {
  const settings = { rates: { FI: 25.5, DE: 19 }, sellerCountry: 'DE' };
  expect(taxOn(1000, { country: 'FI', vatIdState: 'none' }, settings)).toMatchObject({ taxCents: 255 });
  expect(taxOn(1000, { country: 'US', vatIdState: 'none' }, settings)).toMatchObject({ taxCents: 0 });
  expect(taxOn(1000, { country: 'FI', vatIdState: 'valid' }, settings)).toMatchObject({
    reverseCharge: true,
  });
  // At home a company pays tax like everybody.
  expect(taxOn(1000, { country: 'DE', vatIdState: 'valid' }, settings)).toMatchObject({ taxCents: 190 });
});

test('a bill takes the coupon off before the tax', () => {
  const line = { id: 'a', lineCents: cents(1000) };
  const coupon = { code: 'X', percentOff: 10, centsOff: null, productIds: null };
  const settings = { rates: { DE: 19 }, sellerCountry: 'IE' };
  const bill = billFor({ lines: [line as never] }, { country: 'DE', vatIdState: 'none' }, coupon, settings);
  expect(bill).toMatchObject({ subtotalCents: 1000, discountCents: 100, taxCents: 171, totalCents: 1071 });
});

test('a VAT id is read as its country writes it', () => {
  expect(readVatId('de 123.456.789', 'DE')).toEqual({ country: 'DE', number: '123456789' });
  expect(readVatId('EL123456789', 'GR')).toEqual({ country: 'GR', number: '123456789' });
  expect(writeVatId({ country: 'GR', number: '123456789' })).toBe('EL123456789');
  for (const wrong of ['DE12345678', 'FR12345678901234', '', 'DEABCDEFGHI'])
    expect(readVatId(wrong, 'DE'), wrong).toBeNull();
  expect(readVatId('123456789', 'US')).toBeNull();
});

test('a slip in a common mail domain is noticed, another domain is not', () => {
  expect(meantAddress('ada@gmial.com')).toBe('ada@gmail.com');
  expect(meantAddress('ada@hotmial.com')).toBe('ada@hotmail.com');
  for (const right of ['ada@gmail.com', 'ada@example.com', 'ada@birch.example', 'ada', ''])
    expect(meantAddress(right), right).toBeNull();
});

test('the likely country comes from the browser’s languages', () => {
  expect(likelyCountry(['de', 'de-AT', 'en-US'])).toBe('AT');
  expect(likelyCountry(['en'])).toBe('');
});
