import { sql } from 'kysely';
import { moveEvent } from '#features/payments/server/public.ts';
import type { DeskBlock, DeskEvent } from '#platform/server/desk.ts';
import type { OrdersContext } from '../context.ts';
import { givenProduct, type Order } from '../read.ts';
import type { CorrectionTable, OrderTables } from '../tables.ts';
import { money } from '../words.ts';

const mostDownloads = 100;

/** What became of an order: placed, paid, mailed, downloaded, given back, each with its time. */
export async function timelineOf(
  context: OrdersContext,
  order: Order,
  corrections: readonly CorrectionTable[],
): Promise<DeskBlock> {
  const tables = context.platform.db.tables<OrderTables>();
  const credits = await tables
    .selectFrom('store_credit_note')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  const downloads = await tables
    .selectFrom('store_download')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('at', 'desc')
    .limit(mostDownloads)
    .execute();
  const keys = await tables
    .selectFrom('store_licence_key')
    .select(['serial', 'issued_at'])
    .where('order_id', '=', order.id)
    .where('serial', '>', 1)
    .execute();
  const given = await tables
    .selectFrom('store_order_file')
    .selectAll()
    .where('order_id', '=', order.id)
    .execute();
  const moves = (await context.payments.moves?.(order.id)) ?? [];
  const mails = await mailsOf(
    context,
    order,
    credits.map(({ number }) => number),
    corrections.map(({ number }) => number),
  );
  const at = (moment: Date | null, words: string, more: Omit<DeskEvent, 'at' | 'words'> = {}): DeskEvent[] =>
    moment ? [{ at: moment, words, ...more }] : [];
  const events: DeskEvent[] = [
    ...at(
      order.created_at,
      'Order placed',
      order.funnel ? { note: `came by the funnel ${order.funnel}` } : {},
    ),
    ...at(order.held_at, 'Payment held back by PayPal', { tone: 'warn' }),
    ...at(order.denied_at, 'Payment refused', { tone: 'danger' }),
    ...moves.map(moveEvent),
    ...at(order.paid_at, order.source === 'hub' ? 'Paid' : `Paid at ${order.source}`, {
      tone: 'ok',
      ...(order.invoice_number && { note: `invoice ${corrections[0]?.replaces ?? order.invoice_number}` }),
    }),
    ...credits.flatMap(({ number, cents, reason, issued_at }) =>
      at(issued_at, `Credit note ${number} for ${money(cents)}`, reason ? { note: reason } : {}),
    ),
    ...[...new Set(keys.map(({ issued_at }) => issued_at.getTime()))].flatMap((moment) =>
      at(new Date(moment), 'License keys replaced'),
    ),
    ...corrections.flatMap(({ number, replaces, credit_number, issued_at, reason, asked_by }) =>
      at(issued_at, `Invoice ${number} replaces ${replaces}`, {
        note: [`credit note ${credit_number}`, reason, asked_by && `by ${asked_by}`]
          .filter(Boolean)
          .join('; '),
      }),
    ),
    ...at(order.withdrawn_at, 'Withdrawn by the buyer', { tone: 'danger' }),
    ...given.flatMap(({ name, given_at, removed_at, given_by }) => [
      ...at(given_at, `Given ${name}`, given_by ? { note: `by ${given_by}` } : {}),
      ...at(removed_at, `Removed ${name}`),
    ]),
    ...downloads.flatMap(({ at: moment, name, version, product_id }) =>
      at(moment, `Downloaded ${name}`, {
        note: product_id === givenProduct ? 'given to this order alone' : `version ${version}`,
      }),
    ),
    ...mails,
  ];
  return {
    is: 'timeline',
    title: 'What happened',
    id: order.id,
    // Of one moment, what is named first above comes first.
    events: events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

interface Sent {
  dedupe_key: string;
  state: string;
  created_at: Date;
  done_at: Date | null;
}

/** Mails about it, as long as the outbox keeps them; by their names, or by the mailbox that they go to. */
async function mailsOf(
  { platform: { db } }: OrdersContext,
  { id, email, link_version }: Order,
  creditNotes: readonly string[],
  invoices: readonly string[],
): Promise<DeskEvent[]> {
  const named = [
    `receipt:${id}`,
    ...Array.from({ length: Math.min(link_version, 50) }, (_, n) => `receipt:${id}:${n + 1}`),
    ...creditNotes.map((number) => `refund:${number}`),
    ...invoices.map((number) => `corrected:${number}`),
  ];
  const { rows } = await sql<Sent>`
    select dedupe_key, state, created_at, done_at from outbound_message
    where channel = 'mail' and (dedupe_key = any(${named}::text[]) or (
      regexp_replace(lower(payload->>'to'), '\\+[^@]*@', '@') = regexp_replace(lower(${email}), '\\+[^@]*@', '@')
      and starts_with(dedupe_key, ${`receipt:${id}:`})))
    order by created_at limit 100`.execute(db.tables());
  return rows.map(({ dedupe_key, state, created_at, done_at }) => {
    const what = dedupe_key.startsWith('refund:')
      ? 'The notice of the refund'
      : dedupe_key.startsWith('corrected:')
        ? 'The corrected invoice'
        : 'The receipt';
    const isSent = state === 'done';
    return {
      at: done_at ?? created_at,
      words: isSent
        ? `${what} was sent`
        : state === 'failed'
          ? `${what} couldn’t be sent`
          : `${what} is on its way`,
      ...(state === 'failed' && { tone: 'danger' as const }),
    };
  });
}
