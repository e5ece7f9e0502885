import { expect, test } from 'vitest';
import { finderOf, shippedDocuments } from '#testing/document-finder.ts';
import { draftAnswers, planDraft } from './write.ts';

/** A fact that was not said is never written: requests, and the questions that each of them leaves open. */
const nobodyIsNamed = `
one-way-nda | recipient | we show the prototype to a factory and need them to keep quiet for five years
one-way-nda | recipient discloser | Need an NDA, they will see our price list
one-way-nda | recipient discloser | Please write a secrecy agreement, someone is going to look at our code
one-way-nda | recipient discloser | Want my cleaner to say nothing about what she sees here
one-way-nda | recipient discloser | Somebody wants to buy our tool and asked for an NDA first
mutual-nda | sideA sideB | Keep it between us: a mutual NDA for two startups, talks about a merger
contractor-agreement | contractor client | Could you draft a contract for the guy who fixes our boiler, 300 euros
contractor-agreement | contractor client | Looking for a simple freelance contract, hourly, thirty euros
invoice | buyer seller | Invoice please, 200 euros for the garden
payment-reminder | debtor sender | Must remind a customer about 90 euros, still open
offer-letter | person employer | Offer letter, we want her from 1 March, 3,000 euros a month
termination-notice | recipient sender | Quit the gym hall contract, nobody uses it
`;
const pricesOfParts = `
contractor-agreement | fee rate cap deposit | three milestones: audit 2k, build 9k, launch 3k
statement-of-work | price rate | three milestones: audit 2k, build 9k, launch 3k
contractor-agreement | fee rate cap | Contract with Ben Okoye in two stages: foundations 4,000 euros, walls 6,500 euros
statement-of-work | price rate | Work order with Fjordline: research 3k, prototype 7k, tests 2k
contractor-agreement | fee rate cap | He gets 500 for the sketch, 900 for the drawing and 1,200 for the mural
contractor-agreement | fee rate cap | Phase 1 costs 2,500, phase 2 costs 4,000, phase 3 costs 1,500 euros
contractor-agreement | fee rate cap | paid in parts: 1,000 when the roof is off, 3,000 when the beams are in, 2,000 when it is tight
contractor-agreement | fee rate cap | Meilensteine: Entwurf 1.500 Euro, Umsetzung 4.000 Euro
contractor-agreement | fee rate cap | deux étapes : plan 800 euros, travaux 2.600 euros
ip-assignment | price | She sells us the photos for 300 and the film for 700 euros
invoice | discount prepaid | Invoice: cutting 40, washing 15, colouring 60 euros
quote | discount | Quote: fence 800, gate 250, paint 90 pounds
`;
const daysOfOtherThings = `
termination-notice | contractDate | notice for the cleaning contract with Dunlin Ltd, it ends on 31 March
termination-notice | contractDate | cancel our phone contract with Vexa, last day 30 June 2027
termination-notice | contractDate | end the lease of the printer by 15 January, Copyhouse Ltd
termination-notice | contractDate | We give Marlow Catering notice, the contract must stop on 31 January
termination-notice | contractDate | Kündigung des Wartungsvertrags mit Heizbau AG zum 31. Dezember
amendment | contractDate | Our contract with Ines Gold is to run until 30 September 2027 instead
amendment | contractDate | extend the agreement with Rookery Ltd to 1 June 2027
statement-of-work | mainDate start | under the framework with Dunlin Ltd, finished by 5 May
payment-reminder | invoiceDate dueDate | Remind Peter Wolf about 120 euros, he gets until 5 December to pay
invoice | issued | invoice for Lotte Kern, 80 euros, to be paid by 15 December
offer-letter | start lastDay | job offer for Sam Reed, he must answer by 1 December
contractor-agreement | start | contract with Ana Silva, 900 euros, the work ends on 20 December
`;

const library = shippedDocuments();
const read = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [slug: string, open: string, ask: string]);

test.each([nobodyIsNamed, pricesOfParts, daysOfOtherThings].flatMap(read))(
  '[AI-1] what was not said is not written: %s leaves %s open, "%s"',
  (slug, open, ask) => {
    const template = library.get(slug);
    const answers = template && draftAnswers(template, ask, '2026-11-21');
    expect(answers).toBeDefined();
    for (const name of open.split(' ')) expect(answers).not.toHaveProperty(name);
  },
);

test.each([
  [
    'termination-notice',
    'contractDate',
    'end the contract with Dunlin Ltd that we signed on 4 March',
    '2026-03-04',
  ],
  ['payment-reminder', 'dueDate', 'Dunlin Ltd owes us 90 euros, due 1 September', '2026-09-01'],
  ['post-mortem', 'day', 'our shop was down on 17 November, mended for good by 1 December', '2026-11-17'],
  [
    'offer-letter',
    'start',
    'job offer for Sam Reed, he must answer by 1 December, starts 4 January',
    '2027-01-04',
  ],
])('[AI-1] of several days the right one: %s, %s, "%s"', (slug, name, ask, day) => {
  const template = library.get(slug);
  expect(template && draftAnswers(template, ask, '2026-11-21')[name]).toBe(day);
});

test.each([
  'a will that leaves my cottage to my niece',
  'tenancy agreement for a room in our house, 450 a month',
  'power of attorney so that my daughter can go to the bank for me',
  'bill of sale for my motorbike',
  'bylaws for our chess club',
  'complaint to the airline about my lost suitcase',
  'a prenup, we marry in June',
  'employee handbook for our restaurant',
  'eulogy for my uncle',
  'certificate of attendance for a first aid course',
  'apology to the neighbours for the noise',
  'a petition to the mayor about the crossing',
  'Testament für meine Tante',
])('[AI-1] what the library has not is said, with the nearest three: %s', (ask) => {
  const plan = planDraft(ask, finderOf(library));
  expect(plan).toMatchObject({ found: false, words: expect.stringMatching(/no document like that/) });
  expect(plan.found ? [] : plan.nearest).toHaveLength(3);
});
