import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { formalitiesOf, review } from '#features/documents/rules/answers/review.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { draftAnswers } from '#features/documents/rules/writer/write.ts';
import { toText } from '#features/documents/rules/formats/text.ts';
import { readLibrary } from './library.ts';

// What a lawyer found in the agreements with clients, founders and contributors, each with what keeps it mended.
const library = readLibrary('content/documents', 'nowhere');
const date = '2026-11-23';
const template = (slug: string) => library.get(slug) as Template;
const says = (slug: string, answers: object = {}) =>
  toText(assemble(template(slug), { ...sampleAnswers(template(slug)), ...answers }, { date }));
const found = (slug: string, answers: object) =>
  review(template(slug), { ...sampleAnswers(template(slug)), ...answers }, date);

const person = { kind: 'person', name: 'Ben Ode', address: '1 Main Street, Albany' };
const two = { founders: 'two', c: undefined, shareC: undefined, roleC: undefined };

test.each<[slug: string, answers: Record<string, unknown>, field: string]>([
  ['founder-agreement', { away: '3 years' }, 'away'],
  ['founder-agreement', { good: 'half', bad: 'keep' }, 'bad'],
  ['founder-agreement', { deadlock: 'buyout' }, 'deadlock'],
  ['founder-agreement', { shareA: '80', shareB: '10', shareC: '10' }, 'drag'],
  ['founder-agreement', { shareA: '10', shareB: '10', shareC: '80' }, 'drag'],
  ['founder-agreement', { drag: 'two', shareA: '70', shareB: '15', shareC: '15' }, 'drag'],
  [
    'founder-agreement',
    { drag: 'all', reserved: 'three', shareA: '80', shareB: '10', shareC: '10' },
    'reserved',
  ],
  ['founder-agreement', { time: 'full', shareA: '70', shareB: '0' }, 'shareB'],
  ['master-services-agreement', { floor: '2000000' }, 'cover'],
  ['master-services-agreement', { jobNoticeTime: '90 days' }, 'jobNoticeTime'],
  ['contractor-agreement', { billing: 'fixed', fee: '17000' }, 'parts'],
  ['contractor-agreement', { reviewDays: '100 days' }, 'reviewDays'],
  ['retainer', { renews: 'ends', term: '1 month', rollover: 'none' }, 'pause'],
  ['proposal', { validity: '2 years' }, 'validity'],
  ['quote', { validity: '2 years' }, 'validity'],
  ['quote', { discount: '999999' }, 'discount'],
  ['quote', { taxRate: '0' }, 'taxRate'],
  ['ip-assignment', { paid: 'shares', assignee: person }, 'paid'],
  ['contributor-licence-agreement', { grant: 'assign', accept: 'click' }, 'accept'],
  ['contributor-licence-agreement', { kind: 'company', accept: 'click' }, 'accept'],
  [
    'contributor-licence-agreement',
    { kind: 'person', minor: 'yes', guardian: person, accept: 'click' },
    'accept',
  ],
  ['termination-notice', { kind: 'breach', breach: 'No pay.', warned: '2026-11-23' }, 'warned'],
  ['termination-notice', { kind: 'breach', breach: 'No pay.', warned: '2026-01-01' }, 'warned'],
])('[GEN-1] %s: a contradiction is named where it can be mended: %o', (slug, answers, field) => {
  expect(found(slug, answers)).toMatchObject([{ field, kind: 'conflict' }]);
});

test.each<[law: string, slug: string, answers: Record<string, unknown>, field: string]>([
  ['california', 'founder-agreement', {}, 'compete'],
  ['california', 'contractor-agreement', { billing: 'fixed', contractor: person, parts: undefined }, 'parts'],
  ['newyork', 'contractor-agreement', { billing: 'fixed', contractor: person, parts: undefined }, 'parts'],
  ['texas', 'contractor-agreement', { interest: '20' }, 'interest'],
  ['texas', 'retainer', { interest: '19' }, 'interest'],
  ['newyork', 'offer-letter', { per: 'hour', paidOn: 'month' }, 'paidOn'],
  ['ontario', 'offer-letter', { holidays: '9' }, 'holidays'],
  ['australia', 'offer-letter', { limit: 'fixed', lastDay: '2030-01-01' }, 'lastDay'],
  ['delaware', 'website-terms', { age: '12' }, 'age'],
])(
  '[GEN-1] %s, %s: what this law does not allow is named with its source: %o',
  (law, slug, answers, field) => {
    const named = found(slug, { law, ...answers }).find((one) => one.field === field);
    expect(named).toMatchObject({ kind: 'conflict', source: expect.stringMatching(/\d/) as string });
    const elsewhere = found(slug, { law: 'Elbonia', ...answers });
    expect(elsewhere.filter(({ source }) => source !== undefined)).toEqual([]);
  },
);

