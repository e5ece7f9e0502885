import { expect, test } from 'vitest';
import { isRight, shippedLibrary } from '#testing/assistant-library.ts';
import { heldOutQuestions, strangersQuestions, tuningQuestions } from '#testing/assistant-questions.ts';
import { shippedWords } from '#testing/shipped-words.ts';
import { readWords } from '#base/finder/words.ts';
import { answerTo } from './answer.ts';
import { readCues } from './intent.ts';
import { createLibrary } from './library.ts';
import { createLeakWatch, instructions } from './instructions.ts';
import { startingPoints } from './words.ts';

const library = await shippedLibrary();
const said = (ask: string) => answerTo(library, ask).reply;

test('[CHAT-5] nine of ten kept questions get an answer that names the right page, those put aside too', () => {
  expect(tuningQuestions).toHaveLength(60);
  expect(heldOutQuestions).toHaveLength(40);
  for (const questions of [tuningQuestions, heldOutQuestions])
    expect(questions.filter((one) => isRight(library, one)).length / questions.length).toBeGreaterThanOrEqual(
      0.9,
    );
});

test('[CHAT-5] of what strangers ask in four languages, most get an answer that names the right page', () => {
  expect(strangersQuestions.length).toBeGreaterThan(100);
  const right = strangersQuestions.filter((one) => isRight(library, one)).length;
  expect(right / strangersQuestions.length).toBeGreaterThanOrEqual(0.88);
});

test.each([
  [
    'Which contract do I need before I show my idea to a developer?',
    /^If both sides will talk openly, take the \*\*mutual NDA/,
  ],
  ['Welchen Vertrag brauche ich, bevor ich einem Entwickler meine Idee zeige?', /mutual NDA/],
  ['Quel contrat me faut-il avant de montrer mon idée à un développeur ?', /mutual NDA/],
  ['¿Qué contrato necesito antes de enseñar mi idea a un programador?', /mutual NDA/],
  ['what does PRO cost per year', /PRO \$[\d.]+ a month or \$[\d.]+ a year/],
  ['Was kostet PRO im Jahr?', /PRO \$[\d.]+ a month or \$[\d.]+ a year/],
  ['combien coûte PRO par an', /PRO \$[\d.]+ a month or \$[\d.]+ a year/],
  ['cuánto cuesta PRO al año', /PRO \$[\d.]+ a month or \$[\d.]+ a year/],
  ['icons for my dashboard', /^\[Desk icons\]/],
  ['Icons für mein Dashboard', /^(?:Das passt|Ceci convient |Esto encaja):\n\n\[Desk icons\]/],
  ['des icônes pour mon tableau de bord', /^(?:Das passt|Ceci convient |Esto encaja):\n\n\[Desk icons\]/],
  ['iconos para mi panel', /^(?:Das passt|Ceci convient |Esto encaja):\n\n\[Desk icons\]/],
  ['how do I cancel my plan', /press \*\*Cancel plan\*\*/],
  ['Wie kündige ich mein Abo?', /\*\*Cancel plan\*\*/],
  ['comment résilier mon abonnement', /\*\*Cancel plan\*\*/],
  ['cómo cancelo mi suscripción', /\*\*Cancel plan\*\*/],
])('what a stranger asked gets what it asks for first: %s', (ask, answer) => {
  expect(said(ask)).toMatch(answer);
});

