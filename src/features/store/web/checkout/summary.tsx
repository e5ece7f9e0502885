import type { ReactNode } from 'react';
import { cents } from '#base/money.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/text.tsx';
import type { BillAnswer } from '../../rules/order-contract.ts';
import { percentWords } from '../../rules/tax.ts';
import { ProductPicture } from '../product-picture.tsx';

/** With room for a title of two lines, whether or not it has them. */
const row = 'flex min-h-64 items-start gap-16';

/** The order as the server adds it up. */
export function OrderSummary({
  bill,
  asked,
  isCurrent,
  takeOut,
}: {
  bill: BillAnswer | null;
  /** How many lines the bill will have; none while something is missing for it. */
  asked: number;
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
              <li key={line.id} className={row}>
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
      ) : asked > 0 ? (
        // As tall as what comes, so that nothing below it moves.
        <>
          <ul className="mt-16 flex flex-col gap-12" aria-hidden="true">
            {Array.from({ length: asked }, (_, at) => (
              <li key={at} className={row}>
                <span className="h-48 w-64 shrink-0 bg-sunken" />
              </li>
            ))}
          </ul>
          <div className="mt-16 flex items-baseline justify-between gap-16 border-t border-hairline pt-16">
            <span className="font-medium">Total</span>
            <span className="text-28 text-muted" role="status">
              <span className="text-17">Calculating...</span>
            </span>
          </div>
        </>
      ) : (
        <p className="mt-16 text-muted" role="status">
          Choose your country to see the total.
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