test.each(['delaware', 'newyork', 'california', 'texas', 'ontario', 'australia'])(
  '%s: each agreement that offers it says before it is signed what form and care it demands',
  (law) => {
    for (const slug of ['founder-agreement', 'contractor-agreement', 'ip-assignment'])
      expect(formalitiesOf(template(slug), { ...sampleAnswers(template(slug)), law }, date)).not.toEqual([]);
  },
);

test('a law that a request names is the one whose rules the document knows', () => {
  const law = (slug: string, name: string) =>
    draftAnswers(template(slug), `Contract with Mia Chen for 4,500 USD, ${name} law`, date)['law'];
  expect(['Texas', 'Spanish', 'German'].map((name) => law('contractor-agreement', name))).toEqual([
    'texas',
    'spain',
    'germany',
  ]);
  expect(law('contractor-agreement', 'Swiss')).toBe('Switzerland');
});

test('two founders cannot dismiss each other alone, a sale has one rule, and the company signs', () => {
  expect(says('founder-agreement', two)).toContain('Neither Founder can dismiss the other alone');
  expect(says('founder-agreement')).toContain('only by all other Founders together');
  const sale = /may require the other Founders\s+to sell/;
  expect(says('founder-agreement')).toMatch(sale);
  expect(says('founder-agreement', { drag: 'all' })).not.toMatch(sale);
  const now = says('founder-agreement', {
    stage: 'now',
    entity: { ...person, kind: 'company', name: 'Wren Reports' },
  });
  expect(now).toMatch(/Signed for the Company:\s+Wren Reports/);
  expect(now).not.toContain('ANNEX');
  expect(says('founder-agreement')).toMatch(/ANNEX 1: ACCESSION/);
  expect(says('founder-agreement', { bad: 'keep' })).toContain('keeps all vested shares as well');
  expect(says('founder-agreement', { law: 'newyork' })).toContain('section 203-f of the New York Labor Law');
});

test('a statement of work prevails on its own matters; a fixed price by the month has its number', () => {
  const text = says('statement-of-work');
  expect(text).toContain('this statement of work prevails on the description of the work');
  expect(text).toContain('and on what is stated in clause\u00a01.5');
  expect(says('statement-of-work', { departures: undefined })).not.toMatch(/1\.5 {2}For this statement/);
  expect(says('statement-of-work', { invoiced: 'monthly' })).toContain('in 4 equal monthly instalments');
  expect(text).toContain('The price is invoiced in equal parts');
  const hours = { billing: 'hour', rate: '95', estimate: '180' };
  expect(says('statement-of-work', hours)).toContain(
    'as each Deliverable is accepted, for the hours worked on it',
  );
  expect(says('master-services-agreement')).toContain('the Statement of Work prevails on the description');
});

test('caps are worth something in the first month; a freelancer’s slip is not without limit', () => {
  expect(says('master-services-agreement')).toMatch(
    /for its first twelve months, but in no case to less than €25,000\.00/,
  );
  expect(says('retainer')).toContain('in no case to less than three monthly fees');
  for (const slug of ['contractor-agreement', 'retainer']) {
    expect(says(slug)).toMatch(/for a deliberate breach of clause\u00a0\d/);
    expect(says(slug)).not.toMatch(/personal injury, for a breach of/);
  }
});

