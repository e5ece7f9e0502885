import { Purchases } from './orders/purchases.tsx';

/** The latest purchases, as one part of the dashboard. */
export default function PurchasesBlock() {
  return <Purchases most={2} />;
}
