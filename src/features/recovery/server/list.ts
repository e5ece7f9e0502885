import { sql } from 'kysely';
import { csvCell } from '#base/csv.ts';
import { Problem } from '#base/problem.ts';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import type { CartView } from '../rules/contract.ts';
import type { CartRow, MessageRow, RecoveryTables } from './tables.ts';

const pageSize = 50;

/** The newest carts first, with what became of their messages; `after` is where the page before ended. */
export async function listCarts(
  db: AnyKysely,
  ownerId: string,
  { after, limit = pageSize }: { after?: string | undefined; limit?: number } = {},
): Promise<{ carts: CartView[]; next: string | null }> {
  const place = after === undefined ? null : readPlace(after);
  const { rows } = await sql<CartRow>`
    select * from recovery_cart where owner_id = ${ownerId}
      ${place ? sql`and (created_at, id) < (${place.at}, ${place.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  const page = rows.slice(0, limit);
  const messages = await messagesOf(
    db,
    ownerId,
    page.map(({ id }) => id),
  );
  const last = page.at(-1);
  return {
    carts: page.map((cart) => cartView(cart, messages.get(cart.id) ?? [])),
    next: rows.length > limit && last ? `${last.created_at.toISOString()}~${last.id}` : null,
  };
}

function readPlace(text: string): { at: Date; id: string } {
  const [when = '', id = ''] = text.split('~', 2);
  const at = new Date(when);
  if (Number.isNaN(at.getTime())) throw new Problem('bad_request', 'We can’t find that page of the list.');
  return { at, id };
}

async function messagesOf(db: AnyKysely, ownerId: string, ids: string[]) {
  const found = new Map<string, MessageRow[]>();
  if (ids.length === 0) return found;
  const rows = await tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_message')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('cart_id', 'in', ids)
    .orderBy('step')
    .execute();
  for (const row of rows as MessageRow[]) found.set(row.cart_id, [...(found.get(row.cart_id) ?? []), row]);
  return found;
}

const cartView = (cart: CartRow, messages: MessageRow[]): CartView => ({
  id: cart.id,
  status: cart.status,
  email: cart.email,
  name: cart.name,
  currency: cart.currency,
  totalCents: cart.total_cents,
  revenueCents: cart.revenue_cents,
  createdAt: cart.created_at.toISOString(),
  recoveredAt: cart.recovered_at?.toISOString() ?? null,
  recoveredBy: cart.recovered_by,
  source: cart.source,
  country: cart.country,
  campaignId: cart.campaign_id,
  restoreUrl: cart.restore_url,
  heldOut: cart.held_out,
  items: cart.items.map(({ name, quantity, cents, image }) => ({
    name,
    quantity,
    cents,
    hasPicture: image !== undefined,
  })),
  messages: messages.map((message) => ({
    step: message.step,
    state: message.state,
    dueAt: message.due_at.toISOString(),
    sentAt: message.sent_at?.toISOString() ?? null,
    clickedAt: message.clicked_at?.toISOString() ?? null,
    reason: message.reason,
    draft: message.draft && { ...message.draft, by: message.drafted_by ?? 'person' },
  })),
});

/** Every cart as CSV, a page at a time; a cell that a spreadsheet would run is only text. */
export async function* exportCarts(db: AnyKysely, ownerId: string): AsyncGenerator<string> {
  const columns = 'id,status,email,name,currency,total,revenue,source,country,left,recovered,by';
  yield `${columns}\r\n`;
  let after: string | undefined;
  do {
    const { carts, next } = await listCarts(db, ownerId, { after, limit: 1000 });
    yield carts
      .map((cart) =>
        [
          cart.id,
          cart.status,
          cart.email,
          cart.name,
          cart.currency,
          (cart.totalCents / 100).toFixed(2),
          (cart.revenueCents / 100).toFixed(2),
          cart.source,
          cart.country,
          cart.createdAt,
          cart.recoveredAt ?? '',
          cart.recoveredBy ?? '',
        ]
          .map(csvCell)
          .join(','),
      )
      .map((line) => `${line}\r\n`)
      .join('');
    after = next ?? undefined;
  } while (after !== undefined);
}
