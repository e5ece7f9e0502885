import { useEffect, useState, useSyncExternalStore } from 'react';
import { formatMoney } from '#base/money.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Page } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { cartLines, type TakenOut } from '../../rules/cart-lines.ts';
import { mostCodeLength, readCouponCode } from '../../rules/coupon.ts';
import { mostLines } from '../../rules/quote.ts';
import { CartRow, type PricedLine } from '../cart-row.tsx';
import { checkoutDraft } from '../checkout/draft.ts';
import { CartSummary } from '../cart-summary.tsx';
import { cartEdits } from '../cart-edits.ts';
import { useCart, useCartKept } from '../cart.ts';
import { SomeProducts } from '../some-products.tsx';
import { useQuote } from '../use-quote.ts';

export const head = () => ({
  title: 'Cart',
  description: 'What you’re about to buy, and what it costs.',
});

/** A link may bring a coupon with it, such as a reminder's: the checkout has it then. */
function useGivenCode(): string | null {
  const [search] = useSearchParams();
  const code = readCouponCode(search.get('code') ?? '').slice(0, mostCodeLength);
  useEffect(() => {
    if (code) checkoutDraft.keep({ ...checkoutDraft.read(), coupon: code });
  }, [code]);
  return code || null;
}

const never = () => () => undefined;

export default function CartPage() {
  // What lies in the cart only the browser knows: until it has looked, nothing is said about it.
  const hasLooked = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (hasLooked) return <Cart />;
  return (
    <Page kind="list" title="Cart">
      <noscript>
        <p className="mb-24">Turn on JavaScript to see your cart.</p>
      </noscript>
      <Skeleton shape="table" rows={3} label="Loading your cart" />
    </Page>
  );
}

function Cart() {
  const lines = cartLines(useCart());
  const code = useGivenCode();
  const answer = useQuote(lines);
  const [undo, setUndo] = useState<{ words: string; taken: TakenOut[] } | null>(null);
  const { user } = useViewer();
  const isInAccount = user !== null && !user.isOffline;
  const isKept = useCartKept();
  const hasStore = usePathExists()('/store');

  const quoted = new Map(answer.quote?.lines.map((line) => [line.id, line]));
  const priced = lines.map((line): PricedLine => ({
    ...line,
    quote: quoted.get(line.id) ?? null,
    isAsked: answer.state === 'ready',
  }));
  const changed = priced.flatMap(({ quote }) => (quote?.state === 'changed' ? [quote] : []));

  const remove = ({ id, known, quote }: PricedLine) =>
    setUndo({ words: `${quote?.title ?? known.title} was removed.`, taken: cartEdits.remove(id) });
  const clear = () => setUndo({ words: 'Cart cleared.', taken: cartEdits.clear() });
  const takeBack = () => {
    if (undo) cartEdits.putBack(undo.taken);
    setUndo(null);
  };

  const undoing = (
    <div role="status">
      {undo && (
        <p className="mb-16 flex flex-wrap items-center gap-12 border border-hairline bg-surface px-16 py-8 text-15">
          <span className="grow">{undo.words}</span>
          <Button size="tool" onClick={takeBack}>
            Undo
          </Button>
        </p>
      )}
    </div>
  );

  if (lines.length === 0) {
    return (
      <Page kind="list" title="Cart">
        {undoing}
        <EmptyState
          title="Your cart is empty"
          pencilled="SaaS launch checklist … $19"
          action={hasStore && <ButtonLink href="/store">Browse the store</ButtonLink>}
        >
          {isInAccount
            ? 'What you add is saved to your account, on all your devices.'
            : 'What you add is saved on this device.'}
        </EmptyState>
        {hasStore && <SomeProducts />}
      </Page>
    );
  }
  return (
    <Page kind="list" title="Cart" aside={<CartSummary lines={priced} answer={answer} />}>
      {undoing}
      {!isKept && !isInAccount && (
        <div className="mb-16">
          <Notice kind="warn" title="This browser’s storage is full">
            Your cart is lost when you close or reload this page. Check out now, or free up space and change
            something in the cart.
          </Notice>
        </div>
      )}
      {code && (
        <div className="mb-16">
          <Notice kind="ok">Your code {code} will be applied at checkout.</Notice>
        </div>
      )}
      {changed.length > 0 && (
        <div className="mb-16">
          <Notice
            kind="warn"
            title={
              changed.length === 1
                ? 'A price has changed since you added it'
                : `${changed.length} prices have changed since you added them`
            }
            actions={
              <Button size="tool" onClick={() => cartEdits.accept(changed)}>
                Continue with the new {changed.length === 1 ? 'price' : 'prices'}
              </Button>
            }
          >
            {changed.map(({ id, title, seenCents, unitCents }) => (
              <p key={id}>
                {title}: {formatMoney(seenCents ?? unitCents)} then, {formatMoney(unitCents)} now
              </p>
            ))}
          </Notice>
        </div>
      )}
      {lines.length > mostLines && (
        <div className="mb-16">
          <Notice kind="warn">
            A cart can hold up to {mostLines} products. Remove some to see the total.
          </Notice>
        </div>
      )}
      <Sheet className="py-0">
        <ul aria-label="Items in your cart">
          {priced.map((line) => (
            <CartRow key={line.id} line={line} onRemove={() => remove(line)} />
          ))}
        </ul>
      </Sheet>
      <div className="mt-16 flex flex-wrap gap-12">
        {hasStore && (
          <ButtonLink variant="quiet" data-flush="start" href="/store">
            Continue shopping
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={clear}>
          Clear cart
        </Button>
      </div>
    </Page>
  );
}
