import { expect, test } from 'vitest';
import { openPlaces } from './open-places.ts';
import { readHtml } from '../formats/read-html.ts';

const findings = (html: string) =>
  openPlaces(readHtml(html, { slug: 'x', title: 'X' }), (text) => text).map(
    ({ field, words }) => `${field}: ${words}`,
  );

const bill = (lines: string, sums: string, amount = 'Amount') =>
  `<table><thead><tr><th>No.</th><th>Description</th><th>Quantity</th><th>Unit price</th><th>${amount}</th></tr></thead><tbody>${lines}${sums}</tbody></table>`;
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const lines =
  row('1', 'Work', '62', '€95.00', '€5,890.00') + row('2', 'Licence', '1.5', '€390.00', '€585.00');

test.each([
  ['as it came', '€1,489.25', '<strong>€7,964.25</strong>', []],
  [
    'with another total',
    '€1,489.25',
    '<strong>€5,000.00</strong>',
    ['€5,000.00: The lines above add up to 7,964.25.'],
  ],
  [
    'with another tax',
    '€1.25',
    '<strong>€6,476.25</strong>',
    ['€1.25: 23% of the amounts above is 1,489.25.'],
  ],
])('[GEN-1] a bill %s is named where its sums are wrong', (_, tax, total, expected) => {
  const sums =
    row('', 'Subtotal', '', '', '€6,475.00') +
    row('', 'VAT 23%', '', '', tax) +
    row('', '<b>Total</b>', '', '', total);
  expect(findings(bill(lines, sums))).toEqual(expected);
});

test('[GEN-1] a line that was changed, a discount and figures as Germans write them are reckoned with', () => {
  expect(
    findings(bill(row('1', 'Work', '62', '€95.00', '€6,000.00'), row('', 'Total', '', '', '€6,000.00'))),
  ).toEqual(['€6,000.00: 62 times €95.00 is 5,890.00.']);
  const german =
    row('1', 'Arbeit', '2', '1.234,50 €', '2.469,00 €') +
    row('', 'Summe', '', '', '2.469,00 €') +
    row('', 'Rabatt', '', '', '– 69,00 €') +
    row('', 'Netto', '', '', '2.400,00 €');
  expect(findings(bill(german, ''))).toEqual([]);
  expect(findings(bill(german, row('', 'Summe', '', '', '2.500,00 €')))).toEqual([
    '2.500,00 €: The lines above add up to 2,400.00.',
  ]);
});

test('[GEN-1] milestones that differ from the sum above them are named; prices to choose from are no sum', () => {
  const milestones = (total: string) =>
    `<h2>Fees</h2><p class="doc-sub"><span class="doc-number">1.1</span> The Client pays for each milestone, ${total} in total:</p><table><thead><tr><th>Milestone</th><th>Due</th><th>Amount</th></tr></thead><tbody>${row('A', 'May 1', '€4,500.00')}${row('B', 'June 1', '€9,000.00')}</tbody></table>`;
  expect(findings(milestones('€13,500.00'))).toEqual([]);
  expect(findings(milestones('€18,000.00'))).toEqual(['€18,000.00: The lines below add up to 13,500.00.']);
  const options = `<p>Choose one.</p><table><tbody>${row('<b>Small</b>', 'a', '€10.00')}${row('<b>Large</b>', 'b', '€20.00')}</tbody></table>`;
  expect(findings(options)).toEqual([]);
});

test('[GEN-1] a side that signs twice is named', () => {
  const side = (name: string) =>
    `<div class="doc-signature"><p><strong>${name}</strong></p><table><tbody><tr><th>Date</th><td></td></tr></tbody></table></div>`;
  expect(findings(`<div class="doc-signatures">${side('Wren')}${side('Wren')}</div>`)).toEqual([
    'Wren: signs on both sides.',
  ]);
  expect(findings(`<div class="doc-signatures">${side('Wren')}${side('Halden')}</div>`)).toEqual([]);
});
