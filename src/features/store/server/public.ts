export type { CheckoutStarted, OrderOptions, OrderPayments } from './orders/desk.ts';
export { createOrders, type IssuedCoupon, type Orders } from './orders/index.ts';
export type { PaidOrder } from './orders/settle.ts';