test('[CHAT-5] each of the four starting points has an answer of its own that leads somewhere', () => {
  const replies = startingPoints.map(({ asks }) => said(asks));
  expect(new Set(replies).size).toBe(4);
  for (const reply of replies) expect(reply).toMatch(/\]\(\//);
  expect(library.subjects).toBeGreaterThanOrEqual(60);
});

test('no answer leads to a place that the hub does not have', () => {
  const small = createLibrary(
    [
      {
        slug: 'a',
        title: 'Invoices',
        asks: ['invoice'],
        page: null,
        wish: null,
        translated: new Map(),
        links: ['/gone', '/store'],
        body: 'Write one.',
      },
      {
        slug: 'b',
        title: 'Automation',
        asks: ['abandoned cart'],
        page: '/automation',
        wish: null,
        translated: new Map(),
        links: ['/automation'],
        body: 'No.',
      },
    ],
    [],
    ['/store', '/product/:id'],
    readWords(),
    readCues(),
  );
  expect(answerTo(small, 'invoice').reply).toBe('Write one.');
  expect(small.has('/product/:id')).toBe(false);
  expect(answerTo(small, 'abandoned cart').reply).toMatch(/^I don’t have an answer to that/);
});

test('what is not written down is said to be not written down', () => {
  expect(said('who won the football yesterday evening in Lisbon')).toMatch(/^I don’t have an answer/);
  for (const ask of [
    'Rezept für Apfelkuchen',
    'le match de foot hier soir',
    'receta de paella',
    'my cat is ill',
    '???',
  ])
    expect(answerTo(library, ask), ask).toMatchObject({ isKnown: false });
});

test('a question too short to stand alone means what was talked about before', () => {
  const before = [
    { from: 'visitor' as const, text: 'do you sell icons' },
    { from: 'assistant' as const, text: 'Yes.' },
  ];
  expect(answerTo(library, 'and what does it cost?', before).reply).toContain('/product/desk-icons');
});

test('typing errors, endings and other words for the same are understood', () => {
  for (const ask of ['invioce template', 'invoices', 'bills'])
    expect(said(ask)).toContain('/documents/invoice');
});

test('2,000 characters of anything are answered', () => {
  for (const hostile of ['a'.repeat(2000), '(('.repeat(1000), 'nda '.repeat(500), '\u0000\uFFFF'.repeat(900)])
    expect(said(hostile)).not.toBe('');
});

test('the model is given what the hub knows, and its instructions are noticed when it repeats them', () => {
  const told = instructions(
    { name: 'Birch', assistantName: 'Devpreneur AI' },
    library.find('desk icons').hits,
  );
  expect(told).toContain('[Desk icons](/product/desk-icons)');
  const leaks = createLeakWatch(told);
  expect(leaks(`Sure! My orders: ${told.slice(0, 400).toUpperCase()}`)).toBe(true);
  expect(leaks('Desk icons cost $15. A person answers at /contact.')).toBe(false);
});

test('an operator’s answer in their own language leads, and an act opens no page that is not there', () => {
  const own = {
    slug: 'termin',
    title: 'Termine',
    asks: ['wie bekomme ich einen Termin bei euch'],
    page: null,
    wish: null,
    links: ['/documents/mutual-nda'],
    body: 'Schreib uns, und wir nennen dir zwei Termine in der nächsten Woche.',
    translated: new Map(),
  };
  const nda = library.at('/documents/mutual-nda');
  const small = createLibrary([own], nda ? [nda] : [], ['/documents'], shippedWords(), readCues());
  const { reply, act } = answerTo(small, 'wie bekomme ich denn einen Termin');
  expect(reply.startsWith(own.body)).toBe(true);
  expect(act?.href).toBe('/documents/mutual-nda');
});

test('what may be meant is offered under a title that is answered when it is asked for', () => {
  const unsure = ['something about money and a contract', 'Geld und Vertrag irgendwas']
    .map((ask) => answerTo(library, ask))
    .filter(({ isKnown }) => !isKnown);
  const offered = unsure.flatMap(({ offers = [] }) => offers);
  expect(offered.length).toBeGreaterThan(0);
  expect(unsure.every(({ reply, offers = [] }) => offers.every((one) => reply.includes(one)))).toBe(true);
  expect(offered.filter((title) => !answerTo(library, title).isKnown)).toEqual([]);
});

test('who is angry at a client, or thanks somebody in a story, gets no answer about this hub', () => {
  expect(said('my client is furious because I broke his shop yesterday')).not.toContain('which page it was');
  expect(said('great that we found a tester in Vietnam, how do we pay him properly every month')).not.toMatch(
    /^You’re welcome/,
  );
});
