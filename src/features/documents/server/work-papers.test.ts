import { expect, test } from 'vitest';
import { sampleFindings, sampleText } from '#testing/sample-text.ts';

const laws =
  'ireland germany netherlands france spain england scotland newyork delaware california texas ontario australia'.split(
    ' ',
  );
const union = ['ireland', 'germany', 'netherlands', 'france', 'spain'];
const person = (party: string) => ({
  [party]: { kind: 'person', name: 'Ben Ode', address: '1 Main Street' },
});
const photo = {
  work: 'photo',
  deliverables: [{ what: '40 pictures', form: 'JPEG', due: '2027-01-15' }],
};

test.each<[slug: string, answers: object, field: string]>([
  ['freelance-project', { start: '2027-02-01' }, 'deliverables'],
  ['freelance-project', { ...photo, shootDate: '2026-12-01' }, 'shootDate'],
  ['freelance-project', { ...photo, shootDate: '2027-01-20' }, 'deliverables'],
  ['freelance-project', { ...photo, lateFee: '10' }, 'lateFee'],
  ['freelance-project', { billing: 'hour', cap: '500' }, 'cap'],
  ['freelance-project', { fee: '9000' }, 'parts'],
  ['freelance-project', { dormant: '5 days' }, 'dormant'],
  ['freelance-project', { reviewDays: '90 days', dormant: '1 year' }, 'reviewDays'],
  ['freelance-project', { work: 'web', ownership: 'assign', raw: 'none' }, 'raw'],
  ['freelance-project', { work: 'web', adapt: 'no', raw: 'none' }, 'adapt'],
  ['freelance-project', { adapt: 'no', raw: 'included' }, 'raw'],
  ['freelance-project', { ai: 'free' }, 'ai'],
  ['subcontractor-agreement', { finish: '2026-11-01' }, 'finish'],
  ['subcontractor-agreement', { finish: '2027-03-01' }, 'milestones'],
  ['subcontractor-agreement', { start: '2027-01-11' }, 'milestones'],
  ['subcontractor-agreement', { mainDate: '2027-01-11' }, 'mainDate'],
  ['subcontractor-agreement', { flow: 'extract', extractDate: '2026-01-01' }, 'extractDate'],
  ['subcontractor-agreement', { billing: 'day', cap: '500' }, 'cap'],
  ['subcontractor-agreement', { longstop: '30 days' }, 'longstop'],
  ['subcontractor-agreement', { longstop: '6 months' }, 'longstop'],
  ['subcontractor-agreement', { reviewDays: '90 days' }, 'reviewDays'],
  ['subcontractor-agreement', { notice: '1 year' }, 'notice'],
  ['subcontractor-agreement', { loyalFor: '5 years' }, 'loyalFor'],
  ['subcontractor-agreement', { ceiling: '2000000' }, 'insurance'],
  ['subcontractor-agreement', { ceiling: '1000' }, 'ceiling'],
  ['subcontractor-agreement', { billing: 'fixed', fee: '200000' }, 'ceiling'],
  ['subcontractor-agreement', { passOn: 'yes' }, 'passOn'],
  [
    'subcontractor-agreement',
    { ...person('contractor'), ...person('subcontractor'), nonHire: 'yes' },
    'nonHire',
  ],
  ['consulting-agreement', { lastDay: '2026-12-01' }, 'lastDay'],
  ['consulting-agreement', { notice: '1 year' }, 'notice'],
  ['consulting-agreement', { start: '2027-01-20' }, 'reports'],
  ['consulting-agreement', { lastDay: '2027-02-20' }, 'reports'],
  ['consulting-agreement', { ends: 'open', billing: 'fixed' }, 'billing'],
  ['consulting-agreement', { cap: '900' }, 'cap'],
  ['consulting-agreement', { billing: 'month', more: '100' }, 'more'],
  ['consulting-agreement', { ...person('consultant'), billing: 'month', included: '140' }, 'included'],
  ['consulting-agreement', { cancel: '2 months' }, 'cancel'],
  ['consulting-agreement', { reviewDays: '90 days' }, 'reviewDays'],
  ['consulting-agreement', { cooling: '2 years' }, 'cooling'],
  ['consulting-agreement', { liability: 'sum', ceiling: '300000' }, 'cover'],
  ['consulting-agreement', { liability: 'sum', ceiling: '20000' }, 'ceiling'],
  ['consulting-agreement', { ...person('consultant'), ...person('client') }, 'nonSolicit'],
  ['confidentiality-and-inventions', { role: 'contractor', scope: 'field' }, 'scope'],
  ['confidentiality-and-inventions', { gardenFor: '1 year' }, 'gardenFor'],
  ['confidentiality-and-inventions', { solicitFor: '3 years' }, 'solicitFor'],
  ['confidentiality-and-inventions', { tail: '2 years' }, 'tail'],
  ['confidentiality-and-inventions', { secrecy: '1 month' }, 'tail'],
  ['confidentiality-and-inventions', { contractDate: '2027-01-11' }, 'contractDate'],
])('%s with %o: what contradicts is named at %s', (slug, answers, field) => {
  expect(sampleFindings(slug, answers).map((one) => one.field)).toContain(field);
});

