import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { FunnelTables } from './tables.ts';

const page = 500;

/** Everybody who left an address in a funnel, the first ones first, some at a time: there may be a hundred thousand. */
export async function* leadPages(db: Database, owner: string, funnelId: string) {
  let after: { at: string; key: string } | null = null;
  for (let isMore = true; isMore;) {
    // A time as the database writes it: ours has no microseconds, and would take up the same place again.
    let found = db
      .tables<FunnelTables>()
      .selectFrom('funnel_lead')
      .selectAll()
      .select(sql<string>`at::text`.as('place'))
      .where('owner_id', '=', owner)
      .where('funnel_id', '=', funnelId);
    if (after)
      found = found.where(sql<boolean>`(at, address_key) > (${after.at}::timestamptz, ${after.key})`);
    const rows = await found.orderBy('at').orderBy('address_key').limit(page).execute();
    yield rows.map(({ place: _place, ...lead }) => lead);
    const last = rows.at(-1);
    isMore = rows.length === page;
    if (last) after = { at: last.place, key: last.address_key };
  }
}
