import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCarts } from '#testing/read-carts.ts';
import { hours } from '#base/clock.ts';
import {
  analyse,
  firstAutomation,
  firstSettings,
  mainCurrency,
  readAutomation,
  recoveryRate,
  withCart,
  withStatus,
} from './automation.ts';
import { afterQuiet, firstDelivery, isQuiet, timeline } from './sequence.ts';
import { uplift } from './uplift.ts';
import { fill, firstSteps, placeholders, unknownPlaceholders, wordsFault, writeForCart } from './writing.ts';

const now = new Date('2026-11-21T12:00:00Z');

test('[AUTO-1] what cannot be parsed is no state; in a state each field of another kind gets its default', () => {
  for (const broken of ['', '{', 'null', '[]', '"x"', '3']) expect(readAutomation(broken, now)).toBeNull();
  expect(readAutomation('{}', now)).toEqual(firstAutomation());
  expect(firstAutomation()).toEqual({
    abandonedCarts: [],
    campaigns: [],
    analytics: {
      totalAbandoned: 0,
      totalRecovered: 0,
      recoveryRate: 0,
      totalRevenue: 0,
      monthlyRecoveries: 0,
      monthlyRevenue: 0,
    },
    settings: {
      autoRecovery: true,
      emailDelay: 1,
      maxEmails: 3,
      discountEnabled: true,
      maxDiscount: 25,
      aiPersonalization: false,
      multiChannel: false,
    },
  });
  const odd = {
    abandonedCarts: [{ id: 'a', status: 'odd word' }, { id: 3, status: 'x' }, null],
    campaigns: [{ id: 'c' }, {}],
    settings: { emailDelay: -4, maxEmails: 'two', autoRecovery: false, maxDiscount: 1e9 },
  };
  expect(readAutomation(JSON.stringify(odd), now)).toMatchObject({
    abandonedCarts: [{ id: 'a', status: 'odd word' }],
    campaigns: [{ id: 'c' }],
    settings: { ...firstSettings(), autoRecovery: false },
  });
});

test('[AUTO-2] [AUTO-3] a cart is added while there is room; its status moves the figures', () => {
  const cart = (id: string) => ({ id, status: 'abandoned', totalCents: 1050 });
  expect(withCart(firstAutomation(), cart('a'), false, now)).toBeNull();
  let state = withCart(firstAutomation(), cart('a'), true, now) ?? firstAutomation();
  state = withCart(state, cart('b'), true, now) ?? state;
  state = withCart(state, cart('c'), true, now) ?? state;
  state = withStatus(state, 'b', 'recovered', now);
  expect(state.analytics).toEqual({
    totalAbandoned: 3,
    totalRecovered: 1,
    recoveryRate: 33,
    totalRevenue: 10.5,
    monthlyRecoveries: 1,
    monthlyRevenue: 10.5,
  });
  expect(withStatus(state, 'b', 'lost', now).analytics.totalRecovered).toBe(0);
  expect(analyse([], now).recoveryRate).toBe(0);
  expect(recoveryRate(2, 3)).toBe(67);
});

test('carts of several currencies are never added together', () => {
  const cart = (id: string, currency: string) => ({ id, status: 'recovered', totalCents: 1000, currency });
  const carts = [cart('a', 'EUR'), cart('b', 'JPY'), cart('c', 'eur'), { ...cart('d', ''), status: 'lost' }];
  expect(mainCurrency(carts)).toBe('EUR');
  expect(analyse(carts, now)).toMatchObject({ totalRecovered: 3, totalRevenue: 20 });
});

test('quiet hours hold over midnight and over both changes of summer time', () => {
  const quiet = { timeZone: 'Europe/Berlin', quietFrom: 22, quietTo: 8 };
  expect(isQuiet(new Date('2026-11-21T20:59:00Z'), quiet)).toBe(false);
  expect(isQuiet(new Date('2026-11-21T21:00:00Z'), quiet)).toBe(true);
  expect(afterQuiet(new Date('2026-03-28T22:30:00Z'), quiet)).toEqual(new Date('2026-03-29T06:00:00Z'));
  expect(afterQuiet(new Date('2026-10-24T22:30:00Z'), quiet)).toEqual(new Date('2026-10-25T07:00:00Z'));
  expect(isQuiet(now, { ...quiet, quietFrom: 5, quietTo: 5 })).toBe(false);
});

test('[AUTO-4] a sequence is as long as maxEmails, begins after emailDelay and keeps its distances', () => {
  const quiet = { ...firstDelivery(), quietFrom: 0, quietTo: 0 };
  const times = timeline({ steps: firstSteps() }, { emailDelay: 2, maxEmails: 2 }, quiet, now);
  expect(times.map((at) => (at.getTime() - now.getTime()) / hours(1))).toEqual([2, 26]);
});

