import { Checkout } from '../checkout/checkout.tsx';

export const head = () => ({
  title: 'Checkout',
  description: 'Check out without an account.',
});

export default function CheckoutGuest() {
  return <Checkout asGuest />;
}
