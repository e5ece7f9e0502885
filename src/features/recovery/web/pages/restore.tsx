import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { readStored, writeStored } from '#platform/web/storage.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import { money } from '../../rules/writing.ts';

export const head = () => ({
  title: 'Your cart',
  description: 'Your cart, just as you left it.',
});

interface Restored {
  shop: string;
  currency: string;
  totalCents: number;
  items: { id?: string; name: string; quantity: number; cents: number }[];
  url: string | null;
  isOwnStore: boolean;
  isDone: boolean;
}

/** Where a reminder leads. Looking changes nothing, since machines open links; the button is a person's. */
export default function RestorePage({ params: { token = '' } }: { params: { token?: string } }) {
  const [search] = useSearchParams();
  const code = /^[A-Z0-9-]{3,40}$/i.exec(search.get('code') ?? '')?.[0];
  const [cart, setCart] = useState<Restored | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    api<Restored>(`${recoveryApi.restore}?t=${encodeURIComponent(token)}`).then(setCart, (error: unknown) =>
      setProblem(error instanceof Problem ? error : new Problem('unavailable')),
    );
  }, [token]);

  async function open(to: Restored): Promise<void> {
    setBusy(true);
    // What cannot be noted must not keep a buyer from their cart.
    await api(recoveryApi.restore, { method: 'POST', body: { t: token } }).catch(() => {});
    if (to.isOwnStore) putBack(to);
    window.location.assign(to.url ?? `/cart${code ? `?code=${encodeURIComponent(code)}` : ''}`);
  }

  return (
    <Page kind="form" title="Your cart">
      {problem && (
        <ErrorState
          title="Couldn’t open this cart"
          actions={<ButtonLink href="/store">Go to the store</ButtonLink>}
        >
          {problem.message}
        </ErrorState>
      )}
      {!problem && !cart && <Skeleton rows={4} label="Loading your cart" />}
      {cart && (
        <Stack gap={24}>
          {cart.isDone && (
            <Notice still kind="ok">
              This order is complete. We won’t email you about it again.
            </Notice>
          )}
          {cart.items.length > 0 && (
            <Table
              caption={cart.shop === '' ? 'Your cart' : `Your cart at ${cart.shop}`}
              stack={false}
              rows={cart.items.map((item, index) => ({ ...item, index }))}
              rowKey={({ index }) => index}
              columns={[
                { head: 'Item', cell: ({ name }) => name },
                { head: 'Quantity', numeric: true, cell: ({ quantity }) => quantity },
              ]}
            />
          )}
          <p>
            {money(cart.totalCents, cart.currency)} in all.
            {code && cart.isOwnStore && !cart.isDone && ` Your code ${code} will be applied for you.`}
          </p>
          {(cart.url !== null || cart.isOwnStore) && !cart.isDone ? (
            <Row>
              {/* A shop wrote this address: who presses sees where it leads. */}
              {cart.url !== null && <p className="text-muted">It opens at {new URL(cart.url).host}.</p>}
              <Button variant="primary" busy={isBusy} onClick={() => void open(cart)}>
                Open my cart
              </Button>
            </Row>
          ) : (
            !cart.isDone && (
              <p className="text-muted">Reply to the email, and the shop will open your cart for you.</p>
            )
          )}
        </Stack>
      )}
    </Page>
  );
}

/** Into the cart of this browser, beside what lies in it now. */
function putBack({ items }: Restored): void {
  const known = parsed(readStored('cart'));
  const ids = new Set(known.map((item) => (item as { id?: unknown }).id));
  const back = items
    .filter((item) => item.id !== undefined && !ids.has(item.id))
    .map(({ id, quantity }) => ({ id, quantity }));
  writeStored('cart', JSON.stringify([...known, ...back]));
}

function parsed(stored: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
  } catch {
    return [];
  }
}
