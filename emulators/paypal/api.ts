import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ApiError } from './api-error.ts';
import { type Asked, json, type RouteRow } from './http.ts';
import { newId, type createOrders } from './orders.ts';
import type { createSubscriptions } from './subscriptions.ts';
import type { Webhooks } from './webhooks.ts';

interface Parts {
  orders: ReturnType<typeof createOrders>;
  subscriptions: ReturnType<typeof createSubscriptions>;
  webhooks: Webhooks;
}

const part = (params: string[], at = 0): string => params[at] ?? '';

/** All of it for who prefers that; else its id, its state and where to go on, as PayPal answers by itself. */
const asMuch = <T extends { id: string; status: string; links: unknown }>({ headers }: Asked, whole: T) =>
  String(headers['prefer'] ?? '').includes('return=representation')
    ? whole
    : { id: whole.id, status: whole.status, links: whole.links };

/** What a shop's server calls, with its token. */
export function apiRoutes({ orders, subscriptions, webhooks }: Parts): RouteRow[] {
  const one = '([A-Za-z0-9-]+)';
  const path = (text: string) => new RegExp(`^${text.replaceAll(':id', one)}$`);
  return [
    ['POST', path('/v2/checkout/orders'), (asked) => json(asMuch(asked, orders.create(asked.body)), 201)],
    ['GET', path('/v2/checkout/orders/:id'), ({ params }) => json(orders.find(part(params)))],
    [
      'PATCH',
      path('/v2/checkout/orders/:id'),
      ({ params, body }) => {
        orders.patch(part(params), body);
        return json(null, 204);
      },
    ],
    ['GET', path('/v2/payments/refunds/:id'), ({ params }) => json(orders.findRefund(part(params)))],
    [
      'POST',
      path('/v2/checkout/orders/:id/capture'),
      (asked) => json(asMuch(asked, orders.capture(part(asked.params))), 201),
    ],
    ['GET', path('/v2/payments/captures/:id'), ({ params }) => json(orders.findCapture(part(params)))],
    [
      'POST',
      path('/v2/payments/captures/:id/refund'),
      // A subscription's payments are given back at the same address.
      ({ params, body }) =>
        json((subscriptions.saleOf(part(params)) ? subscriptions : orders).refund(part(params), body), 201),
    ],
    ['GET', path('/v1/notifications/webhooks/:id'), ({ params }) => json(webhooks.find(part(params)))],
    ['POST', path('/v1/catalogs/products'), ({ body }) => json({ ...body, id: `PROD-${newId()}` }, 201)],
    ['POST', path('/v1/billing/plans'), ({ body }) => json(subscriptions.createPlan(body as never), 201)],
    ['GET', path('/v1/billing/plans/:id'), ({ params }) => json(subscriptions.planOf(part(params)))],
    [
      'POST',
      path('/v1/billing/plans/:id/(activate|deactivate)'),
      ({ params }) => {
        subscriptions.setPlanStatus(part(params), part(params, 1) === 'activate' ? 'ACTIVE' : 'INACTIVE');
        return json(null, 204);
      },
    ],
    ['POST', path('/v1/billing/subscriptions'), ({ body }) => json(subscriptions.create(body as never), 201)],
    ['GET', path('/v1/billing/subscriptions/:id'), ({ params }) => json(subscriptions.find(part(params)))],
    [
      'GET',
      path('/v1/billing/subscriptions/:id/transactions'),
      ({ params }) => json(subscriptions.transactionsOf(part(params))),
    ],
    [
      'POST',
      path('/v1/billing/subscriptions/:id/capture'),
      ({ params, body }) => json(subscriptions.captureOutstanding(part(params), body)),
    ],
    [
      'POST',
      path('/v1/billing/subscriptions/:id/revise'),
      ({ params, body }) => json(subscriptions.revise(part(params), body)),
    ],
    [
      'POST',
      path('/v1/billing/subscriptions/:id/(cancel|suspend|activate)'),
      ({ params }) => {
        subscriptions.change(part(params), part(params, 1) as 'cancel');
        return json(null, 204);
      },
    ],
    [
      'POST',
      path('/v1/notifications/verify-webhook-signature'),
      ({ body }) => json({ verification_status: isSigned(webhooks, body) ? 'SUCCESS' : 'FAILURE' }),
    ],
  ];
}

function isSigned(webhooks: Webhooks, given: Record<string, unknown>): boolean {
  const event = given['webhook_event'];
  if (typeof event !== 'object') throw new ApiError(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER');
  const field = (name: string) => String(given[name] ?? '');
  const text = `${field('transmission_id')}|${field('transmission_time')}|${webhooks.webhookId}|${crc32(JSON.stringify(event))}`;
  return (
    field('webhook_id') === webhooks.webhookId &&
    createVerify('RSA-SHA256')
      .update(text)
      .verify(new X509Certificate(webhooks.pem).publicKey, field('transmission_sig'), 'base64')
  );
}
