import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentState } from '../rules/contract.ts';
import type { PaymentHandler } from './handler.ts';

export interface BeginPayment {
  kind: string;
  /** The id of what is paid for (ord_..., don_...): one payment each, unique over all kinds. */
  reference: string;
  totalCents: number;
  currency: 'USD';
  description: string;
  /** Shown at the provider; must add up to the total, or is left out. */
  lines?: { name: string; quantity: number; unitCents: number }[];
  payerEmail?: string | undefined;
  /** What the buyer saw. Another price is a Problem `conflict`, and nothing is begun. */
  shownCents: number;
}

export interface Payments {
  mode: 'emulator' | 'paypal' | 'off';
  /** Begun twice it is the same order. Throws a Problem: `conflict` (other price), `unavailable` (off, no answer). */
  begin(payment: BeginPayment): Promise<{ providerOrderId: string }>;
  /** Takes the money of an approved order; asked any number of times it is taken once. */
  capture(providerOrderId: string): Promise<{ state: PaymentState | 'unknown'; reference: string }>;
  /** Gives money back; `cents` null: all that is left. */
  refund(reference: string, cents: number | null, reason: string): Promise<{ refundedCents: number }>;
  state(reference: string): Promise<PaymentState | null>;
}

export function createPayments(_platform: Platform, _parts: { handlers: PaymentHandler[] }): Payments {
  const notYet = async (): Promise<never> => {
    throw new Problem('unavailable');
  };
  return { mode: 'off', begin: notYet, capture: notYet, refund: notYet, state: async () => null };
}
