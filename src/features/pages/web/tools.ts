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
    makes: 'A complete document or template from a few sentences, with every blank as a named field.',
    forWhom: 'For when you know what you want but not what it’s called.',
    steps: [
      'Describe what you need: who, what, how much, by when.',
      'Answer what’s missing, or skip it and fill it in later.',
      'Review the draft, edit it, save or export it.',
    ],
    start: 'Describe a document',
  },
  {
    path: '/tools/classic-template-generator',
    name: 'Classic Template Generator',
    makes: 'Contracts, proposals and invoices from a template library, filled in with your answers.',
    forWhom:
      'For when you know which document you need and want it right, in two minutes, without an account.',
    steps: [
      'Choose a document. Preview its pages and questions first.',
      'Answer one short step at a time and watch the document fill in.',
      'Check the marked blanks, then export it with your letterhead.',
    ],
    start: 'Choose a document',
  },
  {
    path: '/tools/funnel-builder',
    name: 'Funnel Builder',
    makes: 'Published pages that turn visitors into orders or sign-ups, step by step.',
    forWhom: 'For when you have something to sell this week and no site for it.',
    steps: [
      'Start from a complete funnel and arrange its steps.',
      'Edit each page in place, with unlimited undo.',
      'Check for dead ends, publish, and see how visitors convert.',
    ],
    start: 'Build a funnel',
  },
  {
    path: '/automation',
    name: 'Abandoned-cart Automation',
    makes: 'A short series of emails to buyers who left before paying, and an honest count of who came back.',
    forWhom: 'For shops with abandoned carts, here or elsewhere.',
    steps: [
      'Add carts by form, file or webhook.',
      'Set the delay, the number of emails and the maximum discount.',
      'Review the timeline, turn it on, and see what’s recovered.',
    ],
    start: 'Recover carts',
  },
];
