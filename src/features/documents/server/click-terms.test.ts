import { expect, test } from 'vitest';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

/** Terms of service that are accepted by a click: what the two readings found. */
test.each<[answers: object, field: string]>([
  [{ priceTax: 'added' }, 'priceTax'],
  [{ trialDays: '6 months' }, 'trialDays'],
  [{ trial: 'turns', trialDays: '3 days' }, 'trialDays'],
  [{ grace: '1 year' }, 'grace'],
  [{ law: 'delaware', switching: 'no' }, 'switching'],
  [{ moneyBack: '2 years' }, 'moneyBack'],
  [{ period: 'month', moneyBack: '6 months' }, 'moneyBack'],
  [{ grace: '1 day' }, 'grace'],
  [{ priceNotice: '3 days' }, 'priceNotice'],
  [{ period: 'month', priceNotice: '6 months' }, 'priceNotice'],
  [{ notice: '3 days' }, 'notice'],
  [{ exportDays: '7 days' }, 'exportDays'],
  [{ training: 'yes' }, 'training'],
  [{ function: 'a diary for patients' }, 'prohibited'],
  [{ phone: '' }, 'phone'],
  [{ online: '' }, 'online'],
  [{ europe: 'no' }, 'europe'],
  [{ switching: 'no' }, 'switching'],
  [{ law: 'germany', renewLeave: 'end' }, 'renewLeave'],
  [{ law: 'netherlands', renewLeave: 'end' }, 'renewLeave'],
  [{ law: 'france' }, 'adr'],
  [{ law: 'england', europe: 'no' }, 'europe'],
  [{ law: 'australia', europe: 'no', priceTax: 'added' }, 'priceTax'],
])('a contradiction is named where it can be mended: %o', (answers, field) => {
  expect(sampleFindings('saas-terms', answers).map((one) => one.field)).toContain(field);
});

test('consumers can withdraw, leave a renewed year, and keep the law of their country', () => {
  const text = sampleText('saas-terms');
  expect(text).toContain('you may end a yearly Period that began by renewal at any time with one month');
  expect(text).toContain('the protection of the mandatory rules of the country where you live');
  expect(text).toContain('ANNEX 2: MODEL CANCELLATION FORM');
  expect(sampleText('saas-terms', { law: 'germany' })).toContain('MODEL WITHDRAWAL FORM');
  const business = sampleText('saas-terms', { buyers: 'business' });
  expect(business).not.toMatch(/Consumer|ANNEX|withdraw from/);
  expect(business).toContain('Other changes apply from the next Period unless you cancel before.');
});

test('a trial turns into a paid plan only where that was chosen, and says so first', () => {
  expect(sampleText('saas-terms')).toContain('ends by itself; you pay only if you then order a plan');
  const text = sampleText('saas-terms', { trial: 'turns' });
  expect(text).toContain('If you do not cancel before it ends, the plan that you chose begins');
  expect(text).toContain('We remind you by email at least three days before the trial ends.');
  expect(sampleText('saas-terms', { trial: 'none' })).not.toContain('Each customer has one trial');
});

test('what ends by itself is not said to renew, and liability follows the law', () => {
  const text = sampleText('saas-terms', { renews: 'ends' });
  expect(text).toContain('It does not renew by itself.');
  const turns = sampleText('saas-terms', { renews: 'ends', trial: 'turns' });
  expect(turns).toContain('we charge its price as shown when you ordered. You can cancel');
  expect(text).not.toMatch(/new price applies|next Period unless|another Period of the same length/);
  expect(sampleText('saas-terms', { law: 'germany' })).toContain('For slight negligence we are liable only');
  expect(sampleText('saas-terms')).toContain('limited to the price of the plan for twelve months');
  expect(sampleText('saas-terms', { buyers: 'consumers' })).not.toContain('price of the plan for twelve');
});
