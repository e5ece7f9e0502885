// Long because: it is words, three funnels of them, and each is read as a whole.
import type { BlockType } from './blocks.ts';
import type { StepKind } from './contract.ts';

/** Complete funnels to begin with: every word is there, and every word can be changed. */
export interface Starter {
  id: string;
  name: string;
  about: string;
  path: string;
  steps: { kind: StepKind; name: string; next?: string; decline?: string; blocks: Part[] }[];
}

type Part = [
  BlockType,
  Record<string, string>,
  Record<string, string>[]?,
  { tone?: 'plain' | 'tinted' | 'accent'; align?: 'start' | 'center' }?,
];

const consent = 'I agree to get mail about this offer. I can end it with one click.';

export const starters: Starter[] = [
  {
    id: 'lead-magnet',
    name: 'Lead magnet',
    about: 'Give something useful, get an address. The way to a list of people who want to hear from you.',
    path: 'Opt-in → Thank-you',
    steps: [
      {
        kind: 'optin',
        name: 'Get the guide',
        next: 'Thank you',
        blocks: [
          [
            'hero',
            {
              title: 'Price your next project without guessing',
              lead: 'A nine-page guide for freelance developers: three ways to price, the questions to ask first, and the sentence that ends haggling.',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'features',
            { title: 'What is in it' },
            [
              {
                title: 'Three prices, one page',
                body: 'Day rate, fixed price, and a price by result, with the sums for each.',
              },
              {
                title: 'Eleven questions',
                body: 'To ask before you name a figure. Each has saved somebody a bad project.',
              },
              { title: 'A letter to copy', body: 'An offer that has been sent forty times, word for word.' },
            ],
          ],
          [
            'optin',
            {
              title: 'Read it today',
              body: 'Leave your address, and the guide opens on the next page. No telephone number, no call.',
              button: 'Get the guide',
              consent,
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'Thank you',
        blocks: [
          [
            'hero',
            {
              title: 'Here is your guide',
              lead: 'Nine pages, twenty minutes. Keep the file: it is yours.',
              button: 'Open the guide',
              link: '',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'text',
            {
              title: 'Before you read it',
              body: 'Write down what your last three projects paid for a day. The first page of the guide asks for it.',
            },
          ],
        ],
      },
    ],
  },
  {
    id: 'product-launch',
    name: 'Product launch',
    about:
      'A page that sells, a second offer for people who just bought, and a smaller one for those who said no.',
    path: 'Sales page → Upsell → Downsell → Thank-you',
    steps: [
      {
        kind: 'sales',
        name: 'The product',
        next: 'Add the course',
        blocks: [
          [
            'hero',
            {
              title: 'Ship your side project in four weekends',
              lead: 'A starter kit with sign-in, payments and mails already wired, so that your first evening goes into your own idea.',
              button: 'See the price',
              link: '#offer',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'columns',
            { title: 'What you stop doing' },
            [
              { title: 'Wiring sign-in again', body: 'Sessions, reset by mail, a second factor. Tested.' },
              { title: 'Reading payment docs', body: 'Checkout, refunds and receipts that add up.' },
              { title: 'Starting at zero', body: 'One command, and a page is up that you can show.' },
            ],
          ],
          [
            'testimonials',
            { title: 'From people who shipped' },
            [
              {
                body: 'Replace this with a sentence that a customer wrote to you, and ask them whether you may.',
                name: 'Name',
                role: 'What they do',
              },
              {
                body: 'A second one, about something else: the price, the support, the result.',
                name: 'Name',
                role: 'What they do',
              },
            ],
          ],
          [
            'offer',
            {
              title: 'The starter kit',
              price: '$149',
              body: '- All source code, yours to change\n- Updates for a year\n- 30 days to give it back',
              button: 'Buy the kit',
              link: '',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'faq',
            { title: 'Before you buy' },
            [
              {
                question: 'May I use it for clients?',
                answer: 'Yes, for as many as you like. You may not resell the kit itself.',
              },
              {
                question: 'What if it is not for me?',
                answer: 'Write within 30 days and you get your money back.',
              },
            ],
          ],
        ],
      },
      {
        kind: 'upsell',
        name: 'Add the course',
        next: 'Thanks for buying',
        decline: 'Only the checklist',
        blocks: [
          [
            'hero',
            {
              title: 'One thing beside it',
              lead: 'Six recorded evenings in which the kit becomes a product that people pay for.',
            },
          ],
          [
            'offer',
            {
              title: 'The launch course',
              price: '$79',
              body: '- Six evenings, two hours each\n- Every commit to follow along',
              button: 'Add the course',
              link: '',
            },
          ],
          ['decision', { yes: 'I have it, go on', no: 'No, the kit is enough' }],
        ],
      },
      {
        kind: 'downsell',
        name: 'Only the checklist',
        next: 'Thanks for buying',
        decline: 'Thanks for buying',
        blocks: [
          [
            'hero',
            {
              title: 'Then take only the checklist',
              lead: 'The 61 things that are checked in the course, on four pages.',
            },
          ],
          [
            'offer',
            {
              title: 'Launch checklist',
              price: '$12',
              body: '- Four pages, to tick off',
              button: 'Add the checklist',
              link: '',
            },
          ],
          ['decision', { yes: 'I have it, go on', no: 'No, thank you' }],
        ],
      },
      {
        kind: 'thank-you',
        name: 'Thanks for buying',
        blocks: [
          [
            'hero',
            {
              title: 'Thank you',
              lead: 'Your receipt and your files come by mail from the shop where you paid.',
            },
          ],
          [
            'text',
            {
              title: 'What to do first',
              body: '1. Open the README.\n2. Run the one command in it.\n3. Change the heading, so that it is yours.',
            },
          ],
        ],
      },
    ],
  },
  {
    id: 'waitlist',
    name: 'Waitlist',
    about: 'Find out who wants it before you build it, and whom to tell first.',
    path: 'Opt-in → Thank-you',
    steps: [
      {
        kind: 'optin',
        name: 'Join the list',
        next: 'On the list',
        blocks: [
          [
            'hero',
            {
              title: 'Invoices that chase themselves',
              lead: 'Opens in spring, for a hundred people first. Leave an address to be one of them.',
            },
            [],
            { align: 'center' },
          ],
          [
            'optin',
            {
              title: '',
              name: 'yes',
              button: 'Put me on the list',
              consent: 'Write to me when it opens, and once a month until then. I can end it with one click.',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'faq',
            { title: 'Asked before' },
            [
              {
                question: 'What will it cost?',
                answer: 'About $9 a month. Who is on the list gets the first year for half.',
              },
              {
                question: 'When does it open?',
                answer: 'In spring. You get one mail with the day, and one on the day.',
              },
            ],
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'On the list',
        blocks: [
          [
            'hero',
            {
              title: 'You are on the list',
              lead: 'You hear from us once a month. Answer any mail: a person reads it.',
            },
            [],
            { align: 'center' },
          ],
        ],
      },
    ],
  },
];
