import { useEffect, useState, useSyncExternalStore } from 'react';
import { Problem } from '#base/problem.ts';
import { signInPath } from '#features/accounts/rules/return-path.ts';
import { api } from '#platform/web/api.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import type { OrderView } from '../../rules/order-contract.ts';
import { isInForce } from '../../rules/owned-templates.ts';
import { cartEdits } from '../cart-edits.ts';
import { OrderChoices } from '../orders/order-parts.tsx';
import { DownloadAll, OrderSheet } from '../orders/order-sheet.tsx';
import { useFresh } from '../orders/use-order.ts';
import { thanksPath } from '../checkout/placing.ts';
import { keepUnlocked } from '../unlocked.ts';
import { useCheckout } from '../use-checkout.ts';

export const head = () => ({
  title: 'Thank you',
  description: 'What you bought, with its files, keys and invoice.',
});

const never = () => () => undefined;

/** What was bought and how to get at it, for whoever holds the order's link: which only the browser is told. */
export default function ThankYou() {
  const hasLooked = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (hasLooked) return <Bought />;
  return (
    <Page kind="letter" title="Thank you">
      <noscript>
        <p className="mb-24">Turn on JavaScript to see your order. The receipt is in your inbox.</p>
      </noscript>
      <Skeleton rows={4} label="Opening your order" />
    </Page>
  );
}

/** A link is the number, signed. */
const isNumber = (text: string | null): boolean => text !== null && /^ord_\w+$/.test(text);

function Bought() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { ready, user } = useViewer();
  const token = search.get('order');
  const path =
    token && (user || !isNumber(token)) ? `/api/orders/one?order=${encodeURIComponent(token)}` : null;
  const { value: order, problem, load, setValue } = useFresh<OrderView>(path);

  useEffect(() => {
    if (order) keepUnlocked([order]);
  }, [order]);

  // A member's order is known by its number, which opens it for them alone: what stays in this browser's history after
  // they log out opens nothing for the next person.
  const number = order?.isMine ? order.id : null;
  useEffect(() => {
    if (number !== null && token !== number) navigate(thanksPath(number), { replace: true });
  }, [number, token, navigate]);
  const isClosed = ready && !user && (order?.isMine || isNumber(token));
  useEffect(() => {
    if (isClosed) navigate(signInPath('/my-purchases'), { replace: true });
  }, [isClosed, navigate]);

  // A payment that is still on its way is looked after, at its own pace.
  const isOpen = order?.state === 'open' && !order.isDenied;
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(load, 5000);
    return () => clearInterval(timer);
  }, [isOpen, load]);

  if (token === null)
    return (
      <Page kind="form" title="Thank you">
        <p className="mb-24">Open your order with the link in your receipt.</p>
        <ButtonLink href="/find-order">Email me the link again</ButtonLink>
      </Page>
    );
  if (isClosed)
    return (
      <Page kind="form" title="Thank you">
        <Skeleton label="Signed out" />
      </Page>
    );
  if (problem && !order) return <NotOpened problem={problem} again={load} />;
  if (!order)
    return (
      <Page kind="letter" title="Thank you">
        <Skeleton rows={4} label="Opening your order" />
      </Page>
    );
  if (order.isDenied) return <Denied order={order} />;
  if (order.state === 'open')
    return (
      <Page kind="form" title="Payment pending">
        <Notice kind="warn" title="Your payment isn’t confirmed yet">
          {order.held !== null && `${order.held} `}We’ll email your files to {order.email} as soon as it is.
          You can close this page. You won’t be charged twice.
        </Notice>
      </Page>
    );
  return <Thanks order={order} onChange={setValue} />;
}

