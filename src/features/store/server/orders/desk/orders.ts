import { idBeginning } from '../../../rules/order-number.ts';
import { mailAddressKey } from '#base/mail-address.ts';
import type { Asked, DeskCell, DeskPage } from '#platform/server/desk.ts';
import { olderLink, olderThan } from '#platform/server/older.ts';
import { percentWords } from '../../../rules/tax.ts';
import { orderByName } from '../by-hand.ts';
import type { OrdersContext } from '../context.ts';
import { linesOf, type Order } from '../read.ts';
import { orderAddress } from '../payment-context.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';
import { exportOrders } from './export-acts.ts';
import { orderActs } from './order-acts.ts';
import { timelineOf } from './timeline.ts';

const atOnce = 50;
const kinds = [
  { value: '', label: 'Paid and refunded' },
  { value: 'paid', label: 'Paid' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'open', label: 'Unpaid' },
] as const;

/** Every order: the newest first, one in full, its receipt mailed again, its money given back. */
export function ordersPage(context: OrdersContext): DeskPage {
  const { platform, links } = context;
  const tables = () => platform.db.tables<OrderTables>();

  /** The coupon that is meant, however it is typed. */
  async function couponOf(word: string): Promise<string | null> {
    if (word === '' || word.includes('@')) return null;
    const row = await tables()
      .selectFrom('store_coupon')
      .select('code')
      .where('code', '=', word.toUpperCase())
      .executeTakeFirst();
    return row?.code ?? null;
  }

  async function found(asked: Asked): Promise<Order[]> {
    const { find = '', state = '' } = asked;
    const word = find.replaceAll('\0', '').trim();
    const coupon = await couponOf(word);
    const beginning = idBeginning(word);
    let query = tables()
      .selectFrom('store_order')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(atOnce + 1);
    if (word.includes('@')) query = query.where('email_key', '=', mailAddressKey(word));
    else if (coupon !== null) query = query.where('coupon_code', '=', coupon);
    else if (word !== '')
      query = query.where((or) =>
        or.or([
          or('id', '=', word),
          or('invoice_number', '=', word),
          or('provider_order_id', '=', word),
          or('id', 'in', or.selectFrom('store_credit_note').select('order_id').where('number', '=', word)),
          ...(beginning ? [or('id', 'like', `${beginning}%`)] : []),
        ]),
      );
    if (word === '' || word.includes('@') || coupon !== null)
      query = query.where(
        'state',
        'in',
        state === 'open'
          ? ['open']
          : state === 'paid'
            ? ['paid']
            : state === 'refunded'
              ? ['refunded']
              : ['paid', 'refunded'],
      );
    const older = olderThan(asked);
    if (older) query = query.where(older);
    return query.execute();
  }

  return {
    path: 'orders',
    title: 'Orders',
    right: 'money',
    async list(asked) {
      const rows = await found(asked);
      const shown = rows.slice(0, atOnce);
      const { find = '', state = '' } = asked;
      return {
        title: 'Orders',
        blocks: [
          { is: 'acts', id: '' },
          {
            is: 'search',
            fields: [
              { name: 'find', label: 'Email, order, invoice, PayPal or coupon', value: find, kind: 'search' },
              { name: 'state', label: 'State', value: state, options: kinds },
            ],
          },
          {
            is: 'table',
            title: find ? `Orders of ${find}` : 'Newest first',
            columns: [
              { head: 'Order' },
              { head: 'Placed (UTC)' },
              { head: 'Buyer' },
              { head: 'State' },
              { head: 'Invoice' },
              { head: 'Total', numeric: true },
            ],
            rows: shown.map((order) => [
              { text: order.id, href: `/orders/${order.id}`, mono: true },
              minute(order.created_at),
              { text: order.email, href: customerPath(order.email) },
              stateCell(order),
              order.invoice_number ?? '',
              money(order.total_cents),
            ]),
            empty: find ? 'No matching orders.' : 'No orders yet.',
          },
          ...olderLink({ find, state }, rows.length > atOnce ? shown.at(-1) : undefined),
        ],
      };
    },

    async one(id) {
      const order = await orderByName(context, id);
      const lines = await linesOf(tables(), order.id);
      const keys = await tables()
        .selectFrom('store_licence_key')
        .selectAll()
        .where('order_id', '=', order.id)
        .orderBy('position')
        .orderBy('serial', 'desc')
        .execute();
      const credits = await tables()
        .selectFrom('store_credit_note')
        .selectAll()
        .where('order_id', '=', order.id)
        .orderBy('issued_at')
        .execute();
      return {
        title: `Order ${order.id}`,
        blocks: [
          ...(order.state === 'paid'
            ? [{ is: 'acts' as const, id: order.id, only: actsOf(keys.length > 0) }]
            : []),
          { is: 'facts', facts: factsOf(order) },
          {
            is: 'table',
            title: 'Items',
            columns: [
              { head: 'Product' },
              { head: 'Version' },
              { head: 'Quantity', numeric: true },
              { head: 'Amount', numeric: true },
            ],
            rows: lines.map(({ title, version, quantity, line_cents }) => [
              title,
              version,
              String(quantity),
              money(line_cents),
            ]),
            empty: 'None.',
          },
          ...(keys.length > 0
            ? [
                {
                  is: 'table' as const,
                  title: 'License keys',
                  columns: [{ head: 'Key' }, { head: 'For' }, { head: 'Issued (UTC)' }, { head: '' }],
                  rows: keys.map(({ key, position, issued_at, replaced_at }): DeskCell[] => [
                    { text: key, mono: true },
                    lines[position]?.title ?? '',
                    minute(issued_at),
                    replaced_at ? { text: 'replaced', tone: 'muted' } : '',
                  ]),
                  empty: '',
                },
              ]
            : []),
          ...(credits.length > 0
            ? [
                {
                  is: 'table' as const,
                  title: 'Credit notes',
                  columns: [
                    { head: 'Number' },
                    { head: 'Issued (UTC)' },
                    { head: 'Reason' },
                    { head: 'Amount', numeric: true },
                  ],
                  rows: credits.map(({ number, issued_at, reason, cents }) => [
                    number,
                    minute(issued_at),
                    reason,
                    money(cents),
                  ]),
                  empty: '',
                },
              ]
            : []),
          await timelineOf(context, order),
          ...(order.state === 'open' || order.state === 'replaced'
            ? []
            : [
                {
                  is: 'code' as const,
                  title: 'The buyer’s link',
                  text: orderAddress(platform, links, order),
                },
              ]),
        ],
      };
    },

    acts: [...orderActs(context), exportOrders(platform)],
  };
}

