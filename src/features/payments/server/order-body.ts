import { providerAmount } from '../rules/amount.ts';

export interface BeginPayment {
  kind: string;
  /** The id of what is paid for (ord_..., don_...): one payment each, unique over all kinds. */
  reference: string;
  totalCents: number;
  currency: 'USD';
  description: string;
  /** Shown at the provider; must add up to the total, or is left out. */
  lines?: { name: string; quantity: number; unitCents: number }[];
  payerEmail?: string | undefined;
  /** What the buyer saw. Another price is a Problem `conflict`, and nothing is begun. */
  shownCents: number;
}

/** As much of a text as the provider takes; never half of a letter, which would be no text to it. */
export const cut = (text: string, most: number): string =>
  text
    .toWellFormed()
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '');

/** An order as the provider takes it: one unit that names what it is for. */
export function orderBody(payment: BeginPayment, attempt: number, brand: string): object {
  const { reference, totalCents, description } = payment;
  const lines = payment.lines ?? [];
  const sum = lines.reduce((total, line) => total + line.quantity * line.unitCents, 0);
  const money = (cents: number) => ({ currency_code: 'USD', value: providerAmount(cents) });
  const itemised = lines.length > 0 && sum === totalCents;
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: reference,
        custom_id: reference,
        // Refused by the provider when it was paid before: a last guard against paying twice.
        invoice_id: `${reference}-${attempt}`,
        description: cut(description, 127),
        amount: {
          ...money(totalCents),
          ...(itemised && { breakdown: { item_total: money(totalCents) } }),
        },
        ...(itemised && {
          items: lines.map(({ name, quantity, unitCents }) => ({
            name: cut(name, 127),
            quantity: String(quantity),
            unit_amount: money(unitCents),
            category: 'DIGITAL_GOODS',
          })),
        }),
      },
    ],
    application_context: {
      brand_name: cut(brand, 127),
      shipping_preference: 'NO_SHIPPING',
      user_action: 'PAY_NOW',
    },
  };
}
