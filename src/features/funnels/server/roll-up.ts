import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';

/**
 * A day that is over is kept as its sums: by step and kind, and its visits by source and by device apart, as they are
 * shown. So the numbers of a year are read as fast as those of a week. What is still counted for such a day afterwards
 * stands beside its sums and is rolled up with the next.
 */
export async function rollUp(db: Pick<Database, 'tables'>, before: string): Promise<void> {
  await sql`
    with taken as (
      delete from funnel_count
      where day < ${before}::date and source <> '' and kind in ('view', 'lead', 'click', 'no')
      returning *
    ), parts as (
      select owner_id, funnel_id, day, step_id, kind, '' as source, '' as device, count from taken
      union all
      select owner_id, funnel_id, day, step_id, 'source', source, '', count from taken where kind = 'view'
      union all
      select owner_id, funnel_id, day, step_id, 'device', '', device, count from taken where kind = 'view'
    )
    insert into funnel_count (owner_id, funnel_id, day, step_id, kind, source, device, count)
    select owner_id, funnel_id, day, step_id, kind, source, device, sum(count)
    from parts
    group by 1, 2, 3, 4, 5, 6, 7
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (owner_id, funnel_id, day, step_id, kind, source, device)
    do update set count = funnel_count.count + excluded.count`.execute(db.tables());
}
