import { sql } from 'kysely';
import type { AnyKysely } from '#platform/server/database/database.ts';

/** Somebody who saw a version of a page in a test, or went on to the page behind it; by the hash of the day alone. */
export interface SplitVisit {
  owner: string;
  funnel: string;
  day: string;
  step: string;
  visitor: string;
  /** `a` and the test's id, `b` and the id, or `next` and the id. */
  kind: string;
}

const column = (visits: readonly SplitVisit[], name: keyof SplitVisit) => visits.map((row) => row[name]);

/** Each once a day, as sums; who went on counts where they saw the page before, on the same day. */
export async function writeSplitVisits(db: AnyKysely, visits: readonly SplitVisit[]): Promise<void> {
  const isNext = ({ kind }: SplitVisit) => kind.startsWith('next ');
  for (const some of [visits.filter((visit) => !isNext(visit)), visits.filter(isNext)]) {
    if (some.length === 0) continue;
    await sql`
      with given as (
        select distinct on (owner, funnel, day, step, kind, visitor) *,
          split_part(kind, ' ', 1) as word, split_part(kind, ' ', 2) as split
        from unnest(${column(some, 'owner')}::text[], ${column(some, 'funnel')}::text[], ${column(some, 'day')}::date[],
          ${column(some, 'step')}::text[], ${column(some, 'visitor')}::text[], ${column(some, 'kind')}::text[]
        ) as t (owner, funnel, day, step, visitor, kind)
        order by owner, funnel, day, step, kind, visitor
      ), meant as (
        select given.*, case when word = 'next' then seen.kind else given.kind end as shown from given
        left join funnel_seen seen on word = 'next' and seen.owner_id = owner and seen.funnel_id = funnel
          and seen.day = given.day and seen.visitor = given.visitor and left(seen.kind, 2) in ('a ', 'b ')
          and seen.kind in ('a ' || split, 'b ' || split)
        where word <> 'next' or seen.kind is not null
      ), fresh as (
        insert into funnel_seen (owner_id, funnel_id, day, step_id, kind, visitor)
        select owner, funnel, day, step, kind, visitor from meant
        on conflict do nothing
        returning *
      )
      insert into funnel_split_count (owner_id, funnel_id, split_id, day, side, kind, count)
      select owner, funnel, split, meant.day, left(shown, 1), case when word = 'next' then 'next' else 'view' end, count(*)
      from meant join fresh on fresh.owner_id = owner and fresh.funnel_id = funnel and fresh.day = meant.day
        and fresh.step_id = step and fresh.kind = meant.kind and fresh.visitor = meant.visitor
      group by 1, 2, 3, 4, 5, 6
      order by 1, 2, 3, 4, 5, 6
      on conflict (owner_id, funnel_id, split_id, day, side, kind)
      do update set count = funnel_split_count.count + excluded.count`.execute(db);
  }
}

/** What somebody was shown, by the hashes that they have today and had yesterday. */
export async function shownTo(
  db: AnyKysely,
  {
    owner,
    funnel,
    visitors,
  }: { owner: string; funnel: string; visitors: { day: string; visitor: string }[] },
): Promise<Record<string, 'a' | 'b'>> {
  const { rows } = await sql<{ kind: string }>`
    select distinct seen.kind from unnest(
      ${visitors.map(({ day }) => day)}::date[], ${visitors.map(({ visitor }) => visitor)}::text[]) as t (day, visitor)
    join funnel_seen seen on seen.owner_id = ${owner} and seen.funnel_id = ${funnel}
      and seen.day = t.day and seen.visitor = t.visitor
    where left(seen.kind, 2) in ('a ', 'b ')
    order by seen.kind`.execute(db);
  return Object.fromEntries(
    rows.map(({ kind }) => [kind.slice(2), kind.startsWith('b') ? 'b' : ('a' as const)]),
  );
}
