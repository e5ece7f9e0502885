import { createHmac, timingSafeEqual } from 'node:crypto';
import { signWebhook, verifyWebhook } from '#platform/server/webhooks/signature.ts';
import type { Shop } from '../rules/contract.ts';

/** Whether a shop really said this: each signs in its own way. Returns the id by which a replay is known, or null. */
export function verifyShop(
  shop: Shop,
  headers: Headers,
  body: string,
  secret: string,
  now: Date,
): string | null {
  const said = (name: string) => headers.get(name) ?? '';
  const hmac = (text: string) => createHmac('sha256', secret).update(text).digest();
  const fingerprint = () => hmac(`seen:${body}`).toString('base64url');
  switch (shop) {
    case 'hub': {
      const signed = {
        'webhook-id': said('webhook-id'),
        'webhook-timestamp': said('webhook-timestamp'),
        'webhook-signature': said('webhook-signature'),
      };
      const isGood = signed['webhook-id'] !== '' && verifyWebhook(secret, signed, body, now);
      return isGood ? signed['webhook-id'].slice(0, 200) : null;
    }
    case 'shopify':
      return same(hmac(body), said('x-shopify-hmac-sha256'), 'base64') ? fingerprint() : null;
    case 'woocommerce':
      // Its delivery id is not covered by the signature: what was said is.
      return same(hmac(body), said('x-wc-webhook-signature'), 'base64') ? fingerprint() : null;
    case 'stripe':
      return stripe(said('stripe-signature'), hmac, body, now) ? fingerprint() : null;
  }
}

/** The headers with which that shop would sign this text: for a test event, which goes the whole way of a real one. */
export function signAs(
  shop: Shop,
  body: string,
  secret: string,
  { id, now }: { id: string; now: Date },
): Record<string, string> {
  const hmac = (text: string) => createHmac('sha256', secret).update(text);
  const time = Math.floor(now.getTime() / 1000);
  switch (shop) {
    case 'hub':
      return { ...signWebhook(secret, id, now, body) };
    case 'shopify':
      return { 'x-shopify-hmac-sha256': hmac(body).digest('base64') };
    case 'woocommerce':
      return { 'x-wc-webhook-signature': hmac(body).digest('base64') };
    case 'stripe':
      return { 'stripe-signature': `t=${time},v1=${hmac(`${time}.${body}`).digest('hex')}` };
  }
}

function stripe(header: string, hmac: (text: string) => Buffer, body: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!(Math.abs(now.getTime() / 1000 - Number(time)) <= 300)) return false;
  const expected = hmac(`${time}.${body}`);
  return parts.some(([name, given = '']) => name === 'v1' && same(expected, given, 'hex'));
}

function same(expected: Buffer, given: string, encoding: 'base64' | 'hex'): boolean {
  const bytes = Buffer.from(given, encoding);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
