import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import type { CaptureAnswer, CheckoutAnswer, CheckoutRequest } from '../../rules/order-contract.ts';
import { cart } from '../cart.ts';
import { dropCheckoutKey, readCheckoutKey } from './draft.ts';

export type CheckoutFields = Omit<CheckoutRequest, 'checkoutKey'>;

/** Places the order; the same cart again, also from another tab, is the same order. */
export const placeOrder = (fields: CheckoutFields): Promise<CheckoutAnswer> =>
  withSession(() =>
    api<CheckoutAnswer>('/api/checkout', {
      method: 'POST',
      body: { ...fields, checkoutKey: readCheckoutKey() },
      timeoutMs: 40_000,
    }),
  );

/** Takes the money that was approved; an answer that is lost is asked for again, and nothing is taken twice. */
export async function capture(token: string, tries = 3): Promise<CaptureAnswer> {
  for (let left = tries; ; left--) {
    try {
      return await api<CaptureAnswer>('/api/checkout/capture', {
        method: 'POST',
        body: { token },
        timeoutMs: 40_000,
      });
    } catch (error) {
      const mayBeLost = error instanceof Problem && ['unavailable', 'internal'].includes(error.code);
      if (!mayBeLost || left <= 1) throw error;
    }
  }
}

/** It is bought: the cart and its payment's name have done their work. */
export function finish(): void {
  dropCheckoutKey();
  cart.clear();
}

export const thanksPath = (token: string): string => `/thank-you?order=${encodeURIComponent(token)}`;