export const customerPath = (email: string): string => `/customers/${encodeURIComponent(email)}`;

export function stateCell({ state, refunded_cents }: Order): DeskCell {
  if (state === 'paid')
    return refunded_cents > 0 ? { text: 'partly refunded', tone: 'warn' } : { text: 'paid', tone: 'ok' };
  return { text: state === 'refunded' ? 'refunded' : 'unpaid', tone: 'muted' };
}

const actsOf = (hasKeys: boolean): string[] => [
  'resend',
  'new-link',
  'change-email',
  ...(hasKeys ? ['reissue-keys'] : []),
  'refund',
];

function factsOf(order: Order): [string, DeskCell][] {
  const facts: [string, DeskCell | false | null | ''][] = [
    ['State', stateCell(order)],
    ['Buyer', { text: order.email, href: customerPath(order.email) }],
    ['Name', order.buyer_name],
    ['Account', order.owner_id ?? 'none (guest)'],
    ['Country', order.country],
    ['VAT ID', order.vat_id && `${order.vat_id}, ${order.vat_state}`],
    ['Placed', `${minute(order.created_at)} UTC`],
    ['Paid', order.paid_at && `${minute(order.paid_at)} UTC`],
    ['Invoice', order.invoice_number],
    ['Sold by', order.source !== 'hub' && order.source],
    ['PayPal order', order.provider_order_id && { text: order.provider_order_id, mono: true }],
    ['Funnel', order.funnel],
    ['Coupon', order.discount_cents > 0 && `${order.coupon_code ?? ''}, −${money(order.discount_cents)}`],
    ['Tax', order.tax_cents > 0 && `${percentWords(order.tax_basis_points)}, ${money(order.tax_cents)}`],
    ['Reverse charge', order.reverse_charge && 'yes'],
    ['Total', money(order.total_cents)],
    ['Refunded', order.refunded_cents > 0 && money(order.refunded_cents)],
    ['Withdrawn', order.withdrawn_at && { text: `${minute(order.withdrawn_at)} UTC`, tone: 'danger' }],
    ['Updates', order.wants_news && 'wants them by email'],
  ];
  return facts.filter((fact): fact is [string, DeskCell] => Boolean(fact[1]));
}
