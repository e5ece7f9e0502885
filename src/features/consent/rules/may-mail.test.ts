import { expect, test } from 'vitest';
import { mayMail, type KnownAddress } from './may-mail.ts';

const at = new Date('2026-11-21T12:00:00Z');
const given = { givenAt: at, confirmedAt: null, withdrawnAt: null };
const confirmed = { givenAt: at, confirmedAt: at, withdrawnAt: null };
const known = (changes: Partial<KnownAddress> = {}): KnownAddress => ({
  record: null,
  suppressions: [],
  ...changes,
});
const marketing = (purpose: string) => ({ kind: 'marketing' as const, purpose });
const transactional = (purpose: string) => ({ kind: 'transactional' as const, purpose });

test('a stranger gets what their order needs, and no marketing', () => {
  expect(mayMail(known(), transactional('order'))).toEqual({ allowed: true });
  expect(mayMail(known(), marketing('recovery'))).toEqual({ allowed: false, reason: 'no consent' });
});

test('the newsletter needs a confirmed address, a reminder only the ticked box', () => {
  expect(mayMail(known({ record: given }), marketing('newsletter'))).toEqual({
    allowed: false,
    reason: 'not confirmed',
  });
  expect(mayMail(known({ record: confirmed }), marketing('newsletter'))).toEqual({ allowed: true });
  expect(mayMail(known({ record: given }), marketing('recovery'))).toEqual({ allowed: true });
});

test('who withdrew gets no more, confirmed or not', () => {
  expect(
    mayMail(known({ record: { givenAt: at, confirmedAt: at, withdrawnAt: at } }), marketing('newsletter')),
  ).toEqual({
    allowed: false,
    reason: 'withdrawn',
  });
});

test('who withdrew and was typed into a form again gets mail once they confirm, not before', () => {
  const later = new Date(at.getTime() + 1000);
  const again = { givenAt: later, confirmedAt: null, withdrawnAt: at };
  expect(mayMail(known({ record: again }), marketing('recovery'))).toEqual({
    allowed: false,
    reason: 'not confirmed',
  });
});

test('marketing for a purpose that nobody can agree to never goes out', () => {
  expect(mayMail(known({ record: confirmed }), marketing('toString'))).toEqual({
    allowed: false,
    reason: 'unknown purpose',
  });
});

test('who unsubscribed from everything still gets receipts and password resets', () => {
  const unsubscribed = known({
    record: confirmed,
    suppressions: [{ scope: 'marketing', reason: 'unsubscribed' }],
  });
  expect(mayMail(unsubscribed, marketing('newsletter'))).toEqual({ allowed: false, reason: 'unsubscribed' });
  expect(mayMail(unsubscribed, transactional('order'))).toEqual({ allowed: true });
  expect(mayMail(unsubscribed, transactional('account'))).toEqual({ allowed: true });
});

test('an address that bounced gets nothing but what somebody there is waiting for', () => {
  const bounced = known({ record: confirmed, suppressions: [{ scope: 'all', reason: 'bounced' }] });
  expect(mayMail(bounced, marketing('newsletter'))).toEqual({ allowed: false, reason: 'bounced' });
  expect(mayMail(bounced, transactional('order'))).toEqual({ allowed: false, reason: 'bounced' });
  expect(mayMail(bounced, transactional('account'))).toEqual({ allowed: true });
});
