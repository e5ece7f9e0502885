import { type RawBuilder, sql } from 'kysely';

/**
 * Runs that are due, in turn: each member's oldest, as many of each, so that nobody's mass holds up what others wait for. The
 * members with any waiting are found one after the other in the index.
 */
export const inTurn = (now: Date, limit: number): RawBuilder<unknown> => sql`(
  with recursive owner as (
    (select owner_id from followup_run where state = 'waiting' order by owner_id limit 1)
    union all
    select (select r.owner_id from followup_run r where r.state = 'waiting' and r.owner_id > owner.owner_id order by r.owner_id limit 1)
    from owner where owner.owner_id is not null
  ), due as (
    select owner_id from owner where owner_id is not null and exists (
      select from followup_run r where r.owner_id = owner.owner_id and r.state = 'waiting' and r.due_at <= ${now})
  ), share as (select greatest(1, ${limit}::int / greatest(1, count(*)))::int as n from due)
  select turn.* from due cross join lateral (
    select * from followup_run r where r.owner_id = due.owner_id and r.state = 'waiting' and r.due_at <= ${now}
    order by r.due_at limit (select n from share) for update skip locked) turn)`;
