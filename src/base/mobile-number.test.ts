import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countryByCode, mobileCountry, sameNumbers, textCountries, whyNotTexted } from './mobile-number.ts';
import { numberPlans, ofNorthAmerica } from './number-plans.ts';
import { parsePhone } from './phone.ts';

/** Mobile phones as people write them, some right beside what is refused. */
test.each([
  ['AT', '+43 664 1234567', '+43 699 12345678', '+43 650 123456'],
  ['DE', '+49 151 23456789', '+49 160 1234567', '+49 176 12345678'],
  ['CH', '+41 79 123 45 67', '+41 78 123 45 67'],
  ['SK', '+421 901 234 567', '+421 908 234 567', '+421 944 234 567', '+421 950 234 567'],
  ['CZ', '+420 601 123 456', '+420 777 123 456'],
  ['IE', '+353 85 012 3456', '+353 87 012 3456'],
  ['GB', '+44 7400 123456', '+44 7911 023456', '+44 7999 123456'],
  ['GG', '+44 7781 123456', '+44 7911 123456'],
  ['JE', '+44 7797 123456'],
  ['IM', '+44 7624 123456'],
  ['FR', '+33 6 12 34 56 78', '+33 7 51 23 45 67'],
  ['RE', '+262 692 12 34 56'],
  ['YT', '+262 639 01 23 45'],
  ['IT', '+39 312 345 6789', '+39 347 123456'],
  ['ES', '+34 612 34 56 78', '+34 711 23 45 67'],
  ['PL', '+48 512 345 678'],
  ['BE', '+32 470 12 34 56'],
  ['NL', '+31 6 12345678'],
  ['SE', '+46 70 123 45 67'],
  ['NO', '+47 406 12 345'],
  ['DK', '+45 32 12 34 56'],
  ['FI', '+358 41 2345678'],
  ['PT', '+351 912 345 678'],
  ['GR', '+30 691 234 5678'],
  ['CY', '+357 96 123456'],
  ['MY', '+60 12-345 6789', '+60 11-1234 5678', '+60 16-345 6789', '+60 18-345 6789'],
  ['SG', '+65 8123 4567', '+65 9123 4567'],
  ['US', '+1 212 555 0123', '+1 907 555 0123', '+1 945 234 5678'],
  ['CA', '+1 416 234 5678', '+1 604 234 5678', '+1 902 234 5678'],
  ['PR', '+1 787 234 5678', '+1 939 234 5678'],
  ['VI', '+1 340 642 1234'],
  ['GU', '+1 671 300 1234'],
  ['DO', '+1 809 234 5678', '+1 829 234 5678', '+1 849 234 5678'],
  ['JM', '+1 876 210 1234', '+1 658 295 1234'],
  ['RU', '+7 912 345 67 89'],
  ['KZ', '+7 701 234 5678'],
  ['AU', '+61 412 345 678'],
  ['NZ', '+64 21 123 456', '+64 27 123 4567'],
  ['IN', '+91 81234 56789'],
  ['BR', '+55 11 96123-4567'],
  ['MX', '+52 222 123 4567', '+52 1 222 123 4567'],
  ['AR', '+54 9 11 2345-6789'],
  ['NG', '+234 802 123 4567', '+234 901 123 4567'],
  ['ZA', '+27 71 123 4567', '+27 82 123 4567'],
  ['CN', '+86 131 2345 6789'],
  ['JP', '+81 90-1234-5678'],
])('%s: a mobile phone is one: %s %s', (country, ...written) => {
  for (const each of written)
    expect(`${each} ${mobileCountry(parsePhone(each) ?? '')}`).toBe(`${each} ${country}`);
});

