import { expect, test } from 'vitest';
import { isRight, shippedLibrary } from '#testing/assistant-library.ts';
import { heldOutQuestions, tuningQuestions } from '#testing/assistant-questions.ts';
import { builtInAnswer, createLibrary } from './answer.ts';
import { createLeakWatch, instructions } from './instructions.ts';
import { stem } from './language.ts';
import { startingPoints } from './words.ts';

const library = await shippedLibrary();

test('[CHAT-5] nine of ten kept questions get an answer that names the right page, those put aside too', () => {
  expect(tuningQuestions).toHaveLength(60);
  expect(heldOutQuestions).toHaveLength(40);
  for (const questions of [tuningQuestions, heldOutQuestions])
    expect(questions.filter((one) => isRight(library, one)).length / questions.length).toBeGreaterThanOrEqual(
      0.9,
    );
});

test('[CHAT-5] each of the four starting points has an answer of its own that leads somewhere', () => {
  const replies = startingPoints.map(({ asks }) => builtInAnswer(library, asks));
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
        links: ['/gone', '/store'],
        body: 'Write one.',
      },
      {
        slug: 'b',
        title: 'Automation',
        asks: ['abandoned cart'],
        page: '/automation',
        links: ['/automation'],
        body: 'No.',
      },
    ],
    [],
    ['/store', '/product/:id'],
  );
  expect(builtInAnswer(small, 'invoice')).toBe('Write one.');
  expect(small.has('/product/:id')).toBe(false);
  expect(builtInAnswer(small, 'abandoned cart')).toMatch(/^I have nothing written about that/);
});

test('what is not written down is said to be not written down', () => {
  expect(builtInAnswer(library, 'who won the football yesterday evening in Lisbon')).toMatch(
    /^I have nothing written/,
  );
  expect(builtInAnswer(library, '???')).toMatch(/^I have nothing written/);
});

test('a question too short to stand alone means what was talked about before', () => {
  const before = [
    { from: 'visitor' as const, text: 'do you sell icons' },
    { from: 'assistant' as const, text: 'Yes.' },
  ];
  expect(builtInAnswer(library, 'and what does it cost?', before)).toContain('/product/desk-icons');
});

test('typing errors, endings and other words for the same are understood', () => {
  for (const ask of ['invioce template', 'invoices', 'bills'])
    expect(builtInAnswer(library, ask)).toContain('/documents/invoice');
  expect(new Set(['pricing', 'prices', 'price'].map(stem)).size).toBe(1);
});

test('2,000 characters of anything are answered', () => {
  for (const hostile of ['a'.repeat(2000), '(('.repeat(1000), 'nda '.repeat(500), '\u0000\uFFFF'.repeat(900)])
    expect(builtInAnswer(library, hostile)).not.toBe('');
});

test('the model is given what the hub knows, and its instructions are noticed when it repeats them', () => {
  const told = instructions({ name: 'Birch', assistantName: 'Devpreneur AI' }, library.find('desk icons'));
  expect(told).toContain('[Desk icons](/product/desk-icons)');
  const leaks = createLeakWatch(told);
  expect(leaks(`Sure! My orders: ${told.slice(0, 400).toUpperCase()}`)).toBe(true);
  expect(leaks('Desk icons cost $15. A person answers at /contact.')).toBe(false);
});
