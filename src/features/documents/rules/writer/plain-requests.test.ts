import { expect, test } from 'vitest';
import { finderOf, shippedDocuments } from '#testing/document-finder.ts';
import { isRecord } from '../answers/values.ts';
import { draftAnswers, planDraft } from './write.ts';

/** What people type on any day, each with all of it that must be filled; " || " stands between words that say the same. */
const everyday = `
contractor-agreement: Freelance contract with Mia Chen, she designs our onboarding for 4500 EUR by 30 April
    contractor.name = Mia Chen; services = Designs our onboarding.; fee = 4500; currency = EUR; billing = fixed;
    lastDay = 2027-04-30
contractor-agreement: Contract with Tobias Lund, he paints the stairwell for 1,900 EUR by 12 March
    contractor.name = Tobias Lund; services = Paints the stairwell.; fee = 1900; currency = EUR;
    lastDay = 2027-03-12
contractor-agreement: Ravi Nair will translate our help pages into Spanish, 38 dollars an hour, starting 4 January 2027
    contractor.name = Ravi Nair; services = Translate our help pages into Spanish.; rate = 38; billing = hour;
    currency = USD; start = 2027-01-04
contractor-agreement: I need an agreement with a photographer, Lucia Ferri, who photographs our summer party for 850 pounds
    contractor.name = Lucia Ferri; services = Photographs our summer party.; fee = 850; currency = GBP
contractor-agreement: Contract: Bluewater Pools has Kofi Mensah tile the pool in three stages: draining 700, tiling 5,200, sealing 1,100, all in euros
    client.name = Bluewater Pools; contractor.name = Kofi Mensah; billing = milestone; currency = EUR;
    milestones.0.what = Draining; milestones.0.amount = 700; milestones.1.what = Tiling;
    milestones.1.amount = 5200; milestones.2.what = Sealing; milestones.2.amount = 1100
contractor-agreement: Freelance contract with Vera Lang in two milestones: first draft by 10 January, 1,000 euros, final text by 28 February, 1,500 euros
    contractor.name = Vera Lang; milestones.0.what = First draft; milestones.0.due = 2027-01-10;
    milestones.0.amount = 1000; milestones.1.what = Final text; milestones.1.due = 2027-02-28;
    milestones.1.amount = 1500
contractor-agreement: Hire Greta Holm to edit our cookbook for 2,300 euros, two rounds of changes, paid within 14 days
    contractor.name = Greta Holm; services = Edit our cookbook.; fee = 2300; rounds = 2; payDays = 14 days
contractor-agreement: Vertrag mit Jana Roth, sie fotografiert unsere Hochzeit für 1.400 Euro
    contractor.name = Jana Roth; services = Fotografiert unsere Hochzeit.; fee = 1400
retainer: Retainer: we keep the books of Salt & Pine Ltd, ten hours a month, 780 GBP, one month notice
    client.name = Salt & Pine Ltd; hours = 10; fee = 780; currency = GBP; notice = 1 month
mutual-nda: NDA both ways between Larkfield Robotics and Otto Brandt GmbH about a joint sensor, German law
    sideA.name = Larkfield Robotics; sideB.name = Otto Brandt GmbH; purpose = A joint sensor; law = germany
one-way-nda: NDA for Petra Vogel, she sees our recipes before the tasting, keep it secret for five years
    recipient.name = Petra Vogel; secrecy = 5 years
invoice: Invoice for Harbour Cafe: 3 days of carpentry at 320 euros, oak boards 410 euros, due in 21 days
    buyer.name = Harbour Cafe; terms = 21 days; currency = EUR; items.0.description = Carpentry;
    items.0.quantity = 3; items.0.price = 320; items.1.description = Oak boards; items.1.price = 410
invoice: bill Mrs Tanaka 65 dollars for the piano lesson
    buyer.name = Mrs Tanaka || Tanaka; currency = USD; items.0.price = 65;
    items.0.description = Piano lesson || The piano lesson
invoice: Facture pour la librairie Marot : étagères 640 euros, pose 180 euros, à payer sous 30 jours
    buyer.name = librairie Marot || la librairie Marot || Marot; terms = 30 days;
    items.0.description = Étagères; items.0.price = 640; items.1.description = Pose; items.1.price = 180
quote: Quote for Brightwell School: new gutters 1,250, painting the hall 2,400 and scaffolding 600 pounds, valid 30 days
    buyer.name = Brightwell School; validity = 30 days; currency = GBP; items.0.description = New gutters;
    items.0.price = 1250; items.1.description = Painting the hall; items.1.price = 2400;
    items.2.description = Scaffolding; items.2.price = 600
payment-reminder: Remind Jonas Keller of invoice 2026-118, 430 euros, it was due on 2 October
    debtor.name = Jonas Keller; invoice = 2026-118; amount = 430; currency = EUR; dueDate = 2026-10-02
termination-notice: End our cleaning contract with Sparkle Services Ltd, two months notice
    recipient.name = Sparkle Services Ltd; contract = Cleaning contract; period = 2 months; kind = notice
termination-notice: We end the contract of 5 May 2025 with Nordic Freight AS because they never delivered the pallets
    recipient.name = Nordic Freight AS; contractDate = 2025-05-05; kind = breach;
    breach = They never delivered the pallets || never delivered the pallets
amendment: Change our contract with Delia Ross of 3 March 2026: the fee goes up to 70 euros an hour from 1 January 2027
    sideB.name = Delia Ross; contractDate = 2026-03-03; effective = 2027-01-01
offer-letter: Offer letter for Hannah Weiss as a warehouse manager, 52,000 euros a year, starting 1 February 2027, 28 days of holiday, 6 months probation
    person.name = Hannah Weiss; role = Warehouse manager; pay = 52000; per = year; currency = EUR;
    start = 2027-02-01; holidays = 28; probation = 6 months
founder-agreement: Founder agreement for Ida Moss and Karl Nyberg, 60/40, the company is Fernway, four years vesting with a one year cliff
    a.name = Ida Moss; b.name = Karl Nyberg; shareA = 60; shareB = 40; company = Fernway; vesting = 4 years;
    cliff = 1 year
ip-assignment: Nora Fields assigns the logo she drew to Applecart Ltd for 500 pounds
    assignor.name = Nora Fields; assignee.name = Applecart Ltd; price = 500; currency = GBP
data-processing-agreement: Data processing agreement with Mailpost, they send our newsletter, subprocessors: Hetzner, Twilio and Stripe, breaches told within 24 hours
    processor.name = Mailpost; breach = 24; subs.0.name = Hetzner; subs.1.name = Twilio; subs.2.name = Stripe
saas-agreement: SaaS agreement for our rota tool Shiftly with Penrose Clinics, 45 users, 900 euros a month, one year
    customer.name = Penrose Clinics; product = Shiftly; users = 45; fee = 900; period = month; term = 1 year
statement-of-work: Statement of work with Kestrel Data: the cleaned list by 15 January, the dashboard by 20 February, the report by 5 March, 8,400 euros
    price = 8400; deliverables.0.what = Cleaned list || The cleaned list; deliverables.0.due = 2027-01-15;
    deliverables.1.what = Dashboard || The dashboard; deliverables.1.due = 2027-02-20;
    deliverables.2.what = Report || The report; deliverables.2.due = 2027-03-05
master-services-agreement: Framework agreement with Tidemark Studio, payment in 30 days, 3 months notice, Irish law
    payDays = 30 days; notice = 3 months; law = ireland
proposal: Proposal for Oakham Council, a new website in three phases: research two weeks, design four weeks, building eight weeks, 14,500 pounds
    client.name = Oakham Council; currency = GBP; options.0.price = 14500; phases.0.what = Research;
    phases.0.time = 2 weeks; phases.1.what = Design; phases.1.time = 4 weeks; phases.2.what = Building;
    phases.2.time = 8 weeks
privacy-policy: Privacy policy for rowclub.example, questions go to team@rowclub.example, only necessary cookies
    service = rowclub.example; mail = team@rowclub.example; cookies = needed
website-terms: Terms for our forum knitters.example, members can post, 16 and older, free of charge
    address = knitters.example; posts = yes; age = 16; paid = no
change-order: Change order 5 for Ottery Chocolates: they add gift wrapping to the running project, 700 pounds more
    number = 5; client.name = Ottery Chocolates; currency = GBP
acceptance-certificate: Acceptance certificate, Fairview Hospital accepts the new rota system in full, contract of 2 June 2026
    client.name = Fairview Hospital; mainDate = 2026-06-02
advisor-agreement: Advisor agreement with Gwen Pryce, 6 hours a month, options over two years, English law
    advisor.name = Gwen Pryce; hours = 6; pay = options; vesting = 2 years; law = england
freelance-project: My freelance contract for Orchard Tea, three logo concepts, 2,400 euros, 40% deposit, Irish law
    client.name = Orchard Tea; fee = 2400; currency = EUR; deposit = 40; law = ireland; billing = fixed
subcontractor-agreement: Subcontractor agreement with Tarn Systems, they do the testing for our client, 480 pounds a day
    subcontractor.name = Tarn Systems; rate = 480; currency = GBP; billing = day
consulting-agreement: Consulting agreement with Dunmore Council, I advise them for 900 euros a day, not more than 18,000 euros
    client.name = Dunmore Council; rate = 900; currency = EUR; billing = day; cap = 18000
confidentiality-and-inventions: Confidentiality and inventions agreement with Hugo Lindgren, starting 4 January, New York law
    worker.name = Hugo Lindgren; start = 2027-01-04; law = newyork
letter-of-intent: Letter of intent with Teal Software, we want to buy their booking tool, 220,000 euros, exclusive for 45 days
    sideB.name = Teal Software; price = 220000; currency = EUR; exclusiveFor = 45 days
contributor-licence-agreement: Contributor licence agreement for our project Starling, MIT licence, for individuals
    name = Starling; licence = MIT; kind = person
job-post: Job post: Mill Lane Bakery is looking for a night baker in Leeds, 29,000 pounds a year
    company = Mill Lane Bakery; role = Night baker; place = Leeds; price = 29000; currency = GBP
onboarding-plan: Onboarding plan for Yusuf Demir, our new accountant, he starts on 7 December, Clara looks after him
    person = Yusuf Demir; role = Accountant; day = 2026-12-07; buddy = Clara
meeting-agenda: Agenda for the meeting with Brook & Daughters on 2 December about the new warehouse, 45 minutes
    company = Brook & Daughters; day = 2026-12-02; topic = The new warehouse; minutes = 45
post-mortem: Post-mortem: the booking page was down on 14 November for three hours because the disk was full
    day = 2026-11-14; cause = The disk was full
changelog-entry: Changelog for Papertrail 4.2, the old export is gone
    product = Papertrail; version = 4.2; breaking = The old export is gone
press-release: Press release: Juniper Cycles opens a workshop in Bristol on 9 January
    company = Juniper Cycles; day = 2027-01-09; city = Bristol
readme: README for "rainmap", it draws rain maps from open data, npm install rainmap, MIT
    product = rainmap; does = Draws rain maps from open data; install = npm install rainmap; licence = MIT
sop: SOP for closing the till every evening, Marta is responsible
    topic = Closing the till; often = Every evening; owner = Marta
content-calendar: Content calendar for LinkedIn, for small hotels, starting 1 December
    channel = LinkedIn; audience = Small hotels; start = 2026-12-01
launch-plan: Launch plan for Birdsong on 15 March for music teachers, Alex runs it
    product = Birdsong; day = 2027-03-15; audience = Music teachers; owner = Alex
`;