test.each([
  [
    'satellite phones',
    '+870 773 111 632',
    '+881 612 345 678',
    '+882 13 300 655',
    '+883 510 012 345',
    '+1 600 234 5678',
    '+7 954 123 45 67',
  ],
  [
    'codes of no country',
    '+800 1234 5678',
    '+808 1234 5678',
    '+878 10 123 456 789',
    '+888 123 456 789',
    '+979 123 456 789',
    '+999 123 456 789',
  ],
  ['premium, Austria', '+43 900 123456', '+43 930 123456', '+43 810 123456'],
  [
    'premium and shared cost, Germany',
    '+49 900 1234567',
    '+49 137 1234567',
    '+49 180 1234567',
    '+49 32 12345678',
  ],
  ['premium, Switzerland', '+41 900 123 456', '+41 901 123 456', '+41 84 412 3456', '+41 74 123 45 67'],
  ['premium, Slovakia', '+421 900 123 456', '+421 900 000 000', '+421 850 123 456'],
  ['premium, Ireland', '+353 1520 123456', '+353 1580 123456', '+353 1850 123456', '+353 818 123 456'],
  [
    'premium and personal, United Kingdom',
    '+44 909 012 3456',
    '+44 70 1234 5678',
    '+44 871 234 5678',
    '+44 76 1234 5678',
    '+44 5600 123456',
  ],
  ['premium, France', '+33 8 91 23 45 67', '+33 8 10 12 34 56', '+33 8 99 12 34 56'],
  ['premium, Italy', '+39 899 123 456', '+39 199 123 456'],
  ['premium and personal, Spain', '+34 806 123 456', '+34 905 123 456', '+34 701 234 567'],
  [
    'premium, elsewhere in Europe',
    '+31 900 123 4567',
    '+32 902 12 345',
    '+48 701 234 567',
    '+420 900 123 456',
    '+36 90 123 456',
    '+357 90 012 345',
    '+372 900 1234',
    '+371 9012 3456',
    '+358 600 12345',
    '+46 900 123 4567',
    '+47 829 12 345',
    '+45 90 12 34 56',
  ],
  ['premium, Malaysia', '+60 1600 123 456', '+60 1300 12 3456', '+60 1800 12 3456'],
  [
    'premium, +1',
    '+1 900 234 5678',
    '+1 212 976 1234',
    '+1 800 234 5678',
    '+1 500 234 5678',
    '+1 521 234 5678',
    '+1 700 234 5678',
  ],
  [
    'no number of +1',
    '+1 911 234 5678',
    '+1 212 911 1234',
    '+1 112 234 5678',
    '+1 212 155 1234',
    '+1 212 555 012',
  ],
  ['premium, Hong Kong and Mexico', '+852 900 12345', '+52 900 123 4567', '+52 800 123 4567'],
  [
    'landlines',
    '+43 1 234 5678',
    '+43 662 123456',
    '+49 30 123456',
    '+33 1 23 45 67 89',
    '+44 20 7946 0123',
    '+353 1 234 5678',
    '+39 06 1234 5678',
    '+60 3-1234 5678',
    '+61 2 1234 5678',
    '+421 2 1234 5678',
  ],
  ['short codes and halves', '+43 664', '+436', '+49 110', '+44 7400 12345', '+44 7400 1234567', ''],
])('no text message goes there: %s', (_, ...written) => {
  for (const each of written) {
    const number = parsePhone(each) ?? each;
    expect(`${each} ${mobileCountry(number)}`).toBe(`${each} null`);
    expect(whyNotTexted(number, 'all')).toBe('this isn’t a mobile number');
  }
});

const digits = (least: number, most = least) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });

test('[law] whatever follows the code of a satellite, of premium numbers or of no country is refused', () => {
  const noCountry = fc.constantFrom(
    ...'870 871 872 873 874 878 879 881 882 883 888 800 808 979 991 999 210 969 384'.split(' '),
  );
  const premium = fc.constantFrom(
    ...'43900 43901 43930 43939 43810 43820 49900 49137 49180 49190 49118 41900 41901 41906 421900 3531 44900 44908 44909 4487 4470 338 39892 39899 34803 34806 34905 31900 31906 32900 32907 1900 1500 1600 1700 1800 1833 1844 1855 1866 1877 1888 61190 64900 27862 90900 35890060 359900 385060 386090'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.oneof(noCountry, premium), digits(3, 11), (code, rest) => {
      expect(mobileCountry(`+${code}${rest}`)).toBeNull();
    }),
    { numRuns: 1000 },
  );
});

test('[law] what a plan keeps for mobile phones is one of its country, and is written in one way only', () => {
  const lines = numberPlans
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const one = fc.constantFrom(...lines).chain(([code = '', country = '', length = '', begins = '']) => {
    const [least = 0, most = least] = length.split('-').map(Number);
    // Few patterns look ahead; what they leave out is drawn, too, and left aside.
    const start = new RegExp(`^(?:${begins.replace(/\(\?![^)]*\)/g, '')})$`);
    return fc
      .tuple(fc.stringMatching(start), digits(11, 13), fc.integer({ min: least, max: most }))
      .map(([from, rest, n]) => ({ code, country, national: (from + rest).slice(0, n), begins }))
      .filter(({ national }) => new RegExp(`^(?:${begins})`).test(national));
  });
  fc.assert(
    fc.property(one, ({ code, country, national }) => {
      const number = `+${code}${national}`;
      if (number.length < 8) return;
      expect(parsePhone(number)).toBe(number);
      const found = mobileCountry(number);
      // Guernsey’s, Jersey’s and the Isle of Man’s lie within Britain’s, as Kazakhstan’s beside Russia’s.
      expect(code === '44' ? ['GB', 'GG', 'JE', 'IM'] : [country]).toContain(found);
      expect(whyNotTexted(number, new Set([found ?? '']))).toBeNull();
      expect(whyNotTexted(number, new Set())).toMatch(/doesn’t send text messages to this country: ./);
    }),
    { numRuns: 1500 },
  );
});

test('[law] no text, however odd, is taken for a number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), digits(0, 20)), (text) => {
      const country = mobileCountry(text);
      expect(country === null || parsePhone(text) === text).toBe(true);
    }),
  );
});

test('every area code of +1 is one country’s, and who shares numbers names a country that has some', () => {
  const codes = Object.values(ofNorthAmerica).flatMap((all) => all.split(' '));
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(mobileCountry(`+1${code}2345678`)).not.toBe('US');
  for (const [country, other] of Object.entries(sameNumbers)) {
    expect(textCountries.has(country)).toBe(false);
    expect(textCountries.has(other)).toBe(true);
  }
});

test.each([
  ['+43720123456', 'AT'],
  ['+12125550123', 'US'],
  ['+442079460123', null],
  ['+8821234567', null],
  ['12345', null],
])('the number that a hub sends from, %s, is of %s', (number, country) => {
  expect(countryByCode(number)).toBe(country);
});
