import { expect, test } from 'vitest';
import { isWebhookSecret, newWebhookSecret, signWebhook, verifyWebhook } from './signature.ts';

const now = new Date('2026-11-21T12:00:00Z');
const secret = newWebhookSecret();
const body = '{"type":"order.paid"}';

test('the signature matches the Standard Webhooks example', () => {
  const headers = signWebhook(
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1614265330_000),
    '{"test": 2432232314}',
  );
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('an unmodified webhook verifies, also next to a signature with an older secret', () => {
  const headers = signWebhook(secret, 'msg_1', now, body);
  expect(verifyWebhook(secret, headers, body, now)).toBe(true);
  expect(
    verifyWebhook(
      secret,
      { ...headers, 'webhook-signature': `v1,b2xk v1a,x ${headers['webhook-signature']}` },
      body,
      now,
    ),
  ).toBe(true);
});

test('a changed body, ID, time or secret doesn’t verify', () => {
  const headers = signWebhook(secret, 'msg_1', now, body);
  expect(verifyWebhook(secret, headers, `${body} `, now)).toBe(false);
  expect(verifyWebhook(secret, { ...headers, 'webhook-id': 'msg_2' }, body, now)).toBe(false);
  expect(
    verifyWebhook(secret, { ...headers, 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, body, now),
  ).toBe(false);
  expect(verifyWebhook(newWebhookSecret(), headers, body, now)).toBe(false);
});

test('a webhook replayed later, or without a time, doesn’t verify', () => {
  const headers = signWebhook(secret, 'msg_1', now, body);
  expect(verifyWebhook(secret, headers, body, new Date(now.getTime() + 301_000))).toBe(false);
  expect(verifyWebhook(secret, headers, body, new Date(now.getTime() - 301_000))).toBe(false);
  expect(verifyWebhook(secret, { ...headers, 'webhook-timestamp': 'soon' }, body, now)).toBe(false);
});

test('a new secret is accepted, a password isn’t', () => {
  expect(isWebhookSecret(newWebhookSecret())).toBe(true);
  expect(isWebhookSecret('whsec_short')).toBe(false);
  expect(isWebhookSecret('correct horse battery staple')).toBe(false);
});
