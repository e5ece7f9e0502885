import { expect, test } from 'vitest';
import { entryWords } from './entry-words.ts';

test('whoever is sent to the sign-in form is told why, and where they go from there', () => {
  expect(entryWords('/dashboard', true)).toBe('Your session has ended. Sign in to return to your dashboard.');
  expect(entryWords('/dashboard?from=mail#plan', true)).toContain('to your dashboard.');
  expect(entryWords('/dashboard/templates', true)).toContain('to your saved templates.');
  expect(entryWords('/tools?a=1', true)).toBe('Your session has ended. Sign in to return to where you were.');
  expect(entryWords('/dashboards', false)).toBeNull();
  expect(entryWords('/checkout?product=a', false)).toBe('Sign in to go to checkout.');
  expect(entryWords('//evil.example/your-bank', false)).toBe('Sign in to go to your dashboard.');
  expect([entryWords(null, false), entryWords('/about', false)]).toEqual([null, null]);
});
