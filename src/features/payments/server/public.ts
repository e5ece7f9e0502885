export { createPayments, type BeginPayment, type Payments } from './payments.ts';
export type { Paid, PaymentHandler, ProviderEvent, Refunded } from './handler.ts';
export type { PayPalClient } from './paypal/client.ts';
