export type { Move } from './moves.ts';
export { createPayments, type Payments } from './payments.ts';
export type { BeginPayment } from './order-body.ts';
export type { Paid, PaymentHandler, ProviderEvent, Refunded } from './handler.ts';
export { NoAnswer, type PayPalClient, Refused } from './paypal/client.ts';
export { type PayPalKeys, provePayPal } from './paypal/prove.ts';
export { createDonations, type Donations } from './donations/donations.ts';
export { paymentsPolicy, paymentsRuntime } from './in-the-browser.ts';
export { openRefund, unansweredRefund } from './open-refund.ts';