test.each<[slug: string, answers: object, field: string, laws: string[]]>([
  ['freelance-project', { parts: [] }, 'parts', ['newyork', 'california']],
  [
    'freelance-project',
    { reviewDays: '45 days', dormant: '60 days' },
    'reviewDays',
    ['germany', 'france', 'spain'],
  ],
  ['freelance-project', { interest: '20' }, 'interest', ['texas']],
  ['subcontractor-agreement', { longstop: '75 days' }, 'longstop', [...union, 'england', 'scotland']],
  ['subcontractor-agreement', { longstop: '75 days', payWhen: 'due' }, 'longstop', []],
  ['subcontractor-agreement', person('subcontractor'), 'loyal', ['california']],
  [
    'subcontractor-agreement',
    { ...person('subcontractor'), billing: 'fixed', fee: '9000' },
    'billing',
    ['newyork', 'california'],
  ],
  ['consulting-agreement', person('consultant'), 'cooling', ['california']],
  ['consulting-agreement', { ...person('consultant'), reports: [] }, 'reports', ['newyork', 'california']],
  ['confidentiality-and-inventions', { solicit: 'staff' }, 'solicit', ['california']],
  [
    'confidentiality-and-inventions',
    { solicit: 'both' },
    'solicit',
    ['california', 'germany', 'france', 'spain'],
  ],
  ['confidentiality-and-inventions', { solicit: 'both', role: 'contractor' }, 'solicit', ['california']],
  [
    'confidentiality-and-inventions',
    { already: 'yes', consideration: '' },
    'consideration',
    ['ireland', 'england', 'ontario', 'australia'],
  ],
])('%s with %o: the laws that object name %s', (slug, answers, field, objecting) => {
  const named = laws.filter((law) =>
    sampleFindings(slug, { ...answers, law }).some((one) => one.field === field && one.source !== undefined),
  );
  expect(named.toSorted()).toEqual(objecting.toSorted());
});

test('a freelance contract says of each kind of work what only it needs', () => {
  const design = sampleText('freelance-project');
  expect(design).toContain('The Freelancer first presents 3 concepts.');
  expect(design).not.toContain('the Shoot');
  const web = sampleText('freelance-project', { work: 'web', accessible: 'yes' });
  expect(web).toContain('They meet level AA of WCAG 2.2');
  expect(web).toContain('“Working Files” means source code');
  const shoot = sampleText('freelance-project', { ...photo, releases: 'client' });
  expect(shoot).toContain('or because a consent under clause 1.5 is missing');
  expect(shoot).toContain('What is paid for the same time under clause 10.5 is deducted.');
  const copy = sampleText('freelance-project', { work: 'copy', spend: 'yes' });
  expect(copy).toContain('Advertising is booked in accounts of the Client');
});

test('a freelancer hands over rights and files for payment, and an early end is paid for once', () => {
  const text = sampleText('freelance-project');
  expect(text).toContain('With effect from payment of the Fee in full, the Freelancer grants');
  expect(text).toContain('the final files are handed over when it has been paid');
  expect(text).toContain('If the Client does not answer within five days after the reminder either');
  const hourly = sampleText('freelance-project', { billing: 'hour', rate: '80', cap: '' });
  expect(hourly).toContain('With effect from payment of all invoices for the Project');
  expect(hourly).not.toContain('work not yet done');
  const prepaid = sampleText('freelance-project', { deposit: '100' });
  expect(prepaid).not.toContain('preview');
  expect(sampleText('freelance-project', { rounds: '0' })).toContain(
    'The price includes no revisions. Revisions, and changes to what was approved already, cost €80.00',
  );
});

