import { Select } from '#ui/field.tsx';
import { Marked } from '#ui/stationery.tsx';
import type { TableColumn } from '#ui/table.tsx';
import type { AbandonedCart } from '../rules/automation.ts';
import type { CartView } from '../rules/contract.ts';
import { money } from '../rules/writing.ts';
import { day, moment } from './moments.ts';

const statusWords: Record<string, string> = { abandoned: 'Abandoned', recovered: 'Recovered', lost: 'Lost' };

interface Cells {
  isSample: boolean;
  known: Map<string, CartView>;
  /** Came while somebody was looking. */
  isNew(id: string): boolean;
  open(id: string): void;
  change(id: string, status: string): Promise<unknown>;
}

export const cartColumns = ({
  isSample,
  known,
  isNew,
  open,
  change,
}: Cells): [TableColumn<AbandonedCart>, ...TableColumn<AbandonedCart>[]] => [
  {
    head: 'Buyer',
    cell: (cart) => (
      <span className="flex justify-between gap-16">
        <span className="min-w-0">
          <button
            type="button"
            className="ui-link text-left [overflow-wrap:anywhere]"
            onClick={() => open(cart.id)}
          >
            {cart.email || cart.name || cart.id}
          </button>
          {isNew(cart.id) && (
            <>
              {' '}
              <Marked>New</Marked>
            </>
          )}
          <span className="block text-13 text-muted">{itemsOf(known.get(cart.id)) || cart.name}</span>
        </span>
        {/* On a phone a row has no columns: the amount stands at its end, as on a receipt. */}
        <span className="ui-mono md:hidden">{totalOf(cart)}</span>
      </span>
    ),
  },
  { head: 'Abandoned', cell: ({ createdAt }) => (createdAt ? day(createdAt) : '–') },
  {
    head: 'Total',
    numeric: true,
    label: false,
    cell: (cart) => <span className="max-md:hidden">{totalOf(cart)}</span>,
  },
  {
    head: 'Status',
    label: false,
    cell: (cart) => (
      <span>
        <span className={cart.status === 'recovered' ? 'text-ok' : ''}>
          {statusWords[cart.status] ?? cart.status}
        </span>
        <span className="block text-13 text-muted">{nextOf(known.get(cart.id))}</span>
      </span>
    ),
  },
  ...(isSample
    ? []
    : [
        {
          head: 'Change',
          align: 'end' as const,
          cell: (cart: AbandonedCart) => (
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
      ]),
];

const totalOf = ({ totalCents = 0, currency = 'USD' }: AbandonedCart): string => money(totalCents, currency);

function itemsOf(view: CartView | undefined): string {
  const [first, ...others] = view?.items ?? [];
  if (!first) return view?.name ?? '';
  return others.length > 0 ? `${first.name} and ${others.length} more` : first.name;
}

/** What became of it, or what comes next. */
function nextOf(view: CartView | undefined): string {
  if (!view) return '';
  if (view.status === 'recovered')
    return { click: 'after a click', alone: 'without a click', hand: 'set by hand' }[
      view.recoveredBy ?? 'alone'
    ];
  if (view.status !== 'abandoned') return '';
  const next = view.messages.find(({ state }) => state === 'planned');
  if (next) return `Next email ${moment(next.dueAt)}`;
  const sent = view.messages.filter(({ state }) => state === 'sent').length;
  if (sent > 0) return `${sent} of ${view.messages.length} emails sent`;
  return view.messages.find(({ reason }) => reason)?.reason ?? 'No email is scheduled';
}
