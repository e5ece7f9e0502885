import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { Side } from '#base/split-test.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSplitDraw, orderDays, type Shown } from './split-draw.ts';

/**
 * Who left an address or bought, in the tests that they were shown. Each person counts once, and so does each drawing: what
 * came of it is known after the first, and a bet on a second would not be fair.
 */
interface Counted {
  ownerId: string;
  funnelId: string;
  kind: 'lead' | 'sale';
  who: string;
  cents: number;
  at: Date;
}

async function put(
  trx: AnyTransaction,
  { ownerId, funnelId, kind, who, cents, at }: Counted,
  { id, side, unit }: { id: string; side: Side; unit: string },
): Promise<void> {
  await sql`
    insert into funnel_split_person (owner_id, funnel_id, split_id, kind, who, unit, side, cents, at)
    select owner_id, funnel_id, id, ${kind}, ${who}, ${unit}, ${side}, ${cents}, ${at}::timestamptz from funnel_split
    where owner_id = ${ownerId} and funnel_id = ${funnelId} and id = ${id} and ended_at is null
    for key share
    on conflict do nothing`.execute(trx);
}

/** In the transaction that takes the address. */
export async function countSplitLead(
  trx: AnyTransaction,
  lead: Omit<Counted, 'kind' | 'cents'>,
  { unit, tests }: Shown,
): Promise<void> {
  for (const [id, side] of Object.entries(tests).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await put(trx, { ...lead, kind: 'lead', cents: 0 }, { id, side, unit });
}

/**
 * An order that came from a funnel is paid. Who had left their address in a test is known by it for 30 days; anybody else by
 * the mark that their order carries.
 */
export function createSplitSales(platform: Pick<Platform, 'secret' | 'clock'>) {
  const draw = createSplitDraw(platform);
  return async (
    trx: AnyTransaction,
    {
      slug,
      email,
      cents,
      at,
      mark,
    }: { slug: string; email: string; cents: number; at: Date; mark: string | null },
  ): Promise<void> => {
    if (cents <= 0) return;
    const who = draw.whoOf(email);
    const shown = draw.read(mark);
    const { rows } = await sql<{
      owner_id: string;
      funnel_id: string;
      id: string;
      side: Side | null;
      unit: string | null;
      left_at: Date | null;
    }>`
      select s.owner_id, s.funnel_id, s.id, p.side, p.unit, p.at as left_at from funnel_slug known
      join funnel_split s on s.owner_id = known.owner_id and s.funnel_id = known.funnel_id
      left join funnel_split_person p on p.owner_id = s.owner_id and p.funnel_id = s.funnel_id and p.split_id = s.id
        and p.kind = 'lead' and p.who = ${who}
      where known.slug = ${slug} and s.ended_at is null
      order by s.id`.execute(trx);
    for (const { owner_id: ownerId, funnel_id: funnelId, id, side, unit, left_at } of rows) {
      const sale = { ownerId, funnelId, kind: 'sale', who, cents, at } as const;
      const marked = shown?.tests[id];
      if (side !== null && unit !== null && left_at !== null) {
        if (at.getTime() - left_at.getTime() <= days(orderDays)) await put(trx, sale, { id, side, unit });
      } else if (shown && marked) await put(trx, sale, { id, side: marked, unit: shown.unit });
    }
  };
}
