import { expect, test } from 'vitest';
import { join } from 'node:path';
import { answerTo } from '#features/assistant/rules/answer.ts';
import { readAdvice } from '#features/assistant/server/advice.ts';
import { shippedLibrary } from './assistant-library.ts';

const { advice, mistakes } = await readAdvice([join(import.meta.dirname, '../content/advice')]);
const library = await shippedLibrary();
const bodies = advice.flatMap(({ slug, page, body, translated }) =>
  [body, ...[...translated.values()].map((own) => own.body)].map((text) => ({ slug, page, text })),
);

test('every written answer can be read, and there are 250 subjects with eight ways to ask and more', () => {
  expect(mistakes).toEqual([]);
  expect(advice.length).toBeGreaterThanOrEqual(250);
  expect(advice.filter(({ asks }) => asks.length < 8).map(({ slug }) => slug)).toEqual([]);
});

test('no written answer leads to a place that the hub does not have', () => {
  const places = [
    ...advice.flatMap(({ slug, links }) => links.map((path) => ({ slug, path }))),
    ...bodies.flatMap(({ slug, text }) =>
      [...text.matchAll(/\]\((\/[^()\s]*)\)/g)].map(([, path = '']) => ({ slug, path })),
    ),
  ];
  expect(places.length).toBeGreaterThan(300);
  expect(places.filter(({ path }) => !library.has(path))).toEqual([]);
});

test('what is said of this hub names no price and no limit of a plan: those come from the data', () => {
  const figures = /[$€£]\s?\d|\d\s?(?:USD|EUR|dollars?|euros?)\b|\b(?:FREE|PRO)\b[^.]{0,20}\d/i;
  const about = bodies.filter(({ page }) => page !== null);
  expect(about.length).toBeGreaterThan(100);
  expect(about.filter(({ text }) => figures.test(text)).map(({ slug }) => slug)).toEqual([]);
});

test('what is said of plans says what the plans say, in every language', () => {
  const facts = library.at('/plans')?.facts ?? '';
  expect(facts).toMatch(/PRO \$/);
  for (const ask of ['what does PRO cost', 'Was kostet PRO?', 'combien coûte PRO', 'cuánto cuesta PRO'])
    expect(answerTo(library, ask).reply).toContain(facts);
});

test('no subject says the same way to ask twice: it would count twice when words are learnt', () => {
  const twice = advice.filter(({ asks }) => new Set(asks).size < asks.length).map(({ slug }) => slug);
  expect(twice).toEqual([]);
});
