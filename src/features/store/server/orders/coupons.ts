import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { type Coupon, mostCodeLength, readCouponCode } from '../../rules/coupon.ts';
import type { CouponTable, OrderTables } from './tables.ts';

type Db = Kysely<OrderTables>;
type Trx = Transaction<OrderTables>;
type CouponRow = Selectable<CouponTable>;

/** As long as a payment that was asked for may stay without an answer. */
export const holdMinutes = 15;

const asCoupon = (row: CouponRow): Coupon => ({
  code: row.code,
  percentOff: row.percent_off,
  centsOff: row.cents_off,
  productIds: row.product_ids,
});

const wordsFor = (row: CouponRow | undefined, now: Date): string | null => {
  if (!row || row.removed_at) return 'We don’t recognize that code.';
  if (row.valid_until && row.valid_until <= now) return 'This code has expired.';
  if (row.most_uses !== null && row.used >= row.most_uses) return 'This code has been used up.';
  return null;
};

const find = (db: Db, code: string) =>
  db.selectFrom('store_coupon').selectAll().where('code', '=', code).executeTakeFirst();

/** What a typed code is worth at this moment, without taking it. */
export async function lookUpCoupon(
  db: Db,
  typed: string | undefined,
  now: Date,
): Promise<{ coupon: Coupon | null; words: string | null }> {
  if (!typed?.trim()) return { coupon: null, words: null };
  const code = readCouponCode(typed);
  // Without a Latin letter or digit in it, it is nobody's code.
  const row = code === '' ? undefined : await find(db, code);
  const words = wordsFor(row, now);
  return { coupon: row && words === null ? asCoupon(row) : null, words };
}

/** Takes one use, or says why not: one statement decides, however many ask for the last one at once. */
async function take(trx: Trx, code: string, now: Date): Promise<CouponRow> {
  const row = await trx
    .updateTable('store_coupon')
    .set({ used: sql`used + 1` })
    .where('code', '=', code)
    .where('removed_at', 'is', null)
    .where((or) => or.or([or('valid_until', 'is', null), or('valid_until', '>', now)]))
    .where((or) => or.or([or('most_uses', 'is', null), or('used', '<', or.ref('most_uses'))]))
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const words = wordsFor(await find(trx, code), now) ?? 'This code has been used up.';
  throw new Problem('conflict', `${words} Nothing was charged.`, { fields: { coupon: words } });
}

const untilFrom = (now: Date) => new Date(now.getTime() + holdMinutes * 60_000);

/**
 * Notes the code of an order. A use is taken only just before money is, or at once where none is due: carts that
 * nobody pays keep it from no one.
 */
export async function noteCoupon(
  trx: Trx,
  { orderId, code, isFree }: { orderId: string; code: string; isFree: boolean },
  now: Date,
): Promise<void> {
  if (isFree) await take(trx, code, now);
  await trx
    .insertInto('store_coupon_hold')
    .values({ order_id: orderId, code, held_until: untilFrom(now), given_back: !isFree })
    .execute();
}

/** Just before the money is taken: the use is taken, or the payment is refused. One that is held is held on. */
export async function holdUse(trx: Trx, orderId: string, now: Date): Promise<void> {
  const hold = await trx
    .selectFrom('store_coupon_hold')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!hold) return;
  if (hold.given_back) await take(trx, hold.code, now);
  await trx
    .updateTable('store_coupon_hold')
    .set({ given_back: false, held_until: untilFrom(now) })
    .where('order_id', '=', orderId)
    .execute();
}

export async function giveBack(trx: Trx, orderId: string): Promise<void> {
  const hold = await trx
    .updateTable('store_coupon_hold')
    .set({ given_back: true })
    .where('order_id', '=', orderId)
    .where('given_back', '=', false)
    .returning('code')
    .executeTakeFirst();
  if (hold) await free(trx, hold.code);
}

const free = (trx: Trx, code: string) =>
  trx
    .updateTable('store_coupon')
    .set({ used: sql`greatest(0, used - 1)` })
    .where('code', '=', code)
    .execute();

/** The money is there: the use stays used. One that had been given back counts again as far as there is room. */
export async function keepUse(trx: Trx, orderId: string): Promise<void> {
  const hold = await trx
    .deleteFrom('store_coupon_hold')
    .where('order_id', '=', orderId)
    .returning(['code', 'given_back'])
    .executeTakeFirst();
  if (hold?.given_back)
    await trx
      .updateTable('store_coupon')
      .set({ used: sql`least(coalesce(most_uses, used + 1), used + 1)` })
      .where('code', '=', hold.code)
      .execute();
}

/** What nobody paid in time is everybody's again; money that the provider holds back keeps its use. */
export async function giveBackOverdue(trx: Trx, now: Date): Promise<number> {
  const due = await trx
    .selectFrom('store_coupon_hold')
    .innerJoin('store_order', 'store_order.id', 'store_coupon_hold.order_id')
    .select('order_id')
    .where('given_back', '=', false)
    .where('held_until', '<', now)
    .where('store_order.state', '=', 'open')
    .where((or) => or.or([or('held_at', 'is', null), or('denied_at', 'is not', null)]))
    .limit(500)
    .forUpdate('store_coupon_hold')
    .skipLocked()
    .execute();
  for (const { order_id } of due) await giveBack(trx, order_id);
  return due.length;
}

export interface NewCoupon {
  code?: string;
  percentOff?: number;
  centsOff?: number;
  productIds?: string[];
  validUntil?: Date | null;
  mostUses?: number | null;
  note?: string;
}

/** Told at the form's field, too. */
const atCode = (kind: 'bad_request' | 'conflict', words: string): Problem =>
  new Problem(kind, words, { fields: { code: words } });

export async function addCoupon(trx: AnyTransaction, given: NewCoupon, now: Date): Promise<string> {
  const code = readCouponCode(given.code ?? randomText(10));
  if (code.length < 3) throw atCode('bad_request', 'A code needs at least three letters or digits.');
  if (code.length > mostCodeLength)
    throw atCode('bad_request', `A code has at most ${mostCodeLength} letters and digits.`);
  const { numInsertedOrUpdatedRows } = await (trx as Trx)
    .insertInto('store_coupon')
    .values({
      code,
      percent_off: given.percentOff ?? null,
      cents_off: given.centsOff ?? null,
      product_ids: given.productIds ?? null,
      valid_until: given.validUntil ?? null,
      most_uses: given.mostUses ?? null,
      note: given.note ?? '',
      created_at: now,
      removed_at: null,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw atCode('conflict', `The code ${code} already exists. Choose another.`);
  return code;
}

interface IssuedCoupon {
  percent: number;
  validUntil: Date;
  note: string;
  /** For one order only. */
  onceOnly: boolean;
}

/** A code that another feature hands out. */
export const issueCoupon = (
  trx: AnyTransaction,
  { percent, validUntil, note, onceOnly }: IssuedCoupon,
  now: Date,
): Promise<string> =>
  addCoupon(trx, { percentOff: percent, validUntil, note, mostUses: onceOnly ? 1 : null }, now);
