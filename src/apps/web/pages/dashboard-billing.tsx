import BillingPlace from '#features/billing/web/billing-place.tsx';
import { Place } from '../workspace/workspace.tsx';

export const head = () => ({
  title: 'Billing',
  description: 'Your plan, next payment and invoices. Change or cancel here.',
});

export default function BillingPage() {
  return (
    <Place
      here="/dashboard/billing"
      title="Billing"
      lead="Your plan, payments and invoices. Change or cancel any time."
    >
      <BillingPlace />
    </Place>
  );
}
