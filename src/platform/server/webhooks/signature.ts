import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Standard Webhooks (standardwebhooks.com): there are libraries for receivers in every language. */
export interface SignedHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

const prefix = 'whsec_';

export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

export const isWebhookSecret = (secret: string): boolean =>
  secret.startsWith(prefix) && /^[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret.slice(prefix.length));

export function signWebhook(secret: string, id: string, at: Date, body: string): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac(secret, id, timestamp, body)}`,
  };
}

/** What a receiver does; true only for an unmodified body, a known secret and a timestamp within five minutes. */
export function verifyWebhook(secret: string, headers: SignedHeaders, body: string, now: Date): boolean {
  const age = Math.abs(now.getTime() / 1000 - Number(headers['webhook-timestamp']));
  if (!(age <= 300)) return false;
  const expected = Buffer.from(mac(secret, headers['webhook-id'], headers['webhook-timestamp'], body));
  return headers['webhook-signature'].split(' ').some((entry) => {
    const [version, signature] = entry.split(',', 2);
    const given = Buffer.from(signature ?? '');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function mac(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}
