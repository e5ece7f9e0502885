// Long because: it is words, four funnels of them, and each is read as a whole.
import { consent, type Starter } from './kinds.ts';

/** Four that end with somebody on a list or at a table. */
export const eventStarters: Starter[] = [
  {
    id: 'newsletter',
    name: 'Newsletter',
    theme: 'gazette',
    about: 'One page that says what you write about, how often, and why anyone should read it.',
    path: 'Opt-in → Thank-you',
    steps: [
      {
        kind: 'optin',
        name: 'Subscribe',
        next: 'Welcome',
        blocks: [
          [
            'hero',
            {
              kicker: 'Every second Thursday',
              title: 'One honest letter about running a software business alone',
              lead: 'What sold, what did not, and what the numbers said. Seven minutes to read, and no growth hacks.',
              button: 'Read along',
              link: '#form',
              picture: 'draw:letter',
            },
          ],
          [
            'text',
            {
              title: 'What it is like',
              body: '[Your opening: two or three sentences from your best issue]\n\nEach letter takes one question that came up in the work: a price that was too low, a customer who left, a feature that nobody used. It says what was tried, what it cost and what was learned.\n\nThere are no sponsors. If a tool is mentioned, it is because it was paid for and used.',
            },
          ],
          [
            'features',
            { title: 'Lately' },
            [
              {
                title: 'Raising a price by half',
                body: 'Eleven customers wrote back. Two left. What the other nine asked for.',
              },
              {
                title: 'The week without support',
                body: 'Which questions answered themselves, and which cost a renewal.',
              },
              {
                title: 'A landing page in one evening',
                body: 'Four sentences, one drawing and the form. Why it beat the long one.',
              },
            ],
          ],
          [
            'optin',
            {
              title: 'Read the next one',
              body: 'It arrives by email. Every letter has a link to unsubscribe.',
              button: 'Subscribe',
              consent: 'Send me the letter every second Thursday. I can unsubscribe with one click.',
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'Welcome',
        blocks: [
          [
            'hero',
            {
              title: 'You’re on the list',
              lead: 'The next letter comes on Thursday. Until then, reply to the welcome email and say what you are working on: I read every answer.',
              picture: 'draw:letter',
            },
          ],
        ],
      },
    ],
  },
  {
    id: 'webinar',
    name: 'Webinar',
    theme: 'studio',
    about: 'Registration for a live session, with the date counted down and the link sent by email.',
    path: 'Opt-in → Thank-you',
    steps: [
      {
        kind: 'optin',
        name: 'Register',
        next: 'See you there',
        blocks: [
          [
            'hero',
            {
              kicker: 'Live session, 45 minutes',
              title: 'Write a proposal that gets a yes this week',
              lead: 'We write a real one together, from a blank page to the price. Bring the project you are about to quote.',
              button: 'Save my seat',
              link: '#form',
              note: 'Free. The recording goes to everyone who registers.',
              picture: 'draw:talk',
            },
            [],
            { tone: 'tinted' },
          ],
          ['countdown', { title: 'We start in', past: 'This session is over. Register for the recording.' }],
          [
            'features',
            { title: 'What we do together' },
            [
              {
                title: 'The first paragraph',
                body: 'Say back what they need, in their words, so they read on.',
              },
              { title: 'Three prices', body: 'What to put in each, and which one they will choose.' },
              { title: 'The last line', body: 'A next step that takes them one minute.' },
            ],
          ],
          [
            'testimonials',
            { layout: 'single' },
            [
              {
                body: '[Your guest’s words: what changed after your last session]',
                name: '[Your guest’s name]',
                role: '[Your guest’s work]',
              },
            ],
          ],
          [
            'optin',
            {
              title: 'Save your seat',
              body: 'You get the link at once, and a reminder one hour before.',
              name: 'yes',
              button: 'Register',
              consent,
            },
            [],
            { tone: 'accent' },
          ],
          [
            'faq',
            { title: 'Before you register' },
            [
              {
                question: 'Is there a recording?',
                answer: 'Yes. Everyone who registers gets it the next day.',
              },
              { question: 'Do I need a camera?', answer: 'No. You can ask in the chat, or only listen.' },
            ],
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'See you there',
        blocks: [
          [
            'hero',
            {
              kicker: 'You’re registered',
              title: 'Put it in your calendar',
              lead: 'The link to join is in your inbox. It opens ten minutes before we start.',
              picture: 'draw:plan',
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
    ],
  },
  {
    id: 'workshop',
    name: 'Workshop',
    theme: 'poster',
    about: 'Tickets for a day in a room: what happens, what it costs, and until when.',
    path: 'Sales page → Thank-you',
    links: [['Tickets', '#offer']],
    steps: [
      {
        kind: 'sales',
        name: 'The workshop',
        next: 'See you in the room',
        blocks: [
          [
            'hero',
            {
              kicker: '[Your date and city]',
              title: 'Ship in a day',
              lead: 'Twelve developers, one room, eight hours. You come with an idea and leave with a page that takes orders.',
              button: 'Get a ticket',
              link: '#offer',
              picture: 'draw:ticket',
            },
          ],
          [
            'features',
            { title: 'The day' },
            [
              {
                title: 'Morning: cut it down',
                body: 'One buyer, one promise, one price. Everything else goes on a list for later.',
              },
              {
                title: 'Noon: build it',
                body: 'The page, the form, the checkout. Somebody sits next to you when it breaks.',
              },
              { title: 'Evening: send it', body: 'Each of us sends the page to ten people before dinner.' },
            ],
          ],
          [
            'testimonials',
            { layout: 'single' },
            [
              {
                body: '[Your guest’s words: one sentence about the day]',
                name: '[Your guest’s name]',
                role: '[Your guest’s work]',
              },
            ],
            { tone: 'tinted' },
          ],
          [
            'offer',
            {
              title: 'One seat',
              price: '$240',
              body: '- The whole day, with lunch and dinner\n- The templates that we work with\n- A call two weeks later\n- A full refund until a week before',
              button: 'Get a ticket',
              link: '',
            },
          ],
          [
            'countdown',
            { title: 'Ticket sales end in', past: 'Ticket sales have ended.' },
            [],
            { tone: 'accent' },
          ],
          [
            'faq',
            { title: 'Questions' },
            [
              {
                question: 'What do I bring?',
                answer: 'Your laptop, and an idea that fits on an index card.',
              },
              {
                question: 'What if I can’t come?',
                answer: 'Pass your ticket on, or get your money back until a week before.',
              },
              {
                question: 'Is it for beginners?',
                answer: 'You should be able to put a page online on your own.',
              },
            ],
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'See you in the room',
        blocks: [
          [
            'hero',
            {
              kicker: 'You’re in',
              title: 'See you in the room',
              lead: 'Your ticket is in the email with the receipt. Doors open at half past eight.',
              picture: 'draw:ticket',
            },
          ],
        ],
      },
    ],
  },
  {
    id: 'consultation',
    name: 'Consultation',
    theme: 'gazette',
    about: 'For work that starts with a conversation: who it is for, how it goes, and a form to ask.',
    path: 'Opt-in → Thank-you',
    links: [['Ask for a call', '#form']],
    steps: [
      {
        kind: 'optin',
        name: 'Ask for a call',
        next: 'We’ll be in touch',
        blocks: [
          [
            'hero',
            {
              kicker: 'Technical due diligence',
              title: 'Know what you are buying before you sign',
              lead: 'I read the code, talk to the team and write down what it would cost you to own. Ten days, one price, forty pages.',
              button: 'Ask for a call',
              link: '#form',
              note: 'Twenty minutes, free, under a mutual NDA.',
              picture: 'draw:talk',
            },
          ],
          [
            'columns',
            {},
            [
              {
                title: 'Day 1 to 3',
                body: 'Read the code and the history. Run it. Find out who wrote what.',
              },
              { title: 'Day 4 to 7', body: 'Talk to the people who keep it running, each for one hour.' },
              { title: 'Day 8 to 10', body: 'Write the report, with every risk priced in weeks of work.' },
            ],
          ],
          [
            'testimonials',
            { layout: 'single' },
            [
              {
                body: '[Your client’s words: what your work saved them]',
                name: '[Your client’s name]',
                role: '[Your client’s company]',
              },
            ],
          ],
          [
            'faq',
            { title: 'What clients ask' },
            [
              {
                question: 'What does it cost?',
                answer: 'One fixed price, told after the first call and before any work.',
              },
              {
                question: 'Will the team know?',
                answer: 'Only if you want them to. The first three days need read access, nothing more.',
              },
            ],
          ],
          [
            'optin',
            {
              title: 'Tell me where to reach you',
              body: 'I answer within one working day with two times to choose from.',
              name: 'yes',
              button: 'Ask for a call',
              consent: 'Use my email address to arrange this call.',
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'We’ll be in touch',
        blocks: [
          [
            'hero',
            {
              title: 'Thank you. I’ll write within a day',
              lead: 'To save us time, write down the three things that worry you most about the deal.',
              picture: 'draw:plan',
            },
          ],
        ],
      },
    ],
  },
];
