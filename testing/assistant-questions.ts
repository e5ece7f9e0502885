import { readFileSync } from 'node:fs';

/** A question as a visitor types it, and the addresses of which a right answer names at least one. */
export interface KeptQuestion {
  ask: string;
  names: string[];
}

const kept: [ask: string, ...names: string[]][] = [
  ['I need an NDA before I show my app idea to another company', '/documents/mutual-nda'],
  ['contract for hiring a freelance developer', '/documents/contractor-agreement'],
  ['How do I write an invoice?', '/documents/invoice', '/product/invoice-proposal-pack'],
  ['a client has not paid me for 45 days, what now', '/documents/payment-reminder'],
  ['only I am revealing secrets, the other side just listens. which agreement?', '/documents/one-way-nda'],
  ['who owns the code my contractor wrote', '/documents/ip-assignment', '/documents/contractor-agreement'],
  ['how can I change a contract that is already signed', '/documents/amendment'],
  ['I want to get out of an agreement with a supplier', '/documents/termination-notice'],
  ['whats a SOW and do you have one', '/documents/statement-of-work'],
  ['template for a project proposal', '/documents/proposal', '/product/invoice-proposal-pack'],
  ['fixed price offer to a customer valid for 30 days', '/documents/quote'],
  ['how much should I charge per hour', '/product/freelance-pricing-calculator'],
  ['what should my day rate be as a freelancer', '/product/freelance-pricing-calculator'],
  ['my site is down and I am panicking', '/product/incident-runbooks'],
  ['postgres is slow in production', '/product/incident-runbooks', '/product/node-postgres-starter'],
  ['starter code for a node api with login', '/product/node-postgres-starter'],
  ['do you sell icons', '/product/desk-icons'],
  ['I am about to launch my saas, what did I forget', '/product/saas-launch-checklist'],
  ['how do I calculate churn', '/product/saas-metrics-workbook'],
  ['what is MRR', '/product/saas-metrics-workbook'],
  ['how long will my money last, runway', '/product/saas-metrics-workbook'],
  ['write cold emails that do not feel like spam', '/product/cold-email-sequences'],
  ['how do I find my first ten customers', '/product/cold-email-sequences'],
  ['how do I make a landing page that converts', '/product/landing-page-starter', '/tools/funnel-builder'],
  ['html template for a landing page', '/product/landing-page-starter'],
  ['secure my company laptop and accounts', '/product/solo-founder-security'],
  ['do I need two factor authentication', '/product/solo-founder-security'],
  ['what do I send a new client after they sign', '/product/client-onboarding-kit'],
  ['onboarding questionnaire for clients', '/product/client-onboarding-kit'],
  ['how does a sales funnel work', '/tools/funnel-builder'],
  ['build a funnel', '/tools/funnel-builder'],
  ['people leave my checkout without paying', '/automation'],
  ['recover abandoned carts', '/automation'],
  ['what does PRO cost', '/plans'],
  ['is there a free plan', '/plans'],
  ['difference between the subscriptions', '/plans'],
  ['how many templates can I save', '/plans', '/dashboard/templates'],
  ['where are my saved templates', '/dashboard/templates', '/dashboard'],
  ['I forgot my password', '/forgot-password'],
  ['create an account', '/signup'],
  ['how do I log in', '/signin'],
  ['how can I reach a human', '/contact', '/support'],
  ['I want my money back', '/terms', '/support', '/contact'],
  ['where do I download what I bought', '/my-purchases'],
  ['put my logo on the documents', '/dashboard/branding'],
  ['can I use this without internet', '/support', '/about', '/dashboard'],
  ['what do you do with my data', '/privacy'],
  ['delete my account and everything about me', '/privacy', '/dashboard', '/support'],
  ['how do I support this project with a donation', '/donate'],
  ['who made this', '/about', '/portfolio'],
  ['show me examples of your work', '/portfolio'],
  ['what is new here', '/changelog'],
  ['subscribe to the newsletter', '/newslettersignup'],
  ['generate a document with AI from a description', '/tools/template-generator'],
  ['fill in a contract without an account', '/tools/classic-template-generator', '/documents'],
  ['which tools do you have', '/tools'],
  ['show me all templates', '/documents', '/store'],
  ['what can I buy here', '/store'],
  ['buy without registering', '/checkout/guest', '/store', '/cart'],
  ['can I pay with paypal', '/checkout', '/checkout/guest', '/cart', '/store', '/support', '/terms'],
  ['is the NDA legally binding', '/documents/mutual-nda', '/documents/one-way-nda', '/terms'],
  [
    'scope creep is killing me',
    '/documents/statement-of-work',
    '/documents/amendment',
    '/product/client-onboarding-kit',
  ],
  [
    'customer wants extra features for free',
    '/documents/statement-of-work',
    '/documents/amendment',
    '/product/client-onboarding-kit',
  ],
  ['late payment interest', '/documents/payment-reminder'],
  [
    'should I ask for a deposit',
    '/documents/contractor-agreement',
    '/documents/quote',
    '/documents/proposal',
    '/documents/invoice',
  ],
  [
    'how to raise my prices',
    '/product/freelance-pricing-calculator',
    '/product/saas-metrics-workbook',
    '/documents/amendment',
  ],
  [
    'give me ideas for a side project',
    '/tools/funnel-builder',
    '/store',
    '/product/saas-launch-checklist',
    '/product/landing-page-starter',
  ],
  [
    'weekend project that could earn money',
    '/tools/funnel-builder',
    '/store',
    '/product/saas-launch-checklist',
    '/product/landing-page-starter',
    '/product/node-postgres-starter',
  ],
  [
    'validate my startup idea before coding',
    '/tools/funnel-builder',
    '/product/landing-page-starter',
    '/product/cold-email-sequences',
  ],
  ['how to price a saas', '/product/saas-metrics-workbook', '/product/saas-launch-checklist'],
  ['what is customer acquisition cost', '/product/saas-metrics-workbook'],
  [
    'our server was hacked, customer data leaked',
    '/product/incident-runbooks',
    '/product/solo-founder-security',
  ],
  ['checklist before going live', '/product/saas-launch-checklist'],
  [
    'can I employ a cofounder under contract, equity split',
    '/documents/ip-assignment',
    '/documents/mutual-nda',
  ],
  ['agency needs new clients', '/product/cold-email-sequences'],
  ['emails land in spam', '/product/cold-email-sequences', '/product/incident-runbooks'],
  ['bad deploy broke everything, roll back?', '/product/incident-runbooks'],
  ['what must stand on an invoice for VAT', '/documents/invoice', '/product/invoice-proposal-pack'],
  ['reverse charge eu client', '/documents/invoice'],
  ['need something to calculate retention cohorts', '/product/saas-metrics-workbook'],
  ['export my document as pdf', '/tools/classic-template-generator', '/documents'],
  ['undo a deleted template', '/dashboard/templates', '/dashboard'],
  ['api key for my shop', '/dashboard/api-keys', '/plans'],
  ['send carts to you by api', '/automation', '/dashboard/api-keys'],
  ['cancel my subscription', '/plans', '/dashboard/billing', '/terms'],
  ['yearly billing discount', '/plans'],
  ['ai drafts used up this month', '/plans'],
  ['do you have somthing for confidentialty', '/documents/mutual-nda', '/documents/one-way-nda'],
  ['invioce template', '/documents/invoice'],
  [
    'how do i say no to a bad client',
    '/documents/termination-notice',
    '/documents/proposal',
    '/product/client-onboarding-kit',
  ],
  ['handover at the end of a project', '/product/client-onboarding-kit'],
  ['I want to sell an ebook', '/tools/funnel-builder', '/product/landing-page-starter', '/automation'],
  [
    'how do I get testimonials',
    '/product/client-onboarding-kit',
    '/product/landing-page-starter',
    '/portfolio',
  ],
  ['cookies and tracking', '/privacy'],
  ['which law applies to my purchase', '/terms'],
  ['do I need terms and conditions for my app', '/product/saas-launch-checklist', '/terms'],
  ['gdpr for a small saas', '/product/saas-launch-checklist', '/product/solo-founder-security', '/privacy'],
  ['which tech stack for an mvp', '/product/node-postgres-starter'],
  [
    'backups, how often?',
    '/product/solo-founder-security',
    '/product/incident-runbooks',
    '/product/saas-launch-checklist',
  ],
  ['go offline mode', '/dashboard', '/support', '/about'],
];

/** Two of every five were put aside before the answers were tuned: they say how well it answers what it never saw. */
const isHeldOut = (at: number): boolean => at % 5 === 1 || at % 5 === 3;

const questions = kept.map(([ask, ...names]): KeptQuestion => ({ ask, names }));
export const tuningQuestions = questions.filter((_, at) => !isHeldOut(at));
export const heldOutQuestions = questions.filter((_, at) => isHeldOut(at));

/** As people ask who know nothing of this hub, in four languages: written before the finder was. */
export const strangersQuestions: KeptQuestion[] = readFileSync(
  new URL('assistant-strangers.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .flatMap((line) => {
    const [ask = '', names] = line.split(' > ');
    return names ? [{ ask, names: names.split(' ') }] : [];
  });
