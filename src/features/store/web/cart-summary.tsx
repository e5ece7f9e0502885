import { countOf } from '#base/count.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Price } from '#ui/text.tsx';
import { useCheckout } from './use-checkout.ts';
import { isGone, type PricedLine } from './cart-row.tsx';
import type { QuoteState } from './use-quote.ts';

/** What it comes to, in the server's words alone. The browser adds up nothing. */
export function CartSummary({ lines, answer }: { lines: readonly PricedLine[]; answer: QuoteState }) {
  const { state, quote } = answer;
  const checkout = useCheckout();
  const hasSupport = usePathExists()('/support');
  const count = lines.filter((line) => !isGone(line)).reduce((sum, { quantity }) => sum + quantity, 0);
  const isClean = state === 'ready' && lines.every((line) => line.quote?.state === 'ok');
  return (
    <section aria-labelledby="total" className="border border-hairline bg-surface p-24">
      <div className="flex items-baseline justify-between gap-16">
        <h2 id="total" className="text-17">
          Total
        </h2>
        <p className="text-28" aria-live="polite" data-testid="cart-total">
          {quote && (state === 'ready' || state === 'waiting') ? (
            <span className={state === 'waiting' ? 'text-muted' : undefined}>
              <Price cents={quote.totalCents} {...(!lines.every(isGone) && { free: 'Free' })} />
            </span>
          ) : (
            <span className="text-15 text-muted">
              {state === 'waiting' ? 'Calculating...' : 'Not available'}
            </span>
          )}
        </p>
      </div>
      <p className="mt-4 text-15 text-muted">
        {countOf(count, 'item')}, in US dollars
        {checkout && '. Tax, where it is due, is added at checkout'}.
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
          className="mt-24 w-full"
          {...(isClean ? { href: checkout } : { 'aria-disabled': true, role: 'link' })}
        >
          {quote?.totalCents === 0 && isClean ? 'Get it free' : 'Check out'}
        </ButtonLink>
      )}
      {checkout && state === 'ready' && !isClean && (
        <p className="mt-8 text-13 text-muted">
          Accept the new prices and remove what is no longer sold, then check out.
        </p>
      )}
      {!checkout && hasSupport && (
        <p className="mt-16 text-15 text-muted">Payments aren’t available yet. Your cart is saved.</p>
      )}
    </section>
  );
}
