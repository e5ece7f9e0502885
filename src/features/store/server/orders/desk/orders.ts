import { heldInShort } from '#features/payments/rules/held.ts';
import { orderNumber } from '../../../rules/order-number.ts';
import type { Kysely } from 'kysely';
import type { DeskCell, DeskPage } from '#platform/server/desk.ts';
import { olderLink } from '#platform/server/older.ts';
import { bytesInWords } from '../../../rules/product.ts';
import { percentWords } from '../../../rules/tax.ts';
import { orderByName } from '../by-hand.ts';
import type { OrdersContext } from '../context.ts';
import { correctionsOf, givenOf, givenProduct, linesOf, type Order } from '../read.ts';
import { orderAddress } from '../payment-context.ts';
import type { OrderTables } from '../tables.ts';
import { minute, money } from '../words.ts';
import { findOrders, leastLetters, wordIn } from './find-orders.ts';
import { exportOrders } from './export-acts.ts';
import { importSales } from './import-sales-act.ts';
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

  return {
    path: 'orders',
    title: 'Orders',
    right: 'money',
    async list(asked) {
      const rows = await findOrders(context, asked, atOnce + 1);
      const shown = rows.slice(0, atOnce);
      const { find = '', state = '' } = asked;
      return {
        title: 'Orders',
        blocks: [
          { is: 'acts', id: '' },
          {
            is: 'search',
            fields: [
              {
                name: 'find',
                label: 'Buyer, product, number, coupon, key or PayPal ID',
                value: find,
                kind: 'search',
              },
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
              { text: orderNumber(order.id), href: `/orders/${order.id}`, mono: true },
              minute(order.created_at),
              { text: order.email, href: customerPath(order.email) },
              stateCell(order),
              order.invoice_number ?? '',
              money(order.total_cents),
            ]),
            empty:
              find === ''
                ? 'No orders yet.'
                : wordIn(asked).length < leastLetters
                  ? 'Type at least three characters.'
                  : 'No matching orders.',
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
      const given = await givenOf(tables(), [order.id]);
      const fetched = await countFetched(tables(), order.id);
      const corrections = await correctionsOf(tables(), [order.id]);
      const paper = (number: string): DeskCell => ({
        text: number,
        href: `${platform.origin()}/api/orders/invoice?${new URLSearchParams({ order: links.order(order), number }).toString()}`,
      });
      return {
        title: `Order ${orderNumber(order.id)}`,
        blocks: [
          ...(order.state === 'paid'
            ? [{ is: 'acts' as const, id: order.id, only: actsOf(keys.length > 0, given.length > 0) }]
            : []),
          { is: 'facts', facts: factsOf(order, paper) },
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
                    paper(number),
                    minute(issued_at),
                    reason,
                    money(cents),
                  ]),
                  empty: '',
                },
              ]
            : []),
          ...(given.length > 0
            ? [
                {
                  is: 'table' as const,
                  title: 'Files for this order alone',
                  columns: [
                    { head: 'File' },
                    { head: 'Given (UTC)' },
                    { head: 'By' },
                    { head: 'Size', numeric: true },
                    { head: 'Downloads', numeric: true },
                  ],
                  rows: given.map(({ id: file, name, given_at, given_by, bytes }) => [
                    name,
                    minute(given_at),
                    given_by ?? '',
                    bytesInWords(bytes),
                    String(fetched.get(file) ?? 0),
                  ]),
                  empty: '',
                },
              ]
            : []),
          ...(corrections.length > 0
            ? [
                {
                  is: 'table' as const,
                  title: 'Corrected invoices',
                  columns: [
                    { head: 'Cancelled' },
                    { head: 'By credit note' },
                    { head: 'Replaced by' },
                    { head: 'Issued (UTC)' },
                    { head: 'Reason' },
                  ],
                  rows: corrections.map(({ replaces, credit_number, number, issued_at, reason }) => [
                    paper(replaces),
                    paper(credit_number),
                    paper(number),
                    minute(issued_at),
                    reason,
                  ]),
                  empty: '',
                },
              ]
            : []),
          await timelineOf(context, order, corrections),
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

    acts: [...orderActs(context), exportOrders(platform), importSales(platform)],
  };
}

async function countFetched(db: Kysely<OrderTables>, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('store_download')
    .select((eb) => ['version as id', eb.fn.countAll<number>().as('times')])
    .where('order_id', '=', orderId)
    .where('product_id', '=', givenProduct)
    .groupBy('version')
    .execute();
  return new Map(rows.map(({ id, times }) => [id, times]));
}

export const customerPath = (email: string): string => `/customers/${encodeURIComponent(email)}`;

export function stateCell({ state, refunded_cents, held_at, held_reason, denied_at }: Order): DeskCell {
  if (state === 'paid')
    return refunded_cents > 0 ? { text: 'partly refunded', tone: 'warn' } : { text: 'paid', tone: 'ok' };
  if (state !== 'refunded' && held_at !== null && denied_at === null)
    return { text: heldInShort(held_reason), tone: 'warn' };
  return { text: state === 'refunded' ? 'refunded' : 'unpaid', tone: 'muted' };
}

const actsOf = (hasKeys: boolean, hasGiven: boolean): string[] => [
  'resend',
  'new-link',
  'change-email',
  'give-file',
  ...(hasGiven ? ['remove-file'] : []),
  'correct-invoice',
  ...(hasKeys ? ['reissue-keys'] : []),
  'refund',
];

function factsOf(order: Order, paper: (number: string) => DeskCell): [string, DeskCell][] {
  const facts: [string, DeskCell | false | null | ''][] = [
    ['State', stateCell(order)],
    ['Buyer', { text: order.email, href: customerPath(order.email) }],
    ['Name', order.buyer_name],
    ['Address', order.buyer_address.replaceAll('\n', ', ')],
    ['Account', order.owner_id ?? 'none (guest)'],
    ['Country', order.country],
    ['VAT ID', order.vat_id && `${order.vat_id}, ${order.vat_state}`],
    ['ID', { text: order.id, mono: true }],
    ['Placed', `${minute(order.created_at)} UTC`],
    ['Paid', order.paid_at && `${minute(order.paid_at)} UTC`],
    ['Invoice', order.invoice_number && paper(order.invoice_number)],
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
