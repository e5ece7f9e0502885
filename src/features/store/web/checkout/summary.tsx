import ChevronDown from '#ui/icons/chevron-down.ts';
import { useState } from 'react';
import { countOf } from '#base/count.ts';
import { cents } from '#base/money.ts';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Receipt, ReceiptLine, ReceiptTotal } from '#ui/stationery.tsx';
import { Price } from '#ui/price.tsx';
import type { CartLine } from '../../rules/cart-lines.ts';
import type { BillAnswer } from '../../rules/order-contract.ts';
import type { QuoteLine } from '../../rules/quote.ts';
import { percentWords } from '../../rules/tax.ts';
import { ProductPicture } from '../product-picture.tsx';

interface SummaryProps {
  bill: BillAnswer | null;
  /** What is asked to be paid, as far as the browser knows it; its lines have the height of the bill's. */
  lines: readonly CartLine[];
  /** Everything that a bill needs is there: it is on its way. */
  isAsked: boolean;
  isCurrent: boolean;
  /** For what is paid past the cart, where nothing else can be changed. */
  takeOut: ((ids: string[]) => void) | null;
}

/** The order as the server adds it up: beside the form, or on a phone behind a line that stays at the top. */
export function OrderSummary({ bill, lines, isAsked, isCurrent, takeOut }: SummaryProps) {
  const [isOpen, setOpen] = useState(false);
  // Nothing is free because it cannot be had.
  const isSold = bill?.quote.lines.some(({ state }) => state !== 'gone') ?? false;
  const total = bill && <Price cents={cents(bill.totalCents)} {...(isSold && { free: 'Free' })} />;
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <button
        type="button"
        className="ui-lid"
        aria-expanded={isOpen}
        aria-controls="order"
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          {isOpen ? 'Hide' : 'Show'} {countOf(count, 'item')}
        </span>
        <Icon of={ChevronDown} size={16} />
        <span className="ml-auto text-17">{total}</span>
      </button>
      <div id="order" className={isOpen ? 'ui-lidded' : 'ui-lidded max-lg:hidden'}>
        <Receipt aria-labelledby="summary">
          <div className="flex items-baseline justify-between gap-16 pb-8">
            <h2 id="summary" className="text-17">
              Your order
            </h2>
            {!takeOut && <Link href="/cart">Change</Link>}
          </div>
          <ul className={isCurrent ? undefined : 'text-muted'}>
            {bill
              ? bill.quote.lines.map((line) => (
                  <BillLine
                    key={line.id}
                    line={line}
                    takeOut={bill.quote.lines.length > 1 ? takeOut : null}
                  />
                ))
              : lines.map(({ id, known: { title, image } }) => (
                  <li key={id} className={row}>
                    <ProductPicture
                      image={image ? { src: image, alt: '' } : null}
                      place="thumb"
                      silent
                      soon
                      className={thumb}
                    />
                    {title !== id && <span className="text-muted">{title}</span>}
                  </li>
                ))}
          </ul>
          <hr />
          {bill && <Sums bill={bill} />}
          {bill || isAsked ? (
            <div aria-live="polite">
              <ReceiptTotal
                price={
                  total ? (
                    <span data-testid="checkout-total">{total}</span>
                  ) : (
                    <span className="text-15 text-muted">Calculating...</span>
                  )
                }
              />
            </div>
          ) : (
            <p className="py-8 text-muted" role="status">
              Choose your country to see the total.
            </p>
          )}
        </Receipt>
      </div>
    </>
  );
}

/** With room for a title of two lines, whether or not it has them. */
const row = 'flex min-h-64 items-center gap-12';
const thumb = 'w-64 shrink-0';

function BillLine({ line, takeOut }: { line: QuoteLine; takeOut: SummaryProps['takeOut'] }) {
  const title = line.title ?? line.id;
  const name = (
    <span className="[overflow-wrap:anywhere]">
      {title}
      {line.quantity > 1 && ` × ${line.quantity}`}
      {takeOut && (
        <button
          type="button"
          className="ui-link ml-8 text-15"
          aria-label={`Remove ${title}`}
          onClick={() => takeOut([line.id])}
        >
          Remove
        </button>
      )}
    </span>
  );
  const isGone = line.state === 'gone';
  return (
    <li className={row}>
      <ProductPicture image={line.image} place="thumb" silent soon className={thumb} />
      <div className="min-w-0 grow">
        <ReceiptLine
          label={name}
          price={
            isGone ? (
              <span className="text-muted">No longer sold</span>
            ) : (
              <Price cents={line.lineCents} free="Free" />
            )
          }
        />
      </div>
    </li>
  );
}

const Sums = ({ bill }: { bill: BillAnswer }) => (
  <>
    {bill.discountCents > 0 && (
      <ReceiptLine
        label="Coupon"
        price={
          <>
            −<Price cents={cents(bill.discountCents)} />
          </>
        }
      />
    )}
    {bill.taxCents > 0 && (
      <ReceiptLine
        label={`Tax, ${percentWords(bill.taxBasisPoints)}`}
        price={<Price cents={cents(bill.taxCents)} />}
      />
    )}
    {bill.reverseCharge && <ReceiptLine label="Tax" price="Reverse charge" />}
  </>
);
