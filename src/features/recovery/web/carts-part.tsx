import { useState } from 'react';
import ShoppingCart from '#ui/icons/shopping-cart.ts';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback.tsx';
import { Select } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { AbandonedCart } from '../rules/automation.ts';
import type { CartView } from '../rules/contract.ts';
import { money } from '../rules/writing.ts';
import { AddDialog } from './add-cart.tsx';
import { useAutomation } from './automation-provider.tsx';
import { CartDialog } from './cart-dialog.tsx';
import { ImportDialog } from './import-carts.tsx';
import { sampleCarts } from './sample.ts';

const statusWords: Record<string, string> = { abandoned: 'Abandoned', recovered: 'Recovered', lost: 'Lost' };
const tones = { recovered: 'ok', lost: 'plain', abandoned: 'warn' } as const;
const toneOf = (status: string) => tones[status as keyof typeof tones] ?? 'plain';

export function CartsPart({ isSample }: { isSample: boolean }) {
  const { abandonedCarts, standing, updateCartStatus, remote } = useAutomation();
  const [asked, setAsked] = useState<'cart' | 'file' | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [older, setOlder] = useState<CartView[]>([]);
  const [next, setNext] = useState<string | null | undefined>(undefined);
  const after = next === undefined ? (remote?.next ?? null) : next;
  const [now] = useState(() => new Date());
  const carts: AbandonedCart[] = isSample ? sampleCarts(now) : [...abandonedCarts, ...older.map(plain)];
  const known = new Map([...(remote?.carts ?? []), ...older].map((cart) => [cart.id, cart]));
  const opened = openId === null ? undefined : known.get(openId);

  const change = (id: string, status: string) =>
    updateCartStatus(id, status).catch((error: unknown) =>
      toast.error(error instanceof Problem ? error.message : 'Couldn’t change the status.'),
    );
  const more = async () => {
    const page = await api<{ carts: CartView[]; next: string | null }>(
      `${recoveryApi.carts}?after=${encodeURIComponent(after ?? '')}`,
    ).catch(() => null);
    if (!page) return toast.error('Can’t reach the server. Try again.');
    setOlder([...older, ...page.carts]);
    setNext(page.next);
  };

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
        <EmptyState icon={ShoppingCart} title="No abandoned carts yet">
          Add one manually to see how it works, or connect a shop to get them automatically.
        </EmptyState>
      ) : (
        <Table
          caption={isSample ? 'Sample carts' : 'Abandoned carts'}
          hideCaption
          rows={carts}
          rowKey={({ id }) => id}
          columns={cartColumns({ isSample, known, open: setOpenId, change })}
        />
      )}
      {!isSample && standing === 'known' && after !== null && (
        <div>
          <Button onClick={() => void more()}>Show older carts</Button>
        </div>
      )}
      <AddDialog open={asked === 'cart'} close={() => setAsked(null)} />
      <ImportDialog open={asked === 'file'} close={() => setAsked(null)} />
      <CartDialog cart={opened} close={() => setOpenId(null)} />
    </Stack>
  );
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

interface Cells {
  isSample: boolean;
  known: Map<string, CartView>;
  open(id: string): void;
  change(id: string, status: string): Promise<unknown>;
}

const cartColumns = ({
  isSample,
  known,
  open,
  change,
}: Cells): [TableColumn<AbandonedCart>, ...TableColumn<AbandonedCart>[]] => [
  {
    head: 'Buyer',
    cell: (cart) => <Buyer cart={cart} view={known.get(cart.id)} open={() => open(cart.id)} />,
  },
  { head: 'Abandoned', cell: ({ createdAt }) => (createdAt ? day(createdAt) : '–') },
  {
    head: 'Total',
    numeric: true,
    cell: ({ totalCents = 0, currency = 'USD' }) => money(totalCents, currency),
  },
  {
    head: 'Status',
    cell: (cart) => <Tag tone={toneOf(cart.status)}>{statusWords[cart.status] ?? cart.status}</Tag>,
  },
  {
    head: 'Change',
    align: 'end',
    cell: (cart) =>
      isSample ? (
        <Tag>Sample</Tag>
      ) : (
        <Select
          aria-label={`Status of ${cart.email ?? cart.id}`}
          value={cart.status}
          onChange={(event) => void change(cart.id, event.currentTarget.value)}
        >
          {!Object.hasOwn(statusWords, cart.status) && <option>{cart.status}</option>}
          {Object.entries(statusWords).map(([status, words]) => (
            <option key={status} value={status}>
              {words}
            </option>
          ))}
        </Select>
      ),
  },
];

const day = (iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(at);
};

function Buyer({ cart, view, open }: { cart: AbandonedCart; view: CartView | undefined; open: () => void }) {
  const words = cart.email || cart.name || cart.id;
  const sent = view?.messages.filter(({ state }) => state === 'sent').length ?? 0;
  return (
    <span>
      {view ? (
        <button type="button" className="ui-link" onClick={open}>
          {words}
        </button>
      ) : (
        words
      )}
      {view && view.messages.length > 0 && (
        <span className="block text-13 text-muted">
          {sent} of {view.messages.length} messages sent
        </span>
      )}
    </span>
  );
}
