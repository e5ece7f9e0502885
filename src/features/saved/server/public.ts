import type { AnyKysely } from '#platform/server/database/database.ts';

/** How many templates a member has, without the bin: what the limit of a plan counts. */
export async function countSaved(db: AnyKysely, uid: string): Promise<number> {
  const row = await db
    .selectFrom('saved_template')
    .select(({ fn }: { fn: { countAll<T>(): { as(name: string): T } } }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', uid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number((row as { count?: number } | undefined)?.count ?? 0);
}

export type { MayStore } from './writes.ts';
