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

const cookie = (name: string, provider: string) => [{ name, provider, purpose: 'Help', kept: '1 day' }];
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
  ['credit-note', { refundWithin: '1 year' }, 'refundWithin'],
  ['terms-of-sale', { goods: 'no', digital: 'no' }, 'goods'],
  ['terms-of-sale', { withdrawalDays: '7 days' }, 'withdrawalDays'],
  ['terms-of-sale', { priceTax: 'added' }, 'priceTax'],
  ['terms-of-sale', { law: 'texas', europe: 'no' }, 'europe'],
  ['terms-of-sale', { law: 'france', europe: 'no', regions: 'France', adr: 'A' }, 'europe'],
  ['terms-of-sale', { acceptDays: '1 month' }, 'acceptDays'],
  ['terms-of-sale', { deliveryTime: '3 months' }, 'deliveryTime'],
  ['terms-of-sale', { withdrawalDays: '3 years' }, 'withdrawalDays'],
  ['terms-of-sale', { law: 'australia', europe: 'no', regions: 'Australia', priceTax: 'added' }, 'priceTax'],
  ['terms-of-sale', { businessTime: '1 month' }, 'businessTime'],
  ['terms-of-sale', { inspection: '2 years' }, 'inspection'],
  ['terms-of-sale', { phone: '' }, 'phone'],
  ['terms-of-sale', { online: '' }, 'online'],
  ['terms-of-sale', { law: 'france' }, 'adr'],
  ['terms-of-sale', { law: 'germany', businessTime: '6 months' }, 'businessTime'],
  ['cookie-policy', { needed: cookie('_ga', 'Google Analytics') }, 'needed'],
  ['cookie-policy', { needed: cookie('id', 'Adlane, retargeting') }, 'needed'],
  ['cookie-policy', { statistics: cookie('_fbp', 'Meta Pixel, Ireland') }, 'statistics'],
  ['cookie-policy', { comfort: cookie('yt', 'Videos with ads') }, 'comfort'],
  [
    'cookie-policy',
    { exempt: 'objection', statistics: cookie('_ga', 'Google Analytics'), law: 'france' },
    'exempt',
  ],
  ['cookie-policy', { exempt: 'objection', law: 'germany' }, 'exempt'],
  ['cookie-policy', { comfort: cookie('chat', 'Chatbird Inc, United States') }, 'outside'],
  ['cookie-policy', { remembered: '3 years' }, 'remembered'],
  ['service-level-agreement', { start: '2026-11-01' }, 'start'],
  ['service-level-agreement', { uptime: '98' }, 'more'],
  ['service-level-agreement', { credit: '20' }, 'more'],
  ['service-level-agreement', { criticalAnswer: '7', seriousAnswer: '8' }, 'criticalAnswer'],
  ['service-level-agreement', { seriousAnswer: '0.5' }, 'seriousAnswer'],
  ['service-level-agreement', { minorAnswer: '2' }, 'minorAnswer'],
  ['service-level-agreement', { seriousFix: '5' }, 'seriousFix'],
  ['service-level-agreement', { criticalNews: '8' }, 'criticalNews'],
  ['service-level-agreement', { interval: '30' }, 'interval'],
  ['service-level-agreement', { maintenanceNotice: '1 year' }, 'maintenanceNotice'],
  ['service-level-agreement', { claimTime: '1 day' }, 'claimTime'],
  ['service-level-agreement', { review: '1 year' }, 'review'],
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
  expect(sampleText('credit-note', { law: 'germany' })).toMatch(
    /^CORRECTION OF INVOICE \(RECHNUNGSKORREKTUR\)/,
  );
  expect(sampleText('credit-note', { law: 'germany', ...whole })).toMatch(
    /^CANCELLATION OF INVOICE \(STORNO/,
  );
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

test('what is next to these contradictions in the terms of a shop, and is none, is left alone', () => {
  for (const answers of [
    { buyers: 'business', phone: '', online: '', priceTax: 'added', withdrawalDays: '7 days' },
    { law: 'england', phone: '', online: '' },
    { law: 'texas', europe: 'no', regions: 'the United States', withdrawalDays: '7 days', priceTax: 'added' },
    { withdrawalDays: '30 days' },
  ])
    expect([answers, sampleFindings('terms-of-sale', answers)]).toEqual([answers, []]);
});

test('consumers read the model instructions and form of their law; businesses read neither', () => {
  const german = sampleText('terms-of-sale', { law: 'germany' });
  expect(german).toContain('You have the right to withdraw from this contract within 14 days');
  expect(german).toContain(
    'not later than 14 days from the day on which we are informed about your decision',
  );
  expect(german).toContain('exercise your right of withdrawal online at shop.wrenstudio.example/withdraw');
  expect(german).toContain(
    'I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale',
  );
  expect(german).not.toMatch(/right to cancel/);
  const english = sampleText('terms-of-sale', { law: 'england' });
  expect(english).toContain('of your decision to cancel this contract by a clear statement');
  expect(english).toContain('(if earlier) 14 days after the day you provide evidence');
  expect(english).toContain('reject them within 30 days');
  expect(english).not.toMatch(/withdraw(?:al)? (?:from|period|form)/);
  const business = sampleText('terms-of-sale', { buyers: 'business', law: 'germany' });
  expect(business).not.toMatch(/Consumer|ANNEX|withdrawal/);
  expect(business).toContain('You must inspect the goods');
});

test('the right to change one’s mind follows what is sold, and a download may end it only as the law says', () => {
  const of = (answers: object) => sampleText('terms-of-sale', { law: 'spain', ...answers });
  expect(of({})).toMatch(/once we have begun to supply it as agreed under clause 5.4/);
  expect(of({})).toContain('within at least three years');
  expect(of({ waive: 'stays' })).not.toContain('thereby lose');
  expect(of({ digital: 'no' })).toContain('the day on which you acquire');
  expect(of({ goods: 'no' })).not.toMatch(/send back the goods|Delivery|last good/);
  expect(of({ separately: 'no' })).toContain('physical possession of the goods');
  expect(of({ returnCost: 'seller' })).toContain('We will bear the cost of returning the goods.');
  expect(of({ law: 'texas', europe: 'no' })).toMatch(/Returns .* unused and complete within 14 days/);
  expect(forms('terms-of-sale', { law: 'ireland' })).toMatch(/button for ordering.*\n.*harmonised notice/);
  expect(forms('terms-of-sale', { law: 'newyork' })).toContain('16 C.F.R. part 435');
});

test('a cookie policy asks for consent where something needs it, and for nothing where nothing does', () => {
  const none = { comfort: '', statistics: '', marketing: '' };
  const bare = sampleText('cookie-policy', none);
  expect(bare).toContain('They need no consent');
  expect(bare).not.toMatch(/withdraw|Your choice|Advertising/);
  const all = sampleText('cookie-policy');
  expect(all).toContain('All others are set only after you have agreed.');
  expect(all).toContain('at any time under “Cookie settings”');
  const counted = sampleText('cookie-policy', {
    ...none,
    statistics: cookie('v', 'Own'),
    exempt: 'objection',
  });
  expect(counted).toContain('strictly necessary Cookies and those for statistics without asking you.');
  expect(counted).toContain('You can object to them at any time, free of charge');
  expect(counted).not.toMatch(/withdraw your consent|All others/);
  expect(
    sampleFindings('cookie-policy', { outside: 'yes', comfort: cookie('chat', 'Chatbird, USA') }),
  ).toEqual([]);
  for (const law of ['england', 'france', 'netherlands'])
    expect(forms('cookie-policy', { law, exempt: 'objection' })).toContain('go without consent only if');
  expect(forms('cookie-policy', { law: 'california', signals: 'no' })).toContain('1798.135');
  expect(forms('cookie-policy', { law: 'california' })).toBe('');
});

test('service levels say what is measured and what comes back, and promise nothing that was not chosen', () => {
  const of = (answers: object) => sampleText('service-level-agreement', answers);
  expect(of({})).toMatch(/below 99.9% 10% below 99% 20% below 95% 50%/);
  expect(of({})).toContain('Service Credits and the right under clause 2.5 are the Customer’s only remedies');
  expect(of({ chronic: 'no' })).toContain('Service Credits are the Customer’s only remedies');
  expect(of({ remedy: 'counted' })).toContain('counted towards damages');
  expect(of({ credit: '0' })).not.toMatch(/credit|only remed/i);
  expect(of({})).toContain('but does not owe them');
  expect(of({ binding: 'duty' })).toContain('The Provider owes these times.');
  expect(of({ measured: 'own' })).not.toContain('consecutive checks');
  expect(of({ restorePoint: '', restoreTime: '', review: '' })).not.toMatch(
    /Recovery|before the loss|so that it does/,
  );
  expect(of({ window: 'hours', windowHours: 'Monday to Friday' })).toContain(
    'following hours: Monday to Friday',
  );
});
