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
      'PayPal, but without its webhook: PAYPAL_WEBHOOK_ID is missing',
      'Create a webhook for this hub in the PayPal dashboard, and set its ID. Refunds and late payments are only reported through it.',
    );
  }
  if (paypal.environment === 'sandbox' && live)
    return note(
      about,
      "PayPal's sandbox: no money moves",
      'To sell, set PAYPAL_ENV=production and its keys.',
    );
  return good(about, `PayPal ${paypal.environment}, with a webhook`);
}

export async function aiFinding({ ai }: Config): Promise<Finding> {
  const about = 'AI';
  if (!ai) return good(about, 'no endpoint is set');
  const { host } = new URL(ai.baseUrl);
  const advice = 'Compare AI_BASE_URL, AI_API_KEY and AI_MODEL with what the provider says.';
  try {
    const response = await fetch(`${ai.baseUrl.replace(/\/$/, '')}/models`, {
      headers: ai.apiKey ? { authorization: `Bearer ${ai.apiKey}` } : {},
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 401 || response.status === 403)
      return bad(about, `${host} refuses the key (${response.status})`, advice);
    if (!response.ok)
      return note(
        about,
        `${host} answers, but does not list its models (${response.status})`,
        'Nothing to do if documents are written.',
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
    return bad(about, `${host} is not reachable from here (${reasonOf(error)})`, advice);
  }
}