test('placeholders are filled once, a buyer’s typing never, and a line without its discount goes', () => {
  const facts = {
    name: '{{Shop}} Bea',
    shop: 'Birch',
    totalCents: 123_450,
    currency: 'EUR',
    items: [{ name: '{{DiscountCode}}', quantity: 2 }],
    discountPercent: 0,
    discountCode: '',
    link: 'https://a.co/r/x',
  };
  expect(fill('{{FirstName}} {{ Items }} {{Total}} {{Nope}}', facts)).toBe(
    '{{Shop}} 2 x {{DiscountCode}} €1,234.50 ',
  );
  expect(fill('a\nWith {{DiscountCode}} less\nb', facts)).toBe('a\nb');
  expect(unknownPlaceholders({ subject: '{{Nope}} {{Shop}}', body: '{{}}' })).toEqual(['Nope', '']);
  for (const words of ['{{First name}}', '{{first-name}}', '{{Total|$0}}', '{{FirstName', '{{ {{Shop}}'])
    expect(wordsFault({ subject: words, body: 'b' }), words).toMatch(/isn’t a placeholder|isn’t closed/);
  expect(firstSteps().map(wordsFault)).toEqual(firstSteps().map(() => null));
  for (const step of [1, 2, 3, 9])
    expect(writeForCart({ ...facts, name: '' }, step).body).toMatch(/^Hello,\n\n[A-Z]/);
});

test('a line of a CSV is read as meant or refused with its number; nothing becomes another amount or day', () => {
  const read = (row: string, head = 'email,total,date') => readCarts(`${head}\na@b.co,${row}`);
  const totals = (row: string) => read(row).carts.map(({ cart }) => cart.totalCents);
  expect(['"$1,234.56",', '"49,90",', '49.90,2026-11-20', '49.90,2026-11-20T10:00:00Z'].map(totals)).toEqual([
    [123_456],
    [4990],
    [4990],
    [4990],
  ]);
  for (const row of [
    '$1,234.56',
    '49,90,2026-11-20',
    '"1,234",',
    '12.345,',
    '5,2026-02-30',
    '5,03/04/2026',
    '5,"x',
  ]) {
    const { carts, faults } = read(row);
    expect([row, carts, faults.map(({ line }) => line)]).toEqual([row, [], [2]]);
  }
  expect(read('1,234').faults[0]?.words).toContain('date');
  expect(readCarts('email,total\na@b.co,"5\nc@d.co,7\n').faults).toEqual([
    { line: 2, words: expect.stringContaining('never closed') },
  ]);
});

test('a CSV may quote, break lines inside a cell, and use semicolons; a file without its columns says so', () => {
  const { carts, faults } = readCarts(
    '\uFEFFemail,total,name\r\n"a@b.co","1,50","Bea\r\n""B"""\r\nx,1,\r\nc@d.co,2,\r\n',
  );
  expect(carts.map(({ line, cart }) => [line, cart.email, cart.totalCents, cart.name])).toEqual([
    [2, 'a@b.co', 150, 'Bea "B"'],
    [5, 'c@d.co', 200, ''],
  ]);
  expect(faults.map(({ line }) => line)).toEqual([4]);
  expect(readCarts('mail;sum\na@b.co;1').faults[0]?.words).toContain('header row is missing total');
});

test('a file of commas is counted, not built: a line has so many cells, and what follows is read', () => {
  const before = process.memoryUsage().heapUsed;
  const { carts, faults } = readCarts(`email,total\n${','.repeat(30_000_000)}\na@b.co,2`);
  expect(carts.map(({ line }) => line)).toEqual([3]);
  expect(faults).toEqual([{ line: 2, words: 'This line has more than 200 cells; the limit is 9.' }]);
  expect(readCarts(','.repeat(8_000_000)).faults).toHaveLength(1);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
});

test('what reminders bring is told with its uncertainty, and not at all without a second group', () => {
  const arm = (carts: number, back: number) => ({
    carts,
    back,
    cents: back * 1000,
    squares: back * 1_000_000,
  });
  expect(uplift(arm(100, 30), arm(0, 0))).toBeNull();
  const found = uplift(arm(900, 270), arm(100, 10));
  expect(found).toMatchObject({ cents: 180_000, rateWritten: 0.3, rateHeldOut: 0.1 });
  expect(found?.low).toBeGreaterThan(0);
  expect(found?.high).toBeGreaterThan(180_000);
  expect(uplift(arm(9, 3), arm(3, 1))?.low).toBeLessThan(0);
});

test('whatever stands in two braces, no buyer reads them; what is told beforehand is all that is left out', () => {
  const facts = {
    name: 'Bea',
    shop: 'Birch',
    totalCents: 100,
    currency: 'EUR',
    items: [],
    discountPercent: 10,
    discountCode: 'B10',
    link: 'https://a.co',
  };
  const piece = fc.oneof(
    fc.constantFrom(...placeholders.map((name) => `{{${name}}}`)),
    fc.constantFrom('{{', '}}', '{{ Nope }}', '{{First Name}}', '{{}}', '{', '\n', 'word '),
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (body) => {
        const filled = fill(body, facts);
        expect(filled).not.toContain('{{');
        if (wordsFault({ subject: '', body }) !== null) return;
        const plain = placeholders.reduce((text, name) => text.replaceAll(`{{${name}}}`, ''), body);
        expect(plain).not.toContain('{{');
      },
    ),
  );
});
