import type { Kysely, Transaction } from 'kysely';
import type { BrandingAnswer, PutBrandingBody } from '../rules/contract.ts';
import type { BrandingTables } from './tables.ts';

type Db = Kysely<BrandingTables> | Transaction<BrandingTables>;
export type Saved = BrandingAnswer['saved'];

export async function readSaved(db: Db, uid: string): Promise<Saved> {
  const row = await db
    .selectFrom('branding')
    .select(['branding', 'changed_at'])
    .where('owner_id', '=', uid)
    .executeTakeFirst();
  return row ? { branding: row.branding, changedAt: row.changed_at.getTime() } : null;
}

/** Takes a change only where nothing came between it and what it was made upon; of two at once one is taken. */
export async function takeChange(
  db: Db,
  uid: string,
  { branding, base }: Pick<PutBrandingBody, 'branding' | 'base'>,
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
          .returning(['branding', 'changed_at'])
          .executeTakeFirst()
      : await db
          .updateTable('branding')
          .set({ branding: text, changed_at: at })
          .where('owner_id', '=', uid)
          .where('changed_at', '=', new Date(base))
          .returning(['branding', 'changed_at'])
          .executeTakeFirst();
  return row ? { branding: row.branding, changedAt: row.changed_at.getTime() } : null;
}

export async function forgetSaved(db: Db, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('branding').where('owner_id', '=', uid).executeTakeFirst();
  return numDeletedRows > 0n;
}
