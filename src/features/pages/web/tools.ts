export interface Tool {
  path: string;
  name: string;
  makes: string;
  forWhom: string;
  steps: [string, string, string];
  /** The words of its link. */
  start: string;
}

export const tools: Tool[] = [
  {
    path: '/tools/template-generator',
    name: 'AI Template Generator',
    makes:
      'A complete document or template from a few sentences of yours, with every blank as a named field.',
    forWhom: 'For when you know what you want and not what it is called.',
    steps: [
      'Describe the case: who, what, how much, until when.',
      'Answer what is missing, or skip it and fill it in later.',
      'Read the draft, change it, save or export it.',
    ],
    start: 'Describe a document',
  },
  {
    path: '/tools/classic-template-generator',
    name: 'Classic Template Generator',
    makes: 'Contracts, offers and invoices from a library of written templates, filled in by your answers.',
    forWhom: 'For when you know the document and want it right, in two minutes, without an account.',
    steps: [
      'Choose the document; see its pages and its questions first.',
      'Answer one short step at a time and watch the page fill in.',
      'Check the marked blanks, then export it under your own letterhead.',
    ],
    start: 'Choose a document',
  },
  {
    path: '/tools/funnel-builder',
    name: 'Funnel Builder',
    makes: 'Published pages that lead from an offer to an order or a sign-up, one step after the other.',
    forWhom: 'For when you have something to sell this week and no site for it.',
    steps: [
      'Start from a ready path and put its steps in your order.',
      'Write each page where it stands; undo goes back as far as you like.',
      'Run the check for dead ends, publish, and see who goes how far.',
    ],
    start: 'Build a funnel',
  },
  {
    path: '/automation',
    name: 'Abandoned-cart Automation',
    makes: 'A short series of mails to buyers who left before paying, and an honest count of who came back.',
    forWhom: 'For shops whose visitors fill carts and do not pay, on this hub or elsewhere.',
    steps: [
      'Bring in carts by form, file or a call from your shop.',
      'Set how long to wait, how many mails and the largest discount.',
      'Look at the timeline, switch it on, and watch what is recovered.',
    ],
    start: 'Recover carts',
  },
];
