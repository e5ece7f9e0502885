import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import type { Direct } from '../../rules/direct.ts';
import type {
  CaptureAnswer,
  CheckoutAnswer,
  CheckoutRequest,
  OrderView,
} from '../../rules/order-contract.ts';
import { cart } from '../cart.ts';
import { keepUnlocked } from '../unlocked.ts';
import { checkoutDraft, dropCheckoutKey, readCheckoutKey } from './draft.ts';

export type CheckoutFields = Omit<CheckoutRequest, 'checkoutKey' | 'funnel' | 'mark'>;

/** Places the order; the same cart again, also from another tab, is the same order. */
export const placeOrder = (fields: CheckoutFields, direct: Direct | null): Promise<CheckoutAnswer> =>
  withSession(() =>
    api<CheckoutAnswer>('/api/checkout', {
      method: 'POST',
      body: {
        ...fields,
        checkoutKey: readCheckoutKey(direct),
        ...(direct?.funnel != null && { funnel: direct.funnel }),
        ...(direct?.mark != null && { mark: direct.mark }),
      },
      timeoutMs: 40_000,
    }),
  );

const pauses = [1000, 4000];
const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Takes the money that was approved; an answer that is lost is asked for again, and nothing is taken twice. */
export async function capture(token: string, pause = pauseFor): Promise<CaptureAnswer> {
  for (let tries = 0; ; tries++) {
    try {
      return await api<CaptureAnswer>('/api/checkout/capture', {
        method: 'POST',
        body: { token },
        timeoutMs: 40_000,
      });
    } catch (error) {
      const mayBeLost = error instanceof Problem && ['unavailable', 'internal'].includes(error.code);
      if (!mayBeLost) throw error;
      const ms = pauses[tries];
      if (ms !== undefined) await pause(ms);
      // Nobody may say here that nothing was charged: the hub takes what was agreed to as soon as it can.
      else
        throw new Problem(
          'unavailable',
          'You approved the payment, but we lost the connection. If it went through, your files are in your inbox. You can try again; you won’t be charged twice.',
        );
    }
  }
}

/** It is bought: the form, the cart and its payment's name have done their work; a cart that was passed by stays. */
export function finish(direct: Direct | null): void {
  dropCheckoutKey(direct);
  checkoutDraft.drop();
  if (!direct) cart.clear();
}

/** What was bought opens at once on this device, also where another page than ours thanks for it. */
export const unlockBought = (token: string): Promise<void> =>
  api<OrderView>(`/api/orders/one?order=${encodeURIComponent(token)}`).then(
    (order) => keepUnlocked([order]),
    () => {},
  );

export const thanksPath = (token: string): string => `/thank-you?order=${encodeURIComponent(token)}`;