/** The cart was emptied when the payment was begun: it comes back as it was. */
function Denied({ order }: { order: OrderView }) {
  const checkout = useCheckout();
  const navigate = useNavigate();
  const payAgain = () => {
    cartEdits.bringBack(order.lines);
    navigate(checkout ?? '/cart');
  };
  return (
    <Page kind="form" title="Your payment didn’t go through">
      <Notice
        kind="danger"
        title="PayPal declined it"
        actions={
          <Button variant="primary" onClick={payAgain}>
            Try another way to pay
          </Button>
        }
      >
        Nothing was charged. {order.lines.map(({ title }) => title).join(', ')} will go back in your cart.
      </Notice>
    </Page>
  );
}

function NotOpened({ problem, again }: { problem: Problem; again: () => void }) {
  const isGone = problem.code === 'not_found' || problem.code === 'bad_request';
  return (
    <Page kind="form" title="Your order">
      <ErrorState
        title={isGone ? 'This link doesn’t open an order' : 'Can’t reach the server'}
        safe="Your purchase is safe. We can email you a new link."
        actions={
          isGone ? (
            <ButtonLink variant="primary" href="/find-order">
              Email me a new link
            </ButtonLink>
          ) : (
            <Button variant="primary" onClick={again}>
              Try again
            </Button>
          )
        }
      />
    </Page>
  );
}

function Thanks({ order, onChange }: { order: OrderView; onChange: (order: OrderView) => void }) {
  const { user } = useViewer();
  const exists = usePathExists();
  const isRefunded = order.state === 'refunded';
  return (
    <Page
      kind="letter"
      title={
        isRefunded
          ? 'This order was refunded'
          : order.withdrawnAt
            ? 'You withdrew from this order'
            : 'Thank you for your order'
      }
      lead={
        isInForce(order)
          ? 'Your files are below and in your inbox.'
          : 'Its files are no longer available. The invoice stays here.'
      }
      actions={<DownloadAll order={order} isMain />}
    >
      <Stack gap={24}>
        {isInForce(order) && <SentTo order={order} onChange={onChange} />}
        <OrderSheet order={order} />
        <OrderChoices order={order} onChange={onChange} />
        {!user && exists('/signup') && (
          <Notice
            still
            title="See all your orders in one place"
            actions={
              <ButtonLink size="tool" href="/signup?next=%2Fmy-purchases">
                Create an account
              </ButtonLink>
            }
          >
            Create an account with this email address to find this and earlier orders in My purchases.
          </Notice>
        )}
        {order.isMine && (
          <p>
            You can always find it in <Link href="/my-purchases">My purchases</Link>.
          </p>
        )}
      </Stack>
    </Page>
  );
}

/** A typing mistake in the address is the commonest reason for a lost purchase. */
function SentTo({ order, onChange }: { order: OrderView; onChange: (order: OrderView) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState(order.email);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = () => {
    setBusy(true);
    api<OrderView>('/api/orders/email', { method: 'POST', body: { order: order.token, email } })
      .then(
        (next) => {
          // The link of this very page ended with the old address.
          history.replaceState(history.state, '', `/thank-you?order=${encodeURIComponent(next.token)}`);
          onChange(next);
          setOpen(false);
        },
        (problem: unknown) =>
          setError(problem instanceof Problem ? problem.message : 'Try again in a moment.'),
      )
      .finally(() => setBusy(false));
  };
  if (order.isMine)
    return (
      <p role="status">
        We’re sending the receipt to <strong>{order.email}</strong>.
      </p>
    );
  return (
    <div>
      <Row>
        <p role="status">
          We’re sending the receipt, with a link to this page, to <strong>{order.email}</strong>.
        </p>
        {!isOpen && (
          <Button size="tool" variant="quiet" onClick={() => setOpen(true)}>
            Wrong email?
          </Button>
        )}
      </Row>
      {isOpen && (
        <form
          noValidate
          className="mt-12 flex flex-wrap items-start gap-12"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Field label="Correct email" error={error || undefined} className="grow">
            <TextInput
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => {
                setEmail(event.target.value);
                setError('');
              }}
            />
          </Field>
          <Button type="submit" busy={isBusy} className="mt-24">
            Send receipt
          </Button>
        </form>
      )}
    </div>
  );
}
