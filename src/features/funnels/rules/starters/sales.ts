// Long because: it is words, three funnels of them, and each is read as a whole.
import { consent, type Starter } from './kinds.ts';

/** Three that sell. */
export const saleStarters: Starter[] = [
  {
    id: 'developer-tool',
    name: 'Developer tool',
    theme: 'console',
    about: 'For a library, a command-line tool or an API: what it does, how it is installed, what it costs.',
    path: 'Sales page → Thank-you',
    links: [['Plans', '#offer']],
    steps: [
      {
        kind: 'sales',
        name: 'The tool',
        next: 'Installed',
        blocks: [
          [
            'hero',
            {
              kicker: 'npm install [Your package]',
              title: 'Find the query that slows everything down',
              lead: 'Reads your slow log, groups what is the same, and says which index would help. No agent, nothing leaves your machine.',
              button: 'Get a license',
              link: '#offer',
              note: 'Free for projects under 10,000 requests a day.',
              picture: 'draw:code',
            },
          ],
          [
            'features',
            { title: 'What it does' },
            [
              {
                title: 'Groups queries',
                body: 'Two thousand lines become the twelve that matter, by time spent.',
              },
              { title: 'Suggests indexes', body: 'Each with the write cost it adds, so you can say no.' },
              { title: 'Runs in CI', body: 'Fails the build when a query gets slower than last week.' },
              {
                title: 'Stays local',
                body: 'One binary. It opens no connection but the one to your database.',
              },
            ],
          ],
          [
            'testimonials',
            { title: 'In production at', layout: 'wall' },
            [
              {
                body: '[Your user’s words: the number that went down]',
                name: '[Your user’s name]',
                role: '[Your user’s company]',
              },
              {
                body: '[Your user’s words: why they stayed]',
                name: '[Your user’s name]',
                role: '[Your user’s company]',
              },
              {
                body: '[Your user’s words: how long the setup took]',
                name: '[Your user’s name]',
                role: '[Your user’s company]',
              },
            ],
          ],
          [
            'offer',
            {
              title: 'Team license',
              price: '$190',
              body: '- Every developer of one company\n- Updates for two years\n- Answers from the person who wrote it',
              button: 'Buy a license',
              link: '',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'faq',
            { title: 'FAQ' },
            [
              { question: 'Which databases?', answer: 'PostgreSQL 14 and newer, MySQL 8.' },
              {
                question: 'Does it phone home?',
                answer: 'No. The license is a signed file, checked offline.',
              },
              {
                question: 'What if it finds nothing?',
                answer: 'Write within 30 days and you get your money back.',
              },
            ],
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'Installed',
        blocks: [
          [
            'hero',
            {
              kicker: 'license --activate',
              title: 'You’re set',
              lead: 'The license file is in the email with your receipt. Put it next to the binary and run it once.',
              picture: 'draw:order',
            },
          ],
        ],
      },
    ],
  },
  {
    id: 'course',
    name: 'Online course',
    theme: 'studio',
    about: 'Lessons, what people can do afterwards, and plans to choose from.',
    path: 'Sales page → Checkout → Thank-you',
    links: [['Prices', 'choose-a-plan']],
    steps: [
      {
        kind: 'sales',
        name: 'The course',
        next: 'Choose a plan',
        blocks: [
          [
            'hero',
            {
              kicker: 'Eight lessons, at your own pace',
              title: 'Learn to write emails people answer',
              lead: 'For freelancers and founders. Each lesson is twenty minutes and ends with an email that you send.',
              button: 'See the plans',
              link: 'next',
              note: 'Thirty days to change your mind.',
              picture: 'draw:course',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'features',
            { title: 'After eight lessons you can' },
            [
              { title: 'Start cold', body: 'A first line that is about them, written in four minutes.' },
              { title: 'Ask for money', body: 'Reminders that are friendly, short and paid.' },
              { title: 'Say no', body: 'Without losing the next project.' },
            ],
          ],
          [
            'testimonials',
            { title: 'From people who took it', layout: 'wall' },
            [
              {
                body: '[Your student’s words: the email that worked]',
                name: '[Your student’s name]',
                role: '[Your student’s work]',
              },
              {
                body: '[Your student’s words: what surprised them]',
                name: '[Your student’s name]',
                role: '[Your student’s work]',
              },
              {
                body: '[Your student’s words: who should take it]',
                name: '[Your student’s name]',
                role: '[Your student’s work]',
              },
            ],
          ],
          [
            'faq',
            { title: 'Before you start' },
            [
              { question: 'How long do I have?', answer: 'As long as you like. Nothing expires.' },
              {
                question: 'Is there homework?',
                answer: 'One real email each lesson. You would have written it anyway.',
              },
              {
                question: 'Can I get a refund?',
                answer: 'Yes, within thirty days, and you keep your notes.',
              },
            ],
          ],
        ],
      },
      {
        kind: 'checkout',
        name: 'Choose a plan',
        next: 'Welcome in',
        blocks: [
          [
            'pricing',
            { title: 'Choose how you learn' },
            [
              {
                title: 'Alone',
                price: '$89',
                per: 'once',
                body: '- All eight lessons\n- Every template',
                button: 'Choose Alone',
                link: '#offer',
              },
              {
                title: 'With feedback',
                price: '$189',
                per: 'once',
                body: '- All eight lessons\n- Every template\n- Four of your emails read and answered',
                button: 'Choose feedback',
                link: '#offer',
                best: 'yes',
              },
              {
                title: 'Team',
                price: '$490',
                per: 'for ten people',
                body: '- Everything above\n- A live session for your team',
                button: 'Choose Team',
                link: '#offer',
              },
            ],
          ],
          [
            'offer',
            {
              title: 'The course',
              price: '$189',
              body: '- Starts the moment you pay\n- Thirty days to get your money back',
              button: 'Pay and start',
              link: '',
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'Welcome in',
        blocks: [
          [
            'hero',
            {
              title: 'Welcome in',
              lead: 'Lesson one is in your inbox. Read it with an email open that you have been putting off.',
              picture: 'draw:letter',
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
    ],
  },
  {
    id: 'book',
    name: 'Book',
    theme: 'sheet',
    about: 'A book or a long guide: a sample chapter for an email address, then the offer.',
    path: 'Opt-in → Sales page → Thank-you',
    steps: [
      {
        kind: 'optin',
        name: 'Read a chapter',
        next: 'Buy the book',
        blocks: [
          [
            'hero',
            {
              kicker: 'A book for people who sell their own software',
              title: 'Small contracts',
              lead: 'The agreements that a one-person company needs, each explained in a page and ready to send. Read chapter three first, for free.',
              button: 'Read chapter three',
              link: '#form',
              picture: 'draw:guide',
            },
          ],
          [
            'columns',
            { title: 'Inside' },
            [
              {
                title: 'Part one',
                body: 'Before you start: who signs, what a signature is, and what an email is worth.',
              },
              {
                title: 'Part two',
                body: 'The seven contracts, with the clause that people fight about in each.',
              },
              {
                title: 'Part three',
                body: 'When it goes wrong: the letter to send first, and the one to send last.',
              },
            ],
          ],
          [
            'optin',
            {
              title: 'Chapter three, by email',
              body: 'Thirty pages about the contract that you sign most often.',
              button: 'Send me the chapter',
              consent,
            },
            [],
            { tone: 'tinted' },
          ],
        ],
      },
      {
        kind: 'sales',
        name: 'Buy the book',
        next: 'Enjoy the book',
        blocks: [
          [
            'hero',
            {
              kicker: 'The chapter is on its way',
              title: 'Or read all eleven today',
              lead: '240 pages, seven contracts, no Latin. As PDF and EPUB, yours to print.',
              picture: 'draw:letter',
            },
          ],
          [
            'offer',
            {
              title: 'Small contracts',
              price: '$39',
              body: '- The book as PDF and EPUB\n- Seven contracts as Word files\n- Every later edition',
              button: 'Buy the book',
              link: '',
            },
            [],
            { tone: 'tinted' },
          ],
          [
            'testimonials',
            { title: 'Readers' },
            [
              {
                body: '[Your reader’s words: the page that helped]',
                name: '[Your reader’s name]',
                role: '[Your reader’s work]',
              },
              {
                body: '[Your reader’s words: what they sent the same day]',
                name: '[Your reader’s name]',
                role: '[Your reader’s work]',
              },
            ],
          ],
        ],
      },
      {
        kind: 'thank-you',
        name: 'Enjoy the book',
        blocks: [
          [
            'hero',
            {
              title: 'Enjoy the book',
              lead: 'Your files are in the email with the receipt. Start with the contract that you send next.',
              picture: 'draw:order',
            },
          ],
        ],
      },
    ],
  },
];
