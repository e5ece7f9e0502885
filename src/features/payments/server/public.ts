export { createPayments, type BeginPayment, type Payments } from './payments.ts';
export type { Paid, PaymentHandler, ProviderEvent, Refunded } from './handler.ts';
export { NoAnswer, type PayPalClient, Refused } from './paypal/client.ts';
