// Long because: it is words, three funnels of them, and each is read as a whole.
import { consent, type Starter } from './kinds.ts';

export const firstStarters: Starter[] = [
  {
    id: 'lead-magnet',
    name: 'Lead magnet',
    theme: 'sheet',
    about: 'Give away something useful and build a list of people who want to hear from you.',
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
              kicker: 'Free guide, nine pages',
              title: 'Price your next project without guessing',
              button: 'Get the guide',
              link: '#form',
              note: 'No phone number, no call.',
              picture: 'draw:guide',
              lead: 'A nine-page guide for freelance developers: three ways to price, the questions to ask first, and the sentence that ends haggling.',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'features',
            { title: 'What’s inside' },
            [
              {
                title: 'Three prices, one page',
                body: 'Day rate, fixed price and value-based price, with the math for each.',
              },
              {
                title: 'Eleven questions',
                body: 'To ask before you quote. Each has saved someone from a bad project.',
              },
              {
                title: 'An email to copy',
                body: 'A proposal that has been sent forty times, word for word.',
              },
            ],
          ],
          [
            'optin',
            {
              title: 'Read it today',
              body: 'Enter your email and the guide opens on the next page. No phone number, no call.',
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
              lead: 'Nine pages, twenty minutes. The file is yours to keep.',
              button: 'Open the guide',
              link: '',
              picture: 'draw:letter',
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
    theme: 'poster',
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
              kicker: 'For developers who finish things',
              title: 'Ship your side project in four weekends',
              lead: 'A starter kit with sign-in, payments and email already wired up, so your first evening goes into your own idea.',
              button: 'See the price',
              link: '#offer',
            },
          ],
          [
            'features',
            { title: 'What you stop doing' },
            [
              {
                title: 'Wiring sign-in again',
                body: 'Sessions, password reset, two-factor authentication. Tested.',
              },
              { title: 'Reading payment docs', body: 'Checkout, refunds and receipts that add up.' },
              { title: 'Starting at zero', body: 'One command, and you have a page to show.' },
            ],
          ],
          [
            'testimonials',
            { title: 'From people who shipped' },
            [
              {
                body: '[Your customer’s words: one sentence about the result]',
                name: '[Your customer’s name]',
                role: '[Your customer’s work]',
              },
              {
                body: '[Your second customer’s words: the price or the support]',
                name: '[Your customer’s name]',
                role: '[Your customer’s work]',
              },
            ],
          ],
          [
            'offer',
            {
              title: 'The starter kit',
              price: '$149',
              body: '- All source code, yours to change\n- Updates for a year\n- 30-day money-back guarantee',
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
                question: 'What if it’s not for me?',
                answer: 'Email us within 30 days for a full refund.',
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
              title: 'One more thing',
              lead: 'Six recorded sessions that turn the kit into a product people pay for.',
            },
          ],
          [
            'offer',
            {
              title: 'The launch course',
              price: '$79',
              body: '- Six sessions, two hours each\n- Every commit to follow along',
              button: 'Add the course',
              link: '',
            },
          ],
          ['decision', { yes: 'I already have it, continue', no: 'No, the kit is enough' }],
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
              title: 'Just the checklist, then?',
              lead: 'The 61 checks from the course, on four pages.',
            },
          ],
          [
            'offer',
            {
              title: 'Launch checklist',
              price: '$12',
              body: '- Four pages, ready to check off',
              button: 'Add the checklist',
              link: '',
            },
          ],
          ['decision', { yes: 'I already have it, continue', no: 'No, thank you' }],
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
              lead: 'The store will email your receipt and files.',
            },
          ],
          [
            'text',
            {
              title: 'What to do first',
              body: '1. Open the README.\n2. Run the one command in it.\n3. Change the heading to make it yours.',
            },
          ],
        ],
      },
    ],
  },
  {
    id: 'waitlist',
    name: 'Waitlist',
    theme: 'studio',
    about: 'Find out who wants it before you build it, and who to tell first.',
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
              kicker: 'Opens in spring',
              title: 'Invoices that chase themselves',
              lead: 'Send it once. Reminders go out on the days you chose, in your words, until it is paid. A hundred people first.',
              button: 'Join the list',
              link: '#form',
              picture: 'draw:order',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'features',
            { title: 'What it does while you work' },
            [
              {
                title: 'Waits politely',
                body: 'The first reminder goes out three days after the due date, never on a weekend.',
              },
              {
                title: 'Knows when to stop',
                body: 'A payment, a reply or a dispute ends it. Nobody who has paid is asked again.',
              },
              {
                title: 'Tells you who pays late',
                body: 'By how many days, on average, before you quote them again.',
              },
            ],
          ],
          [
            'optin',
            {
              title: 'Be one of the first hundred',
              body: 'One email when it opens, and one a month until then.',
              name: 'yes',
              button: 'Put me on the list',
              consent:
                'Email me when it opens, and once a month until then. I can unsubscribe with one click.',
            },
            [],
            { tone: 'accent' },
          ],
          [
            'faq',
            { title: 'FAQ' },
            [
              {
                question: 'What will it cost?',
                answer: 'About $9 a month. People on the list get the first year half price.',
              },
              {
                question: 'When does it open?',
                answer: 'In spring. You get one email with the date, and one on the day.',
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
              title: 'You’re on the list',
              lead: 'You’ll hear from us once a month. Reply to any email: a person reads it.',
              picture: 'draw:letter',
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
    ],
  },
];
