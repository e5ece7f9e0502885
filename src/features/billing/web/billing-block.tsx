import { BillingPanel } from './billing-panel.tsx';

/** Billing, as one part of the dashboard. */
export default function BillingBlock() {
  return <BillingPanel most={3} />;
}
