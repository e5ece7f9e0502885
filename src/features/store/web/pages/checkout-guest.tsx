import { Checkout } from '../checkout/checkout.tsx';

export const head = () => ({
  title: 'Checkout',
  description: 'Pay for what is in your cart, without an account.',
});

export default function CheckoutGuest() {
  return <Checkout asGuest />;
}