const read = everyday
  .trim()
  .split(/\n(?=\S)/)
  .map((one): [is: string, ask: string, filled: Record<string, string>] => {
    const [first = '', ...rest] = one.split('\n');
    const pairs = rest
      .join(' ')
      .split(';')
      .map((pair) => pair.trim())
      .filter(Boolean)
      .map((pair) => pair.split(' = ') as [string, string]);
    return [
      first.slice(0, first.indexOf(': ')),
      first.slice(first.indexOf(': ') + 2),
      Object.fromEntries(pairs),
    ];
  });

const library = shippedDocuments();
const finder = finderOf(library);
const plain = (words: unknown) =>
  typeof words === 'string' ? words.toLowerCase().replace(/^(?:the|an?|our) |\.$/g, '') : words;

/** What stands at a path, in the words of the one that is wanted where it is the same. */
function at(answers: unknown, path: string, wanted: string): unknown {
  const got = path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isRecord(value) || Array.isArray(value) ? value[key as never] : undefined),
      answers,
    );
  return wanted.split(' || ').some((one) => plain(one) === plain(got)) ? wanted : got;
}

test.each(read)('[AI-1] what is said in plain words is filled: %s, "%s"', (is, ask, filled) => {
  const template = library.get(is);
  const answers = template && draftAnswers(template, ask, '2026-11-21');
  const got = Object.entries(filled).map(([path, wanted]) => [path, at(answers, path, wanted)]);
  expect(Object.fromEntries(got)).toEqual(filled);
  expect(planDraft(ask, finder)).toMatchObject({ found: true, slug: is });
});
