import { addCents, cents, type Cents } from '#base/money.ts';
import { type Coupon, discountOn } from './coupon.ts';
import type { Quote } from './quote.ts';
import { type Tax, taxOn, type TaxSettings, type VatIdState } from './tax.ts';

export interface Bill extends Tax {
  subtotalCents: Cents;
  discountCents: Cents;
  /** By line, in the quote's order. */
  lineDiscounts: Cents[];
  totalCents: Cents;
}

/** What a cart comes to with coupon and tax: the one sum, made on the server, shown before paying and charged. */
export function billFor(
  { lines }: Pick<Quote, 'lines'>,
  buyer: { country: string; vatIdState: VatIdState },
  coupon: Coupon | null,
  settings: TaxSettings,
): Bill {
  const subtotalCents = addCents(...lines.map(({ lineCents }) => lineCents));
  const lineDiscounts = discountOn(lines, coupon);
  const discountCents = addCents(...lineDiscounts);
  const netCents = cents(subtotalCents - discountCents);
  const tax = taxOn(netCents, buyer, settings);
  return {
    ...tax,
    subtotalCents,
    discountCents,
    lineDiscounts,
    totalCents: addCents(netCents, tax.taxCents),
  };
}
