import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { endOf, type Sale, type Side } from '#base/split-test.ts';
import { type AnyKysely, type AnyTransaction } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { EndSplitBody, SplitMeasure, SplitView } from '../rules/split-contract.ts';
import { liveTopic } from './live-topic.ts';
import { tellCounted } from './news.ts';
import type { SplitRow } from './tables.ts';

/** Tests of two versions of a page: how one begins, how it stands, and how it ends. */

/** Of a page that is published, what its test is about. */
export interface Tested {
  stepId: string;
  key: string;
  share: number;
  measure: SplitMeasure;
  nextSteps: string[];
}
type Place = Pick<SplitRow, 'owner_id' | 'funnel_id'>;

/** With a publication: another word or share is another test, and a page with one version has none. */
export async function beginSplits(
  trx: AnyTransaction,
  { owner_id, funnel_id }: Place,
  tested: readonly Tested[],
  now: Date,
): Promise<void> {
  const wanted = tested.map(({ stepId, key, share, measure, nextSteps }) => ({
    step_id: stepId,
    id: randomText(12),
    about: createHash('sha256').update(key).digest('hex'),
    share,
    measure,
    next_steps: nextSteps,
  }));
  await sql`
    with gone as (
      delete from funnel_split s where owner_id = ${owner_id} and funnel_id = ${funnel_id}
        and not exists (select from jsonb_to_recordset(${asJsonb(wanted)}) as n (step_id text, about text)
          where n.step_id = s.step_id and n.about = s.about)
      returning id
    )
    delete from funnel_split_count where owner_id = ${owner_id} and funnel_id = ${funnel_id}
      and split_id in (select id from gone)`.execute(trx);
  if (wanted.length === 0) return;
  await sql`
    insert into funnel_split as known
      (owner_id, funnel_id, step_id, id, about, share, measure, next_steps, started_at)
    select ${owner_id}, ${funnel_id}, step_id, id, about, share, measure, next_steps, ${now}::timestamptz
    from jsonb_to_recordset(${asJsonb(wanted)})
      as n (step_id text, id text, about text, share int, measure text, next_steps text[])
    on conflict (owner_id, funnel_id, step_id) do update set next_steps = excluded.next_steps`.execute(trx);
}

interface Tally {
  visitors: Record<Side, number>;
  next: Record<Side, number>;
  leads: Record<Side, number>;
  sales: Sale[];
  leadsInOrder: Sale[];
  days: number;
}

async function tallyOf(db: AnyKysely, { owner_id, funnel_id, id }: SplitRow, now: Date): Promise<Tally> {
  const { rows: counts } = await sql<{ side: Side; kind: 'view' | 'next'; count: number; since: Date }>`
    select side, kind, sum(count)::int as count, min(day)::timestamptz as since from funnel_split_count
    where owner_id = ${owner_id} and funnel_id = ${funnel_id} and split_id = ${id}
    group by side, kind`.execute(db);
  const { rows: people } = await sql<{ side: Side; kind: 'lead' | 'sale'; cents: number }>`
    select side, kind, cents from funnel_split_person
    where owner_id = ${owner_id} and funnel_id = ${funnel_id} and split_id = ${id}
    order by at, unit`.execute(db);
  const sum = (kind: 'view' | 'next'): Record<Side, number> => {
    const of = (side: Side) => counts.find((row) => row.side === side && row.kind === kind)?.count ?? 0;
    return { a: of('a'), b: of('b') };
  };
  const leadsInOrder = people.filter(({ kind }) => kind === 'lead').map(({ side }) => ({ side, amount: 1 }));
  const since = Math.min(...counts.map((row) => row.since.getTime()), now.getTime());
  return {
    visitors: sum('view'),
    next: sum('next'),
    leads: {
      a: leadsInOrder.filter(({ side }) => side === 'a').length,
      b: leadsInOrder.filter(({ side }) => side === 'b').length,
    },
    sales: people.filter(({ kind }) => kind === 'sale').map(({ side, cents }) => ({ side, amount: cents })),
    leadsInOrder,
    days: (now.getTime() - since) / days(1),
  };
}

