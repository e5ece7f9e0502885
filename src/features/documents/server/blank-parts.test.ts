import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { assemble } from '../rules/assembly/assemble.ts';
import { toHtml } from '../rules/formats/html.ts';
import { review } from '../rules/answers/review.ts';
import type { Answers } from '../rules/answers/values.ts';

const invoice = documentLibrary().get('invoice');
if (!invoice) throw new Error('There is no invoice');
const today = '2026-11-22';
const written = (answers: Answers) =>
  toHtml(assemble(invoice, answers, { date: today }))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const found = (answers: Answers) => review(invoice, answers, today).map(({ words }) => words);
const line = (quantity: string, price: string) => ({ description: 'Work', quantity, price });

test('a sum that cannot be written to the cent stays blank and is named; one below it is right', () => {
  const [greatest] = ['999999999.99'];
  const most = { currency: 'EUR', items: [line('90000', greatest)] };
  expect(written(most)).toContain('€89,999,999,999,100.00');
  const more = { currency: 'EUR', items: Array.from({ length: 3 }, () => line('90000', greatest)) };
  expect(written(more)).toContain('€89,999,999,999,100.00');
  expect(written(more)).not.toMatch(/€269,999|∞|NaN/);
  expect(found(more)).toContain('This total is too large. Check the digits.');
});

test('what is wrong in one part of a party or line leaves the others alone, and no sum is made of it', () => {
  const answers = {
    currency: 'EUR',
    buyer: { name: 'Wren Studio', address: '12 Quay Street', number: 'x'.repeat(100) },
    items: [line('2', '100'), line('lots', '50')],
  };
  const text = written(answers);
  for (const kept of ['Wren Studio', '12 Quay Street', '€200.00', '€50.00']) expect(text).toContain(kept);
  expect(text).not.toMatch(/NaN|xxxx/);
  expect(text.match(/€200\.00/g)).toHaveLength(1);
  expect(found(answers)).toEqual(
    expect.arrayContaining([
      'Registration number: 100 characters; the limit is 80. Shorten it.',
      'Line 2, Quantity: Enter a number, such as 12 or 7.5.',
    ]),
  );
});