test('a freelance contract by time pays for revisions by time, and a ceiling does not contradict it', () => {
  const hourly = { billing: 'hour', rate: '80' };
  const capped = sampleText('freelance-project', { ...hourly, cap: '9600' });
  expect(capped).toContain('Revisions are paid for by time like all other work.');
  expect(capped).toContain('The dates, and the ceiling in clause 4, allow for 2 rounds');
  expect(capped).toContain('and the ceiling rises by the time that the Freelancer stated');
  const open = sampleText('freelance-project', { ...hourly, cap: '' });
  expect(open).not.toMatch(/ceiling in clause 4|The price includes|further work/);
  expect(sampleText('freelance-project')).toContain(
    'if it is paid after 7 December 2026, the dates move by that delay',
  );
});

test.each(['freelance-project', 'subcontractor-agreement', 'consulting-agreement'])(
  '%s: slight negligence is limited as German law allows, elsewhere remote losses are excluded',
  (slug) => {
    const german = sampleText(slug, { law: 'germany' });
    expect(german).toContain('only for the foreseeable damage that is typical of this kind of');
    expect(german).not.toContain('indirect or consequential loss');
    expect(sampleText(slug, { law: 'england' })).toContain('indirect or consequential loss');
  },
);

test.each(['freelance-project', 'subcontractor-agreement', 'consulting-agreement'])(
  '%s: whoever is paid late is owed the sum for recovery where a law gives it, in France by name',
  (slug) => {
    expect(sampleText(slug, { law: 'france' })).toContain('costs of recovery (40 euros) is owed as well');
    expect(sampleText(slug, { law: 'germany' })).toContain('costs of recovery is owed as well');
    const states = sampleText(slug, { law: 'newyork' });
    expect(states).not.toContain('costs of recovery');
    expect(states).toContain('bear interest at 8% a year, but never at more than the law allows');
  },
);

test('a client has a remedy where corrections fail, and pays no kill fee for what came too late', () => {
  const text = sampleText('freelance-project');
  expect(text).toContain('If two corrections fail, or none is made within a reasonable time');
  expect(text).toContain('If the Client terminates it under clause 10.3, it pays only for what it can use.');
  expect(text).toContain('not owed if a Deliverable is more than 30 days late for a reason that does not');
  const advice = sampleText('consulting-agreement', { billing: 'day' });
  expect(advice).toContain('reimburses what the Client spent for that day in vain');
  expect(advice).toContain('which the Consultant does if the Client asks for it');
  expect(advice).toContain('If a third party claims otherwise');
});

test('the key terms of a subcontract take away nothing that its clauses give the subcontractor', () => {
  const text = sampleText('subcontractor-agreement', { billing: 'fixed', flow: 'listed' });
  expect(text).toMatch(/Notice of 30 days, by the Subcontractor only/);
  expect(text).toMatch(/the Customer pays late and the.{1,9}Contractor is not at fault/);
  expect(text).toContain('has not objected within 14 days for a good reason');
  expect(text).toContain('as far as the Contractor has not caused it itself');
  expect(text).toContain('may use for the Work what it and the Customer provide');
});

test('nobody signs in the name of a person who disputes that the invention is the company’s', () => {
  const text = sampleText('confidentiality-and-inventions', { law: 'newyork' });
  expect(text).toContain('as long as you dispute in writing, with reasons');
  expect(text).toContain('This serves as the notice where the law requires one.');
});

test('a main contractor gets back wages that it has to pay, and the profit of a client that is taken', () => {
  const text = sampleText('subcontractor-agreement');
  expect(text).toContain('the reimbursement under clause 1.3 are not subject to this limit');
  expect(text).toContain('loss of profit other than by a breach of clause 3.2');
  expect(text).toContain('after two corrections, the Contractor may have it corrected by others');
  expect(sampleText('subcontractor-agreement', { loyal: 'no' })).toContain('liable for loss of profit, for');
});

