import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReport, signedCents } from './paypal-report.ts';

const read = (text: string) => readReport(text, () => Promise.resolve());
const head =
  '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Reference Txn ID"';
const row = (
  id: string,
  gross: string,
  fee: string,
  net: string,
  more: Partial<Record<string, string>> = {},
) =>
  [
    more['date'] ?? '11/28/2026',
    '10:00:00',
    'PST',
    'Ann Buyer',
    more['type'] ?? 'Express Checkout Payment',
    more['status'] ?? 'Completed',
    more['currency'] ?? 'USD',
    gross,
    fee,
    net,
    'a@example.com',
    'b@example.com',
    id,
    '',
  ]
    .map((cell) => `"${cell}"`)
    .join(',');

test('[law] an amount is read as it was written, in each country’s way, or not at all', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
      for (const locale of ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'de-CH', 'pt-BR']) {
        const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
        expect(signedCents(written), written).toBe(cents);
      }
    }),
  );
  for (const odd of [
    '',
    '-',
    '1.2',
    '1,234.567',
    '1.234.56',
    '12,34,56.00',
    '1,234,56',
    'x',
    '1e5',
    '--1.00',
    '1.00-',
  ])
    expect(signedCents(odd), odd).toBe(null);
});

test('a report is read in English and German, and nobody’s name with it', async () => {
  const english = await read(
    `\uFEFF${head}\r\n${row('8AB12345CD678901E', '1,234.56', '-43.51', '1,191.05')}\r\n`,
  );
  expect(english.lines).toEqual([
    {
      line: 2,
      id: '8AB12345CD678901E',

      type: 'Express Checkout Payment',
      day: '2026-11-28',
      grossCents: 123_456,
      feeCents: -4351,
      netCents: 119_105,
    },
  ]);
  expect(JSON.stringify(english)).not.toMatch(/Ann|example\.com/);
  const german = await read(
    'Datum;Uhrzeit;Zeitzone;Name;Typ;Status;Währung;Brutto;Gebühr;Netto;Transaktionscode\n03.12.2026;10:00;CET;Ann;Zahlung;Abgeschlossen;USD;1.234,56;-43,51;1.191,05;8AB12345CD678901E\n',
  );
  expect(german.lines[0]).toMatchObject({ day: '2026-12-03', grossCents: 123_456 });
});

test('what can’t be is told by its line; other currencies and open ones are counted', async () => {
  const { lines, faults, passed } = await read(
    [
      head,
      row('GOOD000001', '10.00', '-1.00', '9.00'),
      row('GOOD000001', '10.00', '-1.00', '9.00'),
      row('BAD0000001', '10.00', '-1.00', '9.50'),
      row('BAD0000002', 'ten', '0.00', '10.00'),
      row('', '1.00', '0.00', '1.00'),
      row('EUR0000001', '10.00', '0.00', '10.00', { currency: 'EUR' }),
      row('OPEN000001', '10.00', '0.00', '10.00', { status: 'Pending' }),
    ].join('\n'),
  );
  expect(lines.map(({ id }) => id)).toEqual(['GOOD000001']);
  expect(faults.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
  expect(passed).toEqual({ currency: 1, open: 1 });
  for (const [text, words] of [
    ['', 'empty'],
    ['a,b\n', 'isn’t PayPal’s activity report'],
    [`${head}\n"`, 'never closed'],
  ] as const)
    await expect(read(text)).rejects.toThrow(words);
});

test('days are told from months by the report as a whole', async () => {
  const days = async (...dates: string[]) =>
    (
      await read(
        [head, ...dates.map((date, n) => row(`DAY000000${n}`, '1.00', '0.00', '1.00', { date }))].join('\n'),
      )
    ).lines.map(({ day }) => day);
  expect(await days('03/04/2026', '25/04/2026')).toEqual(['2026-04-03', '2026-04-25']);
  expect(await days('03/04/2026', '04/25/2026')).toEqual(['2026-03-04', '2026-04-25']);
});

test('fifty thousand lines are read in bounded time, and one more is refused', async () => {
  const rows = Array.from({ length: 50_000 }, (_, n) =>
    row(`TX${String(n).padStart(8, '0')}`, '1.00', '-0.10', '0.90'),
  );
  const began = performance.now();
  expect((await read([head, ...rows].join('\n'))).lines).toHaveLength(50_000);
  expect(performance.now() - began).toBeLessThan(10_000);
  await expect(read([head, ...rows, row('ONEMORE', '1.00', '0.00', '1.00')].join('\n'))).rejects.toThrow(
    '50,000',
  );
});
