import type { Kysely, Selectable, Transaction } from 'kysely';
import type { BrandingAnswer, PutBrandingBody } from '../rules/contract.ts';
import type { BrandingTables } from './tables.ts';

type Db = Kysely<BrandingTables> | Transaction<BrandingTables>;
export type Saved = BrandingAnswer['saved'];

export async function readSaved(db: Db, uid: string): Promise<Saved> {
  const row = await db.selectFrom('branding').select(columns).where('owner_id', '=', uid).executeTakeFirst();
  return row ? savedOf(row) : null;
}

/** Takes a change only where nothing came between it and what it was made upon; of two at once one is taken. */
export async function takeChange(
  db: Db,
  uid: string,
  { branding, base, clashes = false }: Pick<PutBrandingBody, 'branding' | 'base' | 'clashes'>,
  now: Date,
): Promise<Saved> {
  const at = new Date(Math.max(now.getTime(), (base ?? -1) + 1));
  const text = JSON.stringify(branding);
  const row =
    base === null
      ? await db
          .insertInto('branding')
          .values({ owner_id: uid, branding: text, changed_at: at })
          .onConflict((conflict) => conflict.column('owner_id').doNothing())
          .returning(columns)
          .executeTakeFirst()
      : await db
          .updateTable('branding')
          .set({ branding: text, changed_at: at, ...(clashes && { clashed_upon: new Date(base) }) })
          .where('owner_id', '=', uid)
          .where('changed_at', '=', new Date(base))
          .returning(columns)
          .executeTakeFirst();
  return row ? savedOf(row) : null;
}

const columns = ['branding', 'changed_at', 'clashed_upon'] as const;
const savedOf = (row: Pick<Selectable<BrandingTables['branding']>, (typeof columns)[number]>): Saved => ({
  branding: row.branding,
  changedAt: row.changed_at.getTime(),
  clashedUpon: row.clashed_upon?.getTime() ?? null,
});

export async function forgetSaved(db: Db, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('branding').where('owner_id', '=', uid).executeTakeFirst();
  return numDeletedRows > 0n;
}
