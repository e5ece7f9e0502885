import { expect, test } from 'vitest';
import { contactProblems, countLinks, heldReason, sameText } from './contact.ts';
import { isTaken, missingId } from './email-service.ts';
import { looksLikeAddress, newsletterWords, statusKind, statusMs } from './newsletter.ts';

test('[NEWS-3] text@text.text is an address, anything else is not', () => {
  for (const good of ['a@b.c', 'anna.b+news@mail.example.co.uk', 'ü@ö.de'])
    expect(looksLikeAddress(good), good).toBe(true);
  for (const bad of ['', 'anna', 'anna@', '@b.c', 'anna@b', 'a b@c.d', 'a@b@c.d', 'a@b.c\n', 'a@.', 'a@b.'])
    expect(looksLikeAddress(bad), bad).toBe(false);
  expect(newsletterWords.invalid).toBe('Please enter a valid email address.');
});

test('[NEWS-6] what contains Thanks is success, everything else an error, for 3 seconds', () => {
  expect(statusKind(newsletterWords.thanks)).toBe('success');
  expect(statusKind(newsletterWords.failed)).toBe('error');
  expect(statusKind(newsletterWords.invalid)).toBe('error');
  expect(statusMs).toBe(3000);
});

test('[NEWS-4] [NEWS-5] the words of success and failure', () => {
  expect(newsletterWords.thanks).toBe('Thanks for subscribing! 🎉');
  expect(newsletterWords.failed).toBe('Something went wrong. Try again.');
});

test('[NEWS-8] status 200 or the text OK is success, every other answer is not', () => {
  expect([isTaken(200, 'whatever'), isTaken(202, 'OK')]).toEqual([true, true]);
  expect([isTaken(202, 'ok'), isTaken(429, 'Too many'), isTaken(0, '')]).toEqual([false, false, false]);
});

test('[NEWS-8] a missing user, service or template ID is named', () => {
  const ids = { user_id: 'u', service_id: 's', template_id: 't' };
  expect(missingId(ids)).toBeNull();
  expect(missingId({ ...ids, user_id: '' })).toMatch(/user ID/);
  expect(missingId({ ...ids, service_id: undefined })).toMatch(/service ID/);
  expect(missingId({ user_id: 'u', service_id: 's' })).toMatch(/template ID/);
});

const letter = { name: 'Ben', email: 'ben@example.com', reason: 'order', message: 'Hello' };

test('a message is checked field by field, all at once', () => {
  expect(contactProblems(letter)).toEqual({});
  expect(Object.keys(contactProblems({ name: ' ', email: 'x', reason: '', message: '' }))).toEqual([
    'name',
    'email',
    'reason',
    'message',
  ]);
  expect(contactProblems({ ...letter, message: 'x'.repeat(10_001) })['message']).toBe(
    'Up to 10,000 characters; this has 10,001.',
  );
});

test('a message is held for the trap, for its links, for being a copy, in that order', () => {
  const plain = { trap: '', message: 'Hello', isCopy: false };
  expect(heldReason(plain)).toBeNull();
  expect(heldReason({ ...plain, isCopy: true })).toBe('copy');
  expect(heldReason({ ...plain, message: 'http://a '.repeat(6), isCopy: true })).toBe('links');
  expect(heldReason({ trap: 'x', message: '', isCopy: true })).toBe('trap');
  expect(countLinks('https://a.b www.c.d HTTP://E and no.link')).toBe(3);
});

test('blanks and case do not make another text', () => {
  expect(sameText('  Buy\n\nNOW ')).toBe(sameText('buy now'));
});