test('a subcontractor waits for the end client only up to a last day, or not at all', () => {
  const waits = sampleText('subcontractor-agreement');
  expect(waits).toContain('but never longer than 60 days after receipt of the invoice');
  expect(waits).toContain('Then it is due whether or not the Customer has paid.');
  const due = sampleText('subcontractor-agreement', { payWhen: 'due' });
  expect(due).toContain('Payment does not depend on whether or when the Customer pays');
  expect(due).not.toContain('lets it wait');
});

test('only rules of the main contract that were listed or received bind a subcontractor', () => {
  const listed = sampleText('subcontractor-agreement');
  expect(listed).toContain('No other provision of the Main Contract binds the Subcontractor.');
  const none = sampleText('subcontractor-agreement', { flow: 'none' });
  expect(none).toContain('No provision of the Main Contract binds the Subcontractor.');
  expect(none).not.toContain('Passed-Down Rules');
});

test('rights reach the end client, which the subcontractor leaves to the contractor for a time', () => {
  const text = sampleText('subcontractor-agreement');
  expect(text).toContain('The Contractor may pass these rights on to the Customer.');
  expect(text).toContain('for as long as nothing is overdue, for the purposes of the Main Contract');
  expect(text).toContain('owes the Subcontractor an undisputed sum for more than 30 days');
  const licensed = sampleText('subcontractor-agreement', { ownership: 'licence', loyal: 'no' });
  expect(licensed).toContain('may pass it on to the Customer, which may use, copy and modify it');
  expect(licensed).not.toContain('solicit from the Customer');
});

test('a consultant gives an opinion on which only the client relies, and keeps the methods', () => {
  const text = sampleText('consulting-agreement');
  expect(text).toContain('Nobody else may rely on it unless the Consultant agreed to this in writing.');
  expect(text).toContain('Payment does not depend on whether the Client follows or likes the advice.');
  expect(text).toContain('accepts no payment from others for what it recommends');
  expect(text).toContain('Methods remain the Consultant’s.');
  expect(sampleText('consulting-agreement', { group: 'yes' })).toContain(
    'Together they have no more rights than the Client alone',
  );
});

test('the ceiling of a consultant fits how the advice is paid for', () => {
  const limit = (answers: object) =>
    /under this agreement is limited to (.*?)\. The duty/.exec(
      sampleText('consulting-agreement', answers),
    )?.[1];
  expect(limit({})).toBe(
    'twice the Fees paid and payable for the twelve months before the event or, if it occurs in the first twelve months, for these',
  );
  expect(limit({ billing: 'fixed', fee: '6000', liability: 'fees' })).toBe('the Fees');
  expect(limit({ liability: 'sum', ceiling: '50000' })).toBe('€50,000.00');
  expect(limit({ liability: 'none' })).toBeUndefined();
});

test('what an employee makes in their own time stays theirs, as the statutes of the states say', () => {
  for (const [law, statute] of [
    ['california', 'section 2870 of the California Labor Code'],
    ['newyork', 'section 203-f of the New York Labor Law'],
    ['delaware', 'title 19, section 805 of the Delaware Code'],
  ]) {
    const text = sampleText('confidentiality-and-inventions', { law });
    expect(text).toContain(`an employer cannot claim under ${statute}`);
    expect(text).toContain('18 U.S.C. § 1833(b)');
    expect(sampleText('confidentiality-and-inventions', { law, role: 'contractor' })).not.toContain(statute);
  }
  expect(sampleText('confidentiality-and-inventions')).toContain('All other Inventions remain yours.');
});

test('secrets keep nobody from reporting, from talking about pay, or from working elsewhere', () => {
  const text = sampleText('confidentiality-and-inventions');
  expect(text).toContain(
    'about unlawful acts in the workplace, such as harassment or discrimination or any other conduct',
  );
  expect(text).toContain('You may discuss pay and working conditions with anyone.');
  expect(text).toContain('This agreement contains no promise not to compete.');
  expect(text).toContain('You receive your full pay and benefits during that time');
  const contractor = sampleText('confidentiality-and-inventions', { role: 'contractor', prior: [] });
  expect(contractor).not.toContain('notice period');
  expect(contractor).toContain('If that contract makes the transfer of rights depend on payment');
  expect(contractor).toContain('What you did make before it remains yours');
});
