import { expect, test } from 'vitest';
import { finderOf, shippedDocuments } from '#testing/document-finder.ts';
import { readKinds } from './kind.ts';

const finder = finderOf(shippedDocuments());
const picked = (ask: string) => readKinds(ask, finder).ranked[0]?.slug;

test.each([
  'Contract with Mia Chen to design our onboarding for 4500 EUR',
  'Contract with Lee to write our privacy policy for $900',
  'freelance contract: build a landing page',
  'Agreement with Ana Ruiz to write our newsletter, 200 euros each',
  'Vertrag mit Mia Chen: Gestaltung des Onboardings für 4500 EUR',
])('[AI-1] what somebody is hired to make is their work, and not the paper: %s', (ask) => {
  expect(picked(ask)).toBe('contractor-agreement');
});

test.each([
  ['onboarding plan for Mia who starts in June', 'onboarding-plan'],
  ['write a privacy policy for our app', 'privacy-policy'],
  ['Change the contract with Lee to build the app: deadline moves to May', 'amendment'],
  ['end the contract with our designer to make room in the budget', 'termination-notice'],
])('[AI-1] %s is %s', (ask, slug) => {
  expect(picked(ask)).toBe(slug);
});
