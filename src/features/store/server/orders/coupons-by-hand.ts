import { isCalendarDay } from '#base/amount.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readCouponCode } from '../../rules/coupon.ts';
import { addCoupon } from './coupons.ts';
import type { OrderTables } from './tables.ts';
import { endOfDay, readCents } from './words.ts';

type Ground = Pick<Platform, 'db' | 'clock'>;

/** As an operator types it; without a code, one is made up. */
export interface TypedCoupon {
  code?: string | undefined;
  /** "20%" or "$5". */
  off: string;
  uses?: string | undefined;
  until?: string | undefined;
  products?: string | undefined;
  note?: string | undefined;
}

const longestNote = 300;
const mostCents = 10_000_000;

/** Told at the form's field, and as a sentence at the command line. */
const atField = (field: keyof TypedCoupon, words: string) =>
  new Problem('bad_request', words, { fields: { [field]: words } });

/** What each field is called where it was typed. */
type Names = Record<'uses' | 'until' | 'products', string>;

export async function createCoupon({ db, clock }: Ground, typed: TypedCoupon, names: Names): Promise<string> {
  const off = typed.off.trim();
  const percent = off.endsWith('%') ? off.slice(0, -1).trim() : undefined;
  if (percent !== undefined && !/^(?:[1-9]\d?|100)$/.test(percent))
    throw atField('off', 'A percentage is a whole number from 1% to 100%.');
  if (typed.uses !== undefined && !/^[1-9]\d{0,6}$/.test(typed.uses))
    throw atField('uses', `${names.uses} must be a whole number of at least 1.`);
  const cut = percent === undefined ? readCents(typed.off, 'The discount', 'off') : 0;
  if (percent === undefined && cut < 1) throw atField('off', 'A coupon needs a discount.');
  if (cut > mostCents) throw atField('off', 'A discount can be up to $100,000.');
  if ((typed.note?.length ?? 0) > longestNote)
    throw atField('note', `The note can have at most ${longestNote} characters.`);
  if (typed.until !== undefined && !isCalendarDay(typed.until))
    throw atField(
      'until',
      `${names.until}: got ${JSON.stringify(typed.until)}, expected a day such as 2026-12-31.`,
    );
  const validUntil = typed.until === undefined ? null : endOfDay(typed.until, names.until);
  if (validUntil !== null && validUntil <= clock.now())
    throw atField('until', `${names.until} is over: nobody could use the coupon.`);
  const products = typed.products
    ?.split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const known = await db.tables<OrderTables>().selectFrom('store_product').select('id').execute();
  const strange = products?.find((wanted) => !known.some(({ id }) => id === wanted));
  if (strange !== undefined)
    throw atField('products', `${names.products}: there is no product ${JSON.stringify(strange)}.`);
  return db.transaction((trx) =>
    addCoupon(
      trx,
      {
        ...(typed.code !== undefined && { code: typed.code }),
        ...(percent === undefined ? { centsOff: cut } : { percentOff: Number(percent) }),
        mostUses: typed.uses === undefined ? null : Number(typed.uses),
        validUntil,
        ...(products && products.length > 0 && { productIds: products }),
        ...(typed.note !== undefined && { note: typed.note }),
      },
      clock.now(),
    ),
  );
}

/** One that can still be used, or that nobody has removed. */
export async function liveCoupon({ db }: Pick<Ground, 'db'>, typed: string) {
  const found = await db
    .tables<OrderTables>()
    .selectFrom('store_coupon')
    .selectAll()
    .where('code', '=', readCouponCode(typed))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new Problem('not_found', 'There is no such coupon.');
  return found;
}

/** Orders that used it are unchanged. */
export async function removeCoupon({ db, clock }: Ground, typed: string): Promise<string> {
  const code = readCouponCode(typed);
  const { numUpdatedRows } = await db
    .tables<OrderTables>()
    .updateTable('store_coupon')
    .set({ removed_at: clock.now() })
    .where('code', '=', code)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('not_found', `There is no coupon ${typed}.`);
  return code;
}
