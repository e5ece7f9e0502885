import { useEffect, useRef, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { AbandonedCart } from '../rules/automation.ts';
import type { CartView } from '../rules/contract.ts';
import { AddDialog } from './add-cart.tsx';
import { useAutomation } from './automation-provider.tsx';
import { cartColumns } from './cart-columns.tsx';
import { CartDialog } from './cart-dialog.tsx';
import type { ShownCart } from './cart-receipt.tsx';
import { ImportDialog } from './import-carts.tsx';
import { lately } from './moments.ts';
import { sampleCarts, sampleViews } from './sample.ts';

interface CartsPartProps {
  isSample: boolean;
  connect: () => void;
  campaigns: () => void;
  showSample: () => void;
}

export function CartsPart({ isSample, connect, campaigns, showSample }: CartsPartProps) {
  const { abandonedCarts, standing, updateCartStatus, remote } = useAutomation();
  const [asked, setAsked] = useState<'cart' | 'file' | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const { older, after, more } = useOlder();
  const [now] = useState(() => new Date());
  const samples = isSample ? sampleViews(now) : [];
  const carts: AbandonedCart[] = isSample ? samples.map(plain) : [...abandonedCarts, ...older.map(plain)];
  const known = new Map(
    [...(isSample ? samples : [...(remote?.carts ?? []), ...older])].map((cart) => [cart.id, cart]),
  );
  const { user, ready } = useViewer();
  const isUnsure = !isSample && standing === 'asking' && (user !== null || !ready);
  const isNew = useNewSince(isSample ? null : (remote?.carts ?? null));
  const opened = openId === null ? undefined : (known.get(openId) ?? carts.find(({ id }) => id === openId));

  const change = (id: string, status: string) =>
    updateCartStatus(id, status).catch((error: unknown) =>
      toast.error(error instanceof Problem ? error.message : 'Couldn’t change the status.'),
    );

  return (
    <Stack gap={24}>
      {!isSample && (
        <Row>
          <Button variant="primary" onClick={() => setAsked('cart')}>
            Add cart
          </Button>
          {standing === 'known' && <Button onClick={() => setAsked('file')}>Import CSV</Button>}
          {standing === 'known' && carts.length > 0 && (
            <a className="ui-link" href={recoveryApi.export} download>
              Export CSV
            </a>
          )}
        </Row>
      )}
      {carts.length === 0 ? (
        // Nobody is told that there are none before the hub has said so; the room is the same.
        <div className="relative" aria-busy={isUnsure}>
          <div className={isUnsure ? 'invisible' : undefined}>
            {standing === 'unknown' ? (
              <Unheard />
            ) : (
              <EmptyState
                title="No abandoned carts yet"
                pencilled="maya@example.com, 2 items, $49.00"
                action={
                  <>
                    <Button onClick={connect}>Connect a shop</Button>
                    <Button variant="quiet" onClick={showSample}>
                      Look at a sample
                    </Button>
                  </>
                }
              >
                Add one manually to see how it works, or connect a shop to get them automatically.
              </EmptyState>
            )}
          </div>
          {isUnsure && (
            <div className="absolute inset-x-0 top-0">
              <Skeleton shape="table" rows={3} label="Loading your carts" />
            </div>
          )}
        </div>
      ) : (
        <Table
          caption={isSample ? 'Sample carts' : 'Abandoned carts'}
          hideCaption
          rows={carts}
          rowKey={({ id }) => id}
          columns={cartColumns({ isSample, known, isNew, open: setOpenId, change })}
        />
      )}
      {isSample && (
        <p className="text-13 text-muted">
          The {samples.length} newest of {sampleCarts(now).length}.
        </p>
      )}
      {!isSample && standing === 'known' && after !== null && (
        <div>
          <Button onClick={() => void more()}>Show older carts</Button>
        </div>
      )}
      <AddDialog open={asked === 'cart'} close={() => setAsked(null)} />
      <ImportDialog open={asked === 'file'} close={() => setAsked(null)} />
      <CartDialog
        cart={opened && shown(opened)}
        isSample={isSample}
        campaigns={campaigns}
        close={() => setOpenId(null)}
      />
    </Stack>
  );
}

/** Without the hub: what is known, since when, and what comes back. */
function Unheard() {
  const { heardAt } = useAutomation();
  const [now] = useState(() => new Date());
  return (
    <EmptyState
      title={heardAt ? `No abandoned carts ${lately(heardAt, now)}` : 'Your carts aren’t on this device'}
    >
      Carts from your shops still reach the server, and their reminders go out. They appear here once the
      server responds.
    </EmptyState>
  );
}

/** Pages of the list that were asked for; what a new cart pushes off the first page stays in sight, too. */
function useOlder() {
  const { remote } = useAutomation();
  const [older, setOlder] = useState<CartView[]>([]);
  const [next, setNext] = useState<string | null | undefined>(undefined);
  const newest = remote?.carts;
  const before = useRef(newest);
  useEffect(() => {
    const was = before.current ?? [];
    before.current = newest;
    if (next === undefined || !newest) return;
    const here = new Set(newest.map(({ id }) => id));
    const last = newest.at(-1)?.createdAt ?? '';
    const pushed = was.filter(({ id, createdAt }) => !here.has(id) && createdAt <= last);
    setOlder((all) => {
      const kept = all.filter(({ id }) => !here.has(id));
      const added = pushed.filter(({ id }) => !kept.some((each) => each.id === id));
      return added.length === 0 && kept.length === all.length ? all : [...added, ...kept];
    });
  }, [newest, next]);
  const after = next === undefined ? (remote?.next ?? null) : next;
  const more = async () => {
    const page = await api<{ carts: CartView[]; next: string | null }>(
      `${recoveryApi.carts}?after=${encodeURIComponent(after ?? '')}`,
    ).catch(() => null);
    if (!page) return toast.error('Can’t reach the server. Try again.');
    setOlder([...older, ...page.carts]);
    setNext(page.next);
  };
  return { older, after, more };
}

/** Those that came after the first answer, while the list was open. */
function useNewSince(carts: readonly CartView[] | null): (id: string) => boolean {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null);
  if (carts && !first) setFirst(new Set(carts.map(({ id }) => id)));
  const newest = new Set(carts?.map(({ id }) => id));
  return (id) => first !== null && newest.has(id) && !first.has(id);
}

/** As the list has them, which knows no null. */
const plain = ({ id, status, email, name, currency, totalCents, createdAt }: CartView): AbandonedCart => ({
  id,
  status,
  email,
  name,
  currency,
  totalCents,
  createdAt,
});

/** One that lies on this device alone has no items: the specification's record has no place for them. */
const shown = (cart: AbandonedCart | CartView): ShownCart =>
  'messages' in cart
    ? cart
    : {
        ...cart,
        email: cart.email ?? '',
        name: cart.name ?? '',
        currency: cart.currency ?? 'USD',
        totalCents: cart.totalCents ?? 0,
      };
