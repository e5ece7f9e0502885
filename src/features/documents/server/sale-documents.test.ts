import { expect, test } from 'vitest';
import { formalitiesOf } from '#features/documents/rules/answers/review.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

/** What the readings of the documents about selling found, each with what keeps it so. */
const library = documentLibrary();
const forms = (slug: string, answers: object): string => {
  const template = library.get(slug);
  if (!template) throw new Error(`There is no document "${slug}"`);
  return formalitiesOf(template, { ...sampleAnswers(template), ...answers }, '2026-11-23')
    .map(({ words, source }) => `${words} (${source})`)
    .join('\n');
};

const whole = {
  extent: 'whole',
  items: [{ description: 'All', quantity: '1', price: '10500' }],
};

test.each<[slug: string, answers: object, field: string]>([
  ['credit-note', { issued: '2026-11-01' }, 'issued'],
  ['credit-note', { credited: '13000', paid: '0' }, 'credited'],
  ['credit-note', { paid: '13000' }, 'paid'],
  ['credit-note', { credited: '12000', paid: '0' }, 'items'],
  ['credit-note', { extent: 'whole' }, 'items'],
  ['credit-note', { ...whole, taxMode: 'outside' }, 'items'],
  ['credit-note', { discount: '951' }, 'discount'],
  ['credit-note', { taxMode: 'none', taxNote: '' }, 'taxNote'],
  ['credit-note', { taxMode: 'reverse', buyerTax: '' }, 'buyerTax'],
  ['credit-note', { sellerTax: '' }, 'sellerTax'],
  ['credit-note', { law: 'texas' }, 'taxName'],
])('[GEN-1] %s: a contradiction is named where it can be mended: %o', (slug, answers, field) => {
  expect(sampleFindings(slug, answers)).toMatchObject([{ field, kind: 'conflict' }]);
});

test('a credit note says what is paid back, what may be set off, and what is left to pay', () => {
  expect(sampleText('credit-note')).toMatch(/Paid too much €1,168.50 We will pay €1,168.50 to the account/);
  expect(sampleText('credit-note', { settle: 'next' })).toContain('You may set off €1,168.50');
  const open = sampleText('credit-note', { paid: '0' });
  expect(open).toContain('Left to pay €11,746.50 Please pay what is left');
  expect(open).not.toContain('We will pay');
  const gone = sampleText('credit-note', { ...whole, paid: '0' });
  expect(gone).toContain('cancels invoice 2026-041 of 23 November 2026 in full');
  expect(gone).toContain('Left to pay €0.00 Nothing is left to pay');
  expect(gone).not.toContain('remains unchanged');
});

test('a credit note has the name that the law gives it, and input tax is only named where there is some', () => {
  expect(sampleText('credit-note', { law: 'germany' })).toMatch(/^CORRECTION OF INVOICE \(RECHNUNGSKORREKTUR\)/);
  expect(sampleText('credit-note', { law: 'germany', ...whole })).toMatch(/^CANCELLATION OF INVOICE \(STORNO/);
  const australian = { law: 'australia', taxName: 'GST' };
  expect(sampleText('credit-note', australian)).toMatch(/^ADJUSTMENT NOTE/);
  const person = { name: 'Lena Braun', address: 'Cork', kind: 'person' };
  expect(sampleText('credit-note')).toContain('as input tax');
  expect(sampleText('credit-note', { buyer: person })).not.toContain('as input tax');
  expect(forms('credit-note', { law: 'germany' })).toMatch(/„Gutschrift“.*§ 14 \(2\)/);
  expect(forms('credit-note', { law: 'spain' })).toContain('factura rectificativa');
  expect(forms('credit-note', { law: 'england' })).toMatch(/within 14 days.*regulations 15C and 24B/);
  expect(forms('credit-note', { law: 'Austria' })).toBe('');
});