/** How the tests of a funnel stand, as far as their pages are published. */
export async function splitsOf(
  db: AnyKysely,
  { owner_id, funnel_id }: Place,
  now: Date,
): Promise<SplitView[]> {
  const { rows } = await sql<SplitRow>`
    select s.* from funnel_split s
    join funnel_page p on p.owner_id = s.owner_id and p.funnel_id = s.funnel_id and p.step_id = s.step_id
    where s.owner_id = ${owner_id} and s.funnel_id = ${funnel_id} and p.other_html is not null
    order by p.position`.execute(db);
  const views: SplitView[] = [];
  for (const row of rows) views.push(viewOf(row, await tallyOf(db, row, now)));
  return views;
}

function viewOf(
  { step_id, id, measure, started_at, ended_at, winner, why }: SplitRow,
  tally: Tally,
): SplitView {
  const arm = (side: Side): SplitView['a'] => {
    const sales = tally.sales.filter((sale) => sale.side === side);
    return {
      visitors: tally.visitors[side],
      next: tally.next[side],
      leads: tally.leads[side],
      orders: sales.length,
      cents: sales.reduce((sum, { amount }) => sum + amount, 0),
    };
  };
  return {
    stepId: step_id,
    id,
    by: measure,
    startedAt: started_at.toISOString(),
    days: tally.days,
    a: arm('a'),
    b: arm('b'),
    ended: ended_at && winner && why ? { at: ended_at.toISOString(), winner, why } : null,
  };
}

/** Looks at every test that goes on, and ends those that are decided; each is ended once. */
export async function decideSplits({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<SplitRow>`
    select s.* from funnel_split s
    join funnel_page p on p.owner_id = s.owner_id and p.funnel_id = s.funnel_id and p.step_id = s.step_id
    where s.ended_at is null and p.other_html is not null`.execute(db.tables());
  for (const row of rows) {
    const tally = await tallyOf(db.tables(), row, now);
    const sales = row.measure === 'money' ? tally.sales : tally.leadsInOrder;
    const end = endOf({ shareOfB: row.share / 100, people: tally.visitors, sales, days: tally.days });
    if (end) await close({ db }, row, { ended_at: now, ...end }, 'running');
  }
}

type Closed = Pick<SplitRow, 'ended_at' | 'winner' | 'why'>;

/** Every process shows the winner from then on. False where it had ended, or is another test by now. */
const close = (
  { db }: Pick<Platform, 'db'>,
  { owner_id, funnel_id, id }: Place & Pick<SplitRow, 'id'>,
  closed: Closed,
  which: 'running' | 'any' | 'by hand',
): Promise<boolean> =>
  db.transaction(async (trx: AnyTransaction) => {
    const { rows } = await sql`
      update funnel_split set ended_at = ${closed.ended_at}, winner = ${closed.winner}, why = ${closed.why}
      where owner_id = ${owner_id} and funnel_id = ${funnel_id} and id = ${id}
        and (${which} = 'any' or (${which} = 'running' and ended_at is null) or (${which} = 'by hand' and why = 'hand'))
      returning id`.execute(trx);
    if (rows.length === 0) return false;
    const { rows: known } = await sql<{ slug: string }>`
      select slug from funnel_slug where owner_id = ${owner_id} and funnel_id = ${funnel_id}`.execute(trx);
    for (const { slug } of known) await db.notify(trx, liveTopic, slug);
    await tellCounted(trx, [funnel_id]);
    return true;
  });

/** By its owner, who may also take that back. */
export async function endSplit(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  place: Place,
  { id, keep }: EndSplitBody,
): Promise<void> {
  const isDone =
    keep === 'both'
      ? await close({ db }, { ...place, id }, { ended_at: null, winner: null, why: null }, 'by hand')
      : await close({ db }, { ...place, id }, { ended_at: clock.now(), winner: keep, why: 'hand' }, 'any');
  if (!isDone)
    throw new Problem(
      'conflict',
      'This test ended or started again meanwhile, so nothing was changed. Load the page again to see how it stands.',
    );
}

/** Sums of tests that are gone: counted by a process that had not heard of it yet. */
export const forgetLostCounts = async ({ db }: Pick<Platform, 'db'>): Promise<void> =>
  void (await sql`
    delete from funnel_split_count c where not exists (
      select from funnel_split s where s.owner_id = c.owner_id and s.funnel_id = c.funnel_id and s.id = c.split_id)`.execute(
    db.tables(),
  ));
