import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import { tellCounted } from './news.ts';
import { addPace } from './pace.ts';

export { createSplitSales } from './split-people.ts';

interface Sold {
  slug: string;
  cents: number;
  /** When it was paid. */
  at: Date;
}

/**
 * An order that came from a funnel is paid: counted there, in the transaction of the order, as sums without a buyer.
 * Whoever had left their address there is known to have bought, however many days later.
 */
export async function countFunnelSale(
  trx: AnyTransaction,
  { slug, email, cents, at }: Sold & { email: string },
): Promise<void> {
  await add(trx, slug, at, { cents, sale: 1 });
  const { rows } = await sql<{ owner_id: string; funnel_id: string; left_at: Date }>`
    update funnel_lead as lead set bought_at = ${at}
    from funnel_slug as known
    where known.slug = ${slug} and lead.owner_id = known.owner_id and lead.funnel_id = known.funnel_id
      and lead.address_key = ${mailAddressKey(email)} and lead.bought_at is null and lead.at <= ${at}
    returning lead.owner_id, lead.funnel_id, lead.at as left_at`.execute(trx);
  for (const { owner_id, funnel_id, left_at } of rows)
    await addPace(trx, { ownerId: owner_id, funnelId: funnel_id, goal: 'bought', from: left_at, to: at });
}

/** Whose funnel it is; null where there is none of that name. */
export async function funnelOwner(db: AnyKysely, slug: string): Promise<string | null> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from funnel_slug where slug = ${slug}`.execute(db);
  return rows[0]?.owner_id ?? null;
}

/** Of each published funnel, who came to its first page and who left an address, in days that are both counted. */
export async function funnelVisits(
  db: AnyKysely,
  { from, to }: { from: string; to: string },
): Promise<{ slug: string; visitors: number; leads: number }[]> {
  const { rows } = await sql<{ slug: string; visitors: number; leads: number }>`
    select known.slug, sum(case when counted.kind = 'view' then count else 0 end)::float8 as visitors,
      sum(case when counted.kind = 'lead' then count else 0 end)::float8 as leads
    from funnel_slug known
    join funnel_count counted on counted.owner_id = known.owner_id and counted.funnel_id = known.funnel_id
    where day >= ${from}::date and day <= ${to}::date and (counted.kind = 'lead' or (counted.kind = 'view' and exists (
      select from funnel_page page where page.slug = known.slug and page.step_id = counted.step_id and page.position = 0)))
    group by known.slug order by visitors desc, known.slug limit 500`.execute(db);
  return rows;
}

/** What a member calls their funnels. */
export async function funnelNames(db: AnyKysely, uid: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from funnel where owner_id = ${uid} and not is_purged and doc is not null order by name, id`.execute(
    db,
  );
  return rows;
}

/** Money of such an order went back: taken off the day that earned it, so that each day says what stayed. */
export const countFunnelRefund = (trx: AnyTransaction, { slug, cents, at }: Sold): Promise<void> =>
  add(trx, slug, at, { refund: cents });

async function add(
  trx: AnyTransaction,
  slug: string,
  at: Date,
  sums: Partial<Record<'cents' | 'sale' | 'refund', number>>,
): Promise<void> {
  const { rows } = await sql<{ funnel_id: string }>`
    insert into funnel_count (owner_id, funnel_id, day, step_id, kind, source, device, count)
    select owner_id, funnel_id, ${at.toISOString().slice(0, 10)}::date, '', kind, '', '', n
    from funnel_slug, unnest(${Object.keys(sums)}::text[], ${Object.values(sums)}::int[]) as sold (kind, n)
    where slug = ${slug}
    order by kind
    on conflict (owner_id, funnel_id, day, step_id, kind, source, device)
    do update set count = funnel_count.count + excluded.count
    returning funnel_id`.execute(trx);
  await tellCounted(
    trx,
    rows.map(({ funnel_id }) => funnel_id),
  );
}

/** What a member's funnels hold, in bytes: as they are, as they were, as they are shown, their pictures, and the files they promise. */
export async function funnelBytes(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (coalesce((select sum(bytes) from funnel where owner_id = ${uid}), 0)
      + coalesce((select sum(bytes) from funnel_version where owner_id = ${uid}), 0)
      + coalesce((select sum(bytes) from funnel_page where owner_id = ${uid}), 0)
      + coalesce((select sum(bytes) from funnel_picture where owner_id = ${uid}), 0)
      + coalesce((select sum(bytes) from funnel_gift_file where owner_id = ${uid}), 0))::float8 as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
