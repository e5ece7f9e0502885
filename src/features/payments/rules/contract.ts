import * as z from 'zod/mini';

/** What browser and server say to each other about paying. */
export const paymentsApi = { capture: '/api/payments/capture', webhook: '/api/payments/webhook' } as const;

/**
 * `open`: made, and nobody has approved it or we do not know yet. `pending`: the provider holds the money back; that is
 * not paid. `declined`: the card or account was refused, another may be tried. `expired`: can never be paid any more.
 * `mismatch`: the provider took another amount, currency or payee than we asked for; a person must look.
 */
export const paymentStates = [
  'open',
  'pending',
  'paid',
  'declined',
  'expired',
  'mismatch',
  'partly_refunded',
  'refunded',
] as const;
export type PaymentState = (typeof paymentStates)[number];

const providerOrderId = z.string().check(z.regex(/^[A-Za-z0-9-]{6,64}$/, 'not the id of a payment'));

export const captureRequest = z.strictObject({ orderId: providerOrderId });

/** `unknown` stands for "we asked and heard nothing": the hub goes on looking by itself. */
export const captureAnswer = z.object({
  state: z.enum([...paymentStates, 'unknown']),
  /** Of the thing that is paid for: an order, a donation. */
  reference: z.string(),
});
export type CaptureAnswer = z.output<typeof captureAnswer>;

/** What a route answers that begins a payment; the browser hands it to the provider's buttons. */
export const beginAnswer = z.object({ orderId: z.string(), reference: z.string() });
export type BeginAnswer = z.output<typeof beginAnswer>;
