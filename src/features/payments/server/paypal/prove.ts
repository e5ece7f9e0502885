import * as z from 'zod/mini';
import type { Clock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { createPayPalClient, NoAnswer, Refused } from './client.ts';

export interface PayPalKeys {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  environment: 'sandbox' | 'production';
}

const webhookShape = z.object({ id: z.string(), url: z.string() });
const anything = z.looseObject({});

const patience = 5000;

/**
 * Asks PayPal itself whether it takes these keys and knows this webhook. Throws a Problem at the field that is wrong.
 * Returns what is fine but should be known.
 */
export async function provePayPal(
  { webhookId, ...keys }: PayPalKeys,
  /** Where this hub takes PayPal's notices. */
  noticesAt: string,
  clock: Clock,
  emulator?: string,
): Promise<string[]> {
  const fault = (fields: Record<string, string>) =>
    new Problem('bad_request', 'PayPal doesn’t take this. Nothing was saved.', { fields });
  const client = createPayPalClient({ ...keys, emulator }, clock, patience);
  const path =
    webhookId === ''
      ? '/v1/notifications/webhooks'
      : `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`;
  try {
    if (webhookId === '') {
      // Any answer beyond the token proves the keys.
      await client.call(path, { answer: anything }).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.issue === 'TOKEN_REFUSED') throw error;
      });
      return ['Without a webhook, refunds and late payments aren’t told to the hub.'];
    }
    const { url } = await client.call(path, { answer: webhookShape });
    return url === noticesAt ? [] : [`PayPal sends this webhook’s notices to ${url}, not to ${noticesAt}.`];
  } catch (error) {
    if (error instanceof Refused && error.issue === 'TOKEN_REFUSED')
      throw fault({
        clientId: `PayPal doesn’t know this pair of client ID and secret in ${keys.environment}. Check both, and which of the two it is for.`,
      });
    if (error instanceof Refused)
      throw fault({ webhookId: 'PayPal has no webhook of this ID for these keys.' });
    if (error instanceof NoAnswer)
      throw new Problem('conflict', 'Couldn’t reach PayPal, so nothing was saved. Try again.');
    throw error;
  }
}
