import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import type { OrderView, PurchasesAnswer } from '../../rules/order-contract.ts';
import { keepUnlocked } from '../unlocked.ts';
import { OrderChoices } from './order-parts.tsx';
import { DownloadAll, OrderSheet } from './order-sheet.tsx';
import { useFresh } from './use-order.ts';

/** Everything that was bought, the newest first; `most` keeps it short where it is one part of a page. */
export function Purchases({ most }: { most?: number }) {
  const { user } = useViewer();
  const isOffline = user?.isOffline ?? false;
  const { value, problem, load, setValue } = useFresh<PurchasesAnswer>(isOffline ? null : '/api/purchases');
  const [claimed, setClaimed] = useState(0);
  const exists = usePathExists();

  const claimable = value?.claimable ?? 0;
  useEffect(() => {
    if (claimable === 0) return;
    api<{ claimed: number }>('/api/purchases/claim', { method: 'POST', body: {} }).then(
      ({ claimed: count }) => {
        setClaimed(count);
        load();
      },
      () => undefined,
    );
  }, [claimable, load]);
  useEffect(() => {
    if (value) keepUnlocked(value.orders);
  }, [value]);

  if (isOffline) return <p>Your purchases are in your account. Sign in online to see them.</p>;
  if (!value)
    return problem ? (
      <ErrorState
        title="Couldn’t load your purchases"
        safe="Nothing has changed."
        actions={<Button onClick={load}>Try again</Button>}
      >
        {problem.message}
      </ErrorState>
    ) : (
      <Skeleton shape="table" rows={3} label="Loading your purchases" />
    );
  const replace = (next: OrderView) =>
    setValue({ ...value, orders: value.orders.map((order) => (order.id === next.id ? next : order)) });
  const shown = value.orders.slice(0, most ?? value.orders.length);
  return (
    <Stack gap={32}>
      {claimed > 0 && (
        <Notice kind="ok">
          {claimed === 1 ? 'One purchase' : `${claimed} purchases`} made as a guest with your email address{' '}
          {claimed === 1 ? 'is' : 'are'} now here.
        </Notice>
      )}
      {!value.emailVerified && (
        <Notice still title="Bought something as a guest?">
          Confirm your email address to see everything you bought with it here.{' '}
          <Link href="/dashboard/account">Confirm email</Link>
        </Notice>
      )}
      {shown.length === 0 ? (
        <EmptyState
          title="No purchases yet"
          pencilled="SaaS launch checklist … paid"
          action={exists('/store') && <ButtonLink href="/store">Browse the store</ButtonLink>}
        >
          What you buy appears here, with its files, keys and invoices.
        </EmptyState>
      ) : (
        <ul className="grid items-start gap-x-24 gap-y-32 lg:grid-cols-2">
          {shown.map((order) => (
            <li key={order.id}>
              <Purchase order={order} onChange={replace} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < value.orders.length && (
        <p>
          <Link href="/my-purchases">All {value.orders.length} purchases</Link>
        </p>
      )}
    </Stack>
  );
}

function Purchase({ order, onChange }: { order: OrderView; onChange: (order: OrderView) => void }) {
  return (
    <Stack gap={12}>
      <OrderSheet order={order} />
      <Row>
        <DownloadAll order={order} />
        <OrderChoices order={order} onChange={onChange} />
      </Row>
    </Stack>
  );
}
