import type { Config } from '#platform/server/config.ts';
import { bad, type Finding, good, note, patience, reasonOf } from './finding.ts';

export function paymentFinding({ paypal, live }: Config): Finding {
  const about = 'payments';
  if (!paypal) {
    return live
      ? note(
          about,
          'off: customers can’t pay',
          'To sell, set PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID.',
        )
      : note(about, 'not set: customers can’t pay', 'Fine for trying it out.');
  }
  if (!paypal.webhookId) {
    return bad(
      about,
      'PayPal without a webhook: PAYPAL_WEBHOOK_ID is missing',
      'Create a webhook for this hub in the PayPal dashboard, and set its ID. Refunds and late payments are only reported through it.',
    );
  }
  if (paypal.environment === 'sandbox' && live)
    return note(
      about,
      'PayPal sandbox: no real payments',
      'To sell, set PAYPAL_ENV=production and the production keys.',
    );
  return good(about, `PayPal ${paypal.environment}, with a webhook`);
}

export async function aiFinding({ ai }: Config): Promise<Finding> {
  const about = 'AI';
  if (!ai) return good(about, 'no endpoint is configured');
  const { host } = new URL(ai.baseUrl);
  const advice = 'Check AI_BASE_URL, AI_API_KEY and AI_MODEL against your provider’s settings.';
  try {
    const response = await fetch(`${ai.baseUrl.replace(/\/$/, '')}/models`, {
      headers: ai.apiKey ? { authorization: `Bearer ${ai.apiKey}` } : {},
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 401 || response.status === 403)
      return bad(about, `${host} rejects the key (${response.status})`, advice);
    if (!response.ok)
      return note(
        about,
        `${host} responds, but doesn’t list its models (${response.status})`,
        'Nothing to do if drafting works.',
      );
    const body = (await response.json().catch(() => null)) as { data?: { id?: unknown }[] } | null;
    const models = (Array.isArray(body?.data) ? body.data : []).map((model) => model?.id);
    if (models.length > 0 && !models.includes(ai.model))
      return bad(
        about,
        `${host} has no model named ${ai.model}`,
        `It has: ${models
          .filter((id) => typeof id === 'string')
          .slice(0, 8)
          .join(', ')}.`,
      );
    return good(about, `${ai.model} at ${host}`);
  } catch (error) {
    return bad(about, `can’t reach ${host} from here (${reasonOf(error)})`, advice);
  }
}
