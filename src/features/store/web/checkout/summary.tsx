import type { ReactNode } from 'react';
import { cents } from '#base/money.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/text.tsx';
import type { BillAnswer } from '../../rules/order-contract.ts';
import { percentWords } from '../../rules/tax.ts';
import { ProductPicture } from '../product-picture.tsx';

/** The order as the server adds it up. */
export function OrderSummary({
  bill,
  isAsked,
  isCurrent,
  takeOut,
}: {
  bill: BillAnswer | null;
  isAsked: boolean;
  isCurrent: boolean;
  /** For what is paid past the cart, where nothing else can be changed. */
  takeOut: ((ids: string[]) => void) | null;
}) {
  // Nothing is free because it cannot be had.
  const isSold = bill?.quote.lines.some(({ state }) => state !== 'gone') ?? false;
  return (
    <section aria-labelledby="summary" className="border border-hairline bg-surface p-24">
      <div className="flex items-baseline justify-between gap-16">
        <h2 id="summary" className="text-17">
          Your order
        </h2>
        {!takeOut && <Link href="/cart">Change</Link>}
      </div>
      {bill ? (
        <div className={isCurrent ? undefined : 'text-muted'}>
          <ul className="mt-16 flex flex-col gap-12">
            {bill.quote.lines.map((line) => (
              <li key={line.id} className="flex items-start gap-16">
                <ProductPicture image={line.image} silent className="w-64 shrink-0" />
                <span className="grow [overflow-wrap:anywhere]">
                  {line.title ?? line.id}
                  {line.quantity > 1 && ` × ${line.quantity}`}
                  {takeOut && bill.quote.lines.length > 1 && (
                    <button
                      type="button"
                      className="ui-link ml-8 text-15"
                      aria-label={`Remove ${line.title ?? line.id}`}
                      onClick={() => takeOut([line.id])}
                    >
                      Remove
                    </button>
                  )}
                </span>
                {line.state === 'gone' ? (
                  <span className="text-muted">No longer sold</span>
                ) : (
                  <Price cents={line.lineCents} free="Free" />
                )}
              </li>
            ))}
          </ul>
          <dl className="mt-16 flex flex-col gap-8 border-t border-hairline pt-16">
            {bill.discountCents > 0 && (
              <Sum label="Coupon">
                −<Price cents={cents(bill.discountCents)} />
              </Sum>
            )}
            {bill.taxCents > 0 && (
              <Sum label={`Tax, ${percentWords(bill.taxBasisPoints)}`}>
                <Price cents={cents(bill.taxCents)} />
              </Sum>
            )}
            {bill.reverseCharge && <Sum label="Tax">Reverse charge</Sum>}
            <div className="flex items-baseline justify-between gap-16" aria-live="polite">
              <dt className="font-medium">Total</dt>
              <dd className="text-28" data-testid="checkout-total">
                <Price cents={cents(bill.totalCents)} {...(isSold && { free: 'Free' })} />
              </dd>
            </div>
          </dl>
        </div>
      ) : (
        <p className="mt-16 text-muted" role="status">
          {isAsked ? 'Calculating...' : 'Choose your country to see the total.'}
        </p>
      )}
    </section>
  );
}

const Sum = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-16 text-15">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
