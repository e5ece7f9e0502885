import { ApiError } from './api-error.ts';
import { json, type RouteRow } from './http.ts';
import type { CaptureOutcome, createOrders } from './orders.ts';
import type { createSubscriptions } from './subscriptions.ts';
import type { DeliveryMode, Webhooks } from './webhooks.ts';

export interface Faults {
  /** Of the API's answers, how many are lost after the deed is done: 0 to 1. */
  loseAnswers: number;
  /** Of the API's calls, how many never arrive. */
  loseRequests: number;
  scriptGone: boolean;
}

export interface Control {
  orders: ReturnType<typeof createOrders>;
  subscriptions: ReturnType<typeof createSubscriptions>;
  webhooks: Webhooks;
  faults: Faults;
  /** Moves the stand-in's clock on and charges what has become due. */
  advance(ms: number): Promise<void>;
}

/**
 * What a test asks for that no buyer does, from another process. Only JSON is taken, which no page of another site can
 * send: POST /control/approve {"order": ..., "outcome": "PENDING"}.
 */
export function controlRoutes(control: Control): RouteRow[] {
  const { orders, subscriptions, webhooks, faults } = control;
  const deeds: Record<string, (given: Record<string, unknown>) => unknown> = {
    approve: ({ order, outcome }) => orders.approve(String(order), outcome as CaptureOutcome | undefined),
    decide: ({ capture, status }) => orders.decide(String(capture), status as 'COMPLETED' | 'DENIED'),
    refund: ({ capture, cents }) =>
      orders.refund(
        String(capture),
        cents === undefined
          ? {}
          : { amount: { currency_code: 'USD', value: (Number(cents) / 100).toFixed(2) } },
      ),
    reverse: ({ capture }) => orders.reverse(String(capture)),
    tamper: (given) => orders.setTamper(Object.keys(given).length > 0 ? given : null),
    faults: (given) => Object.assign(faults, given),
    webhooks: ({ mode }) => webhooks.setMode(mode as DeliveryMode),
    release: (given) => webhooks.release(given),
    subscribe: ({ subscription }) => subscriptions.approve(String(subscription)),
    failing: ({ subscription, fails }) => subscriptions.setFailing(String(subscription), fails === true),
    advance: ({ ms }) => control.advance(Number(ms)),
  };
  return [
    [
      'POST',
      /^\/control\/([a-z]+)$/,
      async ({ params, body, headers }) => {
        if (!headers['content-type']?.startsWith('application/json'))
          throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'JSON_ONLY');
        const deed = deeds[params[0] ?? ''];
        if (!deed) throw new ApiError(404, 'RESOURCE_NOT_FOUND', Object.keys(deeds).join(' '));
        return json({ done: (await deed(body)) ?? true });
      },
    ],
    ['GET', /^\/control\/orders$/, () => json({ orders: [...orders.orders.values()] })],
  ];
}
