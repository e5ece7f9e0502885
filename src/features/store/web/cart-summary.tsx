import { countOf } from '#base/count.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Receipt, ReceiptLine, ReceiptTotal } from '#ui/stationery.tsx';
import { Price } from '#ui/price.tsx';
import { useCheckout } from './use-checkout.ts';
import { isGone, type PricedLine } from './cart-row.tsx';
import type { QuoteState } from './use-quote.ts';

/** What it comes to, in the server's words alone. The browser adds up nothing. */
export function CartSummary({ lines, answer }: { lines: readonly PricedLine[]; answer: QuoteState }) {
  const { state, quote } = answer;
  const checkout = useCheckout();
  const hasSupport = usePathExists()('/support');
  const sold = lines.filter((line) => !isGone(line));
  const count = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  const isClean = state === 'ready' && lines.every((line) => line.quote?.state === 'ok');
  const total =
    quote && (state === 'ready' || state === 'waiting') ? (
      <span className={state === 'waiting' ? 'text-muted' : undefined}>
        <Price cents={quote.totalCents} {...(sold.length > 0 && { free: 'Free' })} />
      </span>
    ) : (
      <span className="text-15 text-muted">{state === 'waiting' ? 'Calculating...' : 'Not available'}</span>
    );
  return (
    <Receipt aria-labelledby="total">
      <h2 id="total" className="pb-8 text-17">
        {countOf(count, 'item')}
      </h2>
      {sold.map(({ id, known, quantity, quote: line }) => (
        <ReceiptLine
          key={id}
          label={`${line?.title ?? known.title}${quantity > 1 ? ` × ${quantity}` : ''}`}
          price={line?.quantity === quantity ? <Price cents={line.lineCents} free="Free" /> : '…'}
        />
      ))}
      <hr />
      <div aria-live="polite">
        <ReceiptTotal price={<span data-testid="cart-total">{total}</span>} />
      </div>
      <p className="text-13 text-muted">
        In US dollars.{checkout && ' Tax, where it is due, is added at checkout.'}
      </p>
      {state === 'unreachable' && (
        <div className="mt-16">
          <Notice
            kind="warn"
            title="Can’t reach the server"
            actions={
              <Button size="tool" onClick={answer.again}>
                Try again
              </Button>
            }
          >
            Your cart is saved on this device, with the prices you saw. The total comes back with the
            connection.
          </Notice>
        </div>
      )}
      {state === 'refused' && (
        <div className="mt-16">
          <Notice kind="danger">{answer.words}</Notice>
        </div>
      )}
      {checkout && (
        <ButtonLink
          variant="primary"
          className="ui-thumb-end my-16 w-full"
          {...(isClean ? { href: checkout } : { 'aria-disabled': true, role: 'link' })}
        >
          {quote?.totalCents === 0 && isClean ? 'Get it free' : 'Check out'}
        </ButtonLink>
      )}
      {checkout && state === 'ready' && !isClean && (
        <p className="pb-16 text-13 text-muted">
          Accept the new prices and remove what is no longer sold, then check out.
        </p>
      )}
      {!checkout && hasSupport && (
        <p className="py-16 text-15 text-muted">Payments aren’t available yet. Your cart is saved.</p>
      )}
    </Receipt>
  );
}