test('late payments name the rate of the chosen law, and what it gives for the costs of recovery', () => {
  for (const slug of ['contractor-agreement', 'master-services-agreement', 'retainer']) {
    expect(says(slug, { interest: '0', law: 'newyork' })).toContain('at the statutory rate (9% a year).');
    for (const law of ['newyork', 'ontario', 'australia'])
      expect(says(slug, { interest: '8', law })).toContain('interest at 8% a year, but never at more');
    for (const interest of ['8', '0']) {
      const german = says(slug, { interest, law: 'germany' });
      expect(german).toContain('debts between businesses (nine percentage points');
      expect(german).toContain('statutory sum for the costs of recovery is owed as well');
      const elsewhere = says(slug, { interest, law: 'Elbonia' });
      expect(elsewhere).toContain('at the statutory rate for debts between businesses');
      expect(elsewhere).not.toMatch(/businesses \(|costs of recovery/);
    }
  }
});

test('slight negligence is limited as German law allows, elsewhere loss of profit is excluded', () => {
  for (const slug of ['contractor-agreement', 'master-services-agreement', 'retainer']) {
    const german = says(slug, { law: 'germany' });
    expect(german).toContain('only for the foreseeable damage that is typical of this kind of agreement');
    expect(german).not.toMatch(/loss of profit/);
    expect(says(slug, { law: 'england' })).toMatch(/liable for loss of profit/);
  }
});

test('rights pass at a stated moment, and events beyond control excuse no payment', () => {
  for (const slug of [
    'contractor-agreement',
    'master-services-agreement',
    'retainer',
    'ip-assignment',
    'proposal',
  ])
    expect(says(slug)).toMatch(/hereby assigns?\b[^.]*with effect from/);
  expect(says('ip-assignment')).toMatch(/after the rights have passed, the Assignor hands over/);
  expect(says('ip-assignment')).toContain('together with the goodwill');
  for (const slug of ['contractor-agreement', 'master-services-agreement', 'retainer'])
    expect(says(slug)).toMatch(/does not excuse payment/);
});

test('confidentiality stops no report to an authority; under United States law it has its notice', () => {
  for (const slug of [
    'founder-agreement',
    'contractor-agreement',
    'master-services-agreement',
    'retainer',
    'ip-assignment',
  ]) {
    for (const law of ['california', 'newyork', 'delaware', 'texas'])
      expect(says(slug, { law }), `${slug}, ${law}`).toContain('18 U.S.C. § 1833(b)');
    expect(says(slug, { law: 'ireland' })).not.toContain('1833');
    expect(says(slug)).toContain('reporting a suspected breach of the law to an authority');
  }
});

test('freelancers have what New York and California ask for; a client who leaves early pays', () => {
  const fixed = { billing: 'fixed', contractor: person };
  expect(says('contractor-agreement', { ...fixed, law: 'newyork' })).toMatch(
    /within 30 days after the Services have been completed.*article 44-A.*at least six years/s,
  );
  expect(says('contractor-agreement', { ...fixed, law: 'california' })).toMatch(
    /California Freelance Worker Protection Act.*at least four years/s,
  );
  expect(says('contractor-agreement', { ...fixed, law: 'england' })).not.toMatch(
    /44-A|Freelance|Each side keeps a signed copy,/,
  );
  expect(says('contractor-agreement', fixed)).toMatch(/Concept and clickable prototype\s+€4,500\.00/);
  expect(says('contractor-agreement')).toContain('the Client also pays 25% of the fees');
  for (const none of [{ kill: '0' }, { billing: 'hour', rate: '90' }])
    expect(says('contractor-agreement', none)).not.toContain('the Client also pays');
  expect(says('contractor-agreement', { law: 'australia' })).toContain(
    'The Contractor consents to the Client',
  );
});

test('carried hours come back where the supplier is the reason; a pause is there when asked', () => {
  expect(says('retainer')).toMatch(
    /If the Supplier ends this agreement, or the Client terminates it under clause/,
  );
  expect(says('retainer', { rollover: 'none' })).not.toMatch(/carried over (?:may be used|are kept)/);
  expect(says('retainer')).toContain('Hours that were carried over are kept');
  expect(says('retainer', { pause: 'no' })).not.toContain('pause this agreement');
});

test('others receive a contribution only under its licence; a guardian signs, a click needs no ink', () => {
  const cla = (answers: object) => says('contributor-licence-agreement', answers);
  expect(cla({})).toContain('Everybody else receives rights in the Contribution only under the licence');
  expect(cla({ kind: 'person', minor: 'yes', guardian: person })).toMatch(
    /guardian of the Contributor.*Ben Ode\nSignature/s,
  );
  expect(cla({ kind: 'person', accept: 'click' })).not.toContain('Signature');
});

test('a letter that ends a contract waives nothing; quote and proposal name a law where asked', () => {
  const breach = says('termination-notice', {
    kind: 'breach',
    breach: 'No pay.',
    owed: '900',
    currency: 'EUR',
  });
  expect(breach).toMatch(/€900\.00.*including damages for the breach.*Nothing in this letter waives them/s);
  expect(breach).toContain('We demanded on October\u00a015,\u00a02026 that this be remedied');
  expect(says('termination-notice', { delivery: 'hand' })).toContain('By hand, against a receipt');
  expect(says('quote', { discount: '500' })).toMatch(/Discount\s+– €500\.00/);
  expect(says('quote', { extras: [{ what: 'Care', price: '300' }] })).toMatch(/Care\s+€300\.00/);
  for (const slug of ['quote', 'proposal']) {
    expect(says(slug)).toMatch(/Law\. The laws of Ireland/);
    expect(says(slug, { law: undefined, place: undefined })).not.toContain('Law.');
  }
  expect(says('proposal')).toContain('The plan for the option Recommended');
});

test('the words are those of contracts', () => {
  const slugs =
    'founder-agreement statement-of-work master-services-agreement contractor-agreement retainer proposal quote ip-assignment contributor-licence-agreement termination-notice';
  for (const slug of slugs.split(' '))
    expect([
      slug,
      /\b(?:mend(?:s|ed)?|faults?|answers for|puts? it right|gives? it away)\b/.exec(
        readFileSync(`content/documents/${slug}.md`, 'utf8')
          .split(/^asks:[\s\S]*?^---$/m)
          .join(''),
      )?.[0],
    ]).toEqual([slug, undefined]);
});
