import { useEffect, useRef, useState } from 'react';
import { countOf } from '#base/count.ts';
import { cents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import { PayButtons } from '#platform/web/payments/pay-buttons.tsx';
import { useNavigate } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Price } from '#ui/price.tsx';
import { cartCount } from '../../rules/cart.ts';
import type { Direct } from '../../rules/direct.ts';
import type { BillAnswer } from '../../rules/order-contract.ts';
import { useCart } from '../cart.ts';
import { capture, type CheckoutFields, finish, placeOrder, thanksPath, unlockBought } from './placing.ts';

interface PaymentProps {
  bill: BillAnswer;
  /** The total that is shown is the one that would be charged. */
  isReady: boolean;
  /** What is missing, shown beside its field; null when all is there. */
  check(): Record<string, string> | null;
  onFields(fields: Record<string, string>): void;
  /** The server sees another total: it is asked for again, and shown. */
  onStale(): void;
  request: CheckoutFields;
  /** Paid past the cart, and thanked for by the funnel it came from. */
  direct: Direct | null;
}

/** The end of the checkout: the provider's buttons, or one of ours where nothing is to be paid. */
export function Payment({ bill, isReady, check, onFields, onStale, request, direct }: PaymentProps) {
  const navigate = useNavigate();
  const waiting = cartCount(useCart());
  const [words, setWords] = useState<{ kind: 'danger' | 'warn'; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { place: ways, isSeen } = useSeen();
  // Read by the provider's own window long after this drawing.
  const token = useRef('');
  // The window opens again by itself then, and why must stay to be read.
  const wasDeclined = useRef(false);

  const refuse = (error: unknown) => {
    const problem =
      error instanceof Problem
        ? error
        : new Problem(
            'unavailable',
            'The payment window didn’t open or closed early. Nothing was charged. Try again.',
          );
    if (problem.details.fields) onFields(problem.details.fields);
    if (problem.code === 'conflict') onStale();
    setWords({ kind: 'danger', text: problem.message });
  };
  const arrive = (paid: string) => {
    finish(direct);
    if (direct?.thanks == null) return void navigate(thanksPath(paid));
    const thanks = `${direct.thanks}?order=${encodeURIComponent(paid)}`;
    void unlockBought(paid).then(() => window.location.assign(thanks));
  };
  /** The payment's id with the provider; rejects where there is nothing to approve. */
  async function begin(): Promise<string> {
    if (!wasDeclined.current) setWords(null);
    wasDeclined.current = false;
    const placed = await placeOrder(request, direct);
    token.current = placed.token;
    if (placed.providerOrderId === null) {
      arrive(placed.token);
      throw new Problem('conflict', 'This cart is already paid.');
    }
    return placed.providerOrderId;
  }
  async function take(paid: string): Promise<'done' | 'declined'> {
    const { state, words: said } = await capture(paid);
    if (state === 'paid' || state === 'pending') arrive(paid);
    else setWords({ kind: 'danger', text: said });
    wasDeclined.current = state === 'declined';
    return wasDeclined.current ? 'declined' : 'done';
  }
  const getIt = () => {
    if (check()) return;
    setBusy(true);
    setWords(null);
    placeOrder(request, direct)
      .then(({ token: free }) => arrive(free), refuse)
      .finally(() => setBusy(false));
  };

  const isFree = bill.totalCents === 0;
  const toPay = () => {
    // What stands against paying is said at the top of the form, or beside the field.
    if (!isReady) window.scrollTo({ top: 0 });
    else if (!check()) {
      ways.current?.scrollIntoView({ block: 'end' });
      ways.current?.focus({ preventScroll: true });
    }
  };

  // The bar is a child of the form's own column, so that it stays in sight along all of it.
  return (
    <>
      {words && <Notice kind={words.kind}>{words.text}</Notice>}
      <div className="ui-thumb-bar">
        {!isFree && (
          <p>
            {countOf(bill.quote.lines.length, 'product')}, total:{' '}
            <strong>
              <Price cents={cents(bill.totalCents)} />
            </strong>
          </p>
        )}
        {isFree ? (
          <Button
            variant="primary"
            className="max-lg:w-full"
            busy={isBusy}
            disabled={!isReady}
            onClick={getIt}
          >
            Get it free
          </Button>
        ) : (
          !isSeen && (
            <Button variant="primary" className="lg:hidden" onClick={toPay}>
              Pay {formatMoney(cents(bill.totalCents))}
            </Button>
          )
        )}
      </div>
      <section ref={ways} tabIndex={-1} aria-label="Payment" className="flex flex-col gap-16 outline-none">
        {!isFree && (
          <div className="ui-pay">
            <PayButtons
              disabled={!isReady}
              isReady={() => !check()}
              createOrder={begin}
              onApproved={() => take(token.current)}
              onError={refuse}
              onCancelled={() =>
                setWords({
                  kind: 'warn',
                  text: 'You closed the payment window. Nothing was charged, and your cart is saved.',
                })
              }
            />
          </div>
        )}
        {direct?.funnel != null ? (
          <a className="ui-button" data-variant="quiet" href={`/f/${direct.funnel}`}>
            Back to the offer
          </a>
        ) : (
          direct && (
            <>
              {waiting > 0 && (
                <p className="text-13 text-muted">
                  You’re paying for this product only. Your cart still has {countOf(waiting, 'item')}.
                </p>
              )}
              <ButtonLink variant="quiet" href={`/product/${direct.ids[0]}`}>
                Back to the product
              </ButtonLink>
            </>
          )
        )}
      </section>
    </>
  );
}

/** Whether the ways to pay are on the screen already. */
function useSeen() {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      // Behind the bar itself nothing is seen.
      rootMargin: '0px 0px -96px',
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return { place, isSeen };
}
