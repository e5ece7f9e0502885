import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { endOf, leastSales, type Sale, type Side } from '#base/split-test.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { EndSplitBody, SplitView } from '../rules/contract.ts';
import { shareOf, splitKeyOf, wordingOf } from '../rules/split.ts';
import type { MailWords } from '#features/letters/rules/blocks.ts';
import { allSteps, type MailStep, type Step } from '../rules/steps.ts';
import { orderDays } from '../rules/happenings.ts';
import type { FollowupTables, MessageRow, RunRow, SequenceRow, SplitRow } from './tables.ts';

/** Tests of two wordings: who gets which, what they brought, and how one ends. */

export type Split = Pick<SplitRow, 'version' | 'winner'>;
type Place = Pick<SplitRow, 'owner_id' | 'sequence_id'>;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** With a save: a new wording or share is a new test, and a step without a second wording has none. */
export async function beginSplits(
  trx: AnyTransaction,
  { owner_id, sequence_id, version }: Place & { version: number },
  steps: readonly Step[],
  now: Date,
): Promise<void> {
  const wanted = mailsIn(steps).flatMap((step) => {
    const key = splitKeyOf(step);
    return key === null ? [] : [{ step_id: step.id, about: digest(key) }];
  });
  await sql`
    delete from followup_split where owner_id = ${owner_id} and sequence_id = ${sequence_id}
      and step_id <> all(${wanted.map(({ step_id }) => step_id)})`.execute(trx);
  if (wanted.length === 0) return;
  await sql`
    insert into followup_split as known (owner_id, sequence_id, step_id, version, about, started_at)
    select ${owner_id}, ${sequence_id}, step_id, ${version}, about, ${now}::timestamptz
    from jsonb_to_recordset(${asJsonb(wanted)}) as n (step_id text, about text)
    on conflict (owner_id, sequence_id, step_id) do update set version = excluded.version, about = excluded.about,
      started_at = excluded.started_at, ended_at = null, winner = null, why = null
    where known.about <> excluded.about`.execute(trx);
}

const mailsIn = (steps: readonly Step[]): MailStep[] =>
  allSteps(steps).filter((step) => step.kind === 'mail');

/** The same person gets the same wording, whatever else is drawn about them. */
function drawn({ sequence_id, contact_id }: RunRow, step: MailStep): Side {
  const hash = createHash('sha256').update(`wording ${sequence_id} ${step.id} ${contact_id}`).digest();
  return hash.readUInt32BE(0) % 100 < shareOf(step) ? 'b' : 'a';
}

/** Which wording somebody gets, and whether it counts in a test. */
export function sideFor(
  row: RunRow,
  step: MailStep,
  split: Split | undefined,
): { side: Side; words: MailWords; counts: Pick<MessageRow, 'wording' | 'split_version'> } {
  const isOpen = step.other !== undefined && split !== undefined && split.winner === null;
  const side = isOpen ? drawn(row, step) : (split?.winner ?? 'a');
  return {
    side,
    words: wordingOf(step, side),
    counts: isOpen ? { wording: side, split_version: split.version } : { wording: null, split_version: null },
  };
}

interface Tally {
  people: Record<Side, number>;
  clicked: Record<Side, number>;
  sales: Sale[];
  currency: string | null;
  days: number;
}

/**
 * Each person once: by the first of these emails that they got, and by the first purchase within 30 days after it. What
 * was counted of somebody never changes, which the rule that decides relies on.
 */
async function tallyOf(
  db: AnyKysely,
  {
    owner_id,
    sequence_id,
    step_id,
    version,
  }: Pick<SplitRow, 'owner_id' | 'sequence_id' | 'step_id' | 'version'>,
  now: Date,
): Promise<Tally> {
  const firsts = sql`
    select distinct on (contact_id) contact_id, wording, at, clicked_at from followup_message
    where owner_id = ${owner_id} and sequence_id = ${sequence_id} and step_id = ${step_id}
      and split_version = ${version} and wording is not null and state <> 'not sent'
    order by contact_id, at, run_id`;
  const { rows: arms } = await sql<{ wording: Side; people: number; clicked: number; since: Date }>`
    select wording, count(*)::int as people, count(clicked_at)::int as clicked, min(at) as since
    from (${firsts}) f group by wording`.execute(db);
  const { rows: all } = await sql<{ side: Side; amount: number; currency: string }>`
    select f.wording as side, o.cents::float8 as amount, o.currency from (${firsts}) f
    join lateral (select * from followup_order o where o.owner_id = ${owner_id} and o.contact_id = f.contact_id
      and o.cents > 0 and o.at > f.at and o.at <= f.at + make_interval(days => ${orderDays})
      order by o.at, o.order_id limit 1) o on true
    order by o.at, o.order_id`.execute(db);
  const currency = mostCommon(all.slice(0, leastSales).map((sale) => sale.currency));
  const count = (of: 'people' | 'clicked'): Record<Side, number> => ({
    a: arms.find(({ wording }) => wording === 'a')?.[of] ?? 0,
    b: arms.find(({ wording }) => wording === 'b')?.[of] ?? 0,
  });
  const since = Math.min(...arms.map((arm) => arm.since.getTime()), now.getTime());
  return {
    people: count('people'),
    clicked: count('clicked'),
    sales: all.filter((sale) => sale.currency === currency),
    currency,
    days: (now.getTime() - since) / days(1),
  };
}

/** The first of those that are there most often. */
function mostCommon(all: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, n]) => n === most)?.[0] ?? null;
}

/** How the tests of a sequence stand. */
export async function splitsOf(
  db: AnyKysely,
  { owner_id, id }: Pick<SequenceRow, 'owner_id' | 'id'>,
  now: Date,
): Promise<Record<string, SplitView>> {
  const rows = await tablesOf<FollowupTables>(db)
    .selectFrom('followup_split')
    .selectAll()
    .where('owner_id', '=', owner_id)
    .where('sequence_id', '=', id)
    .execute();
  const views: Record<string, SplitView> = {};
  for (const row of rows) views[row.step_id] = splitView(row, await tallyOf(db, row, now));
  return views;
}

function splitView({ version, started_at, ended_at, winner, why }: SplitRow, tally: Tally): SplitView {
  const arm = (side: Side) => {
    const sales = tally.sales.filter((sale) => sale.side === side);
    return {
      people: tally.people[side],
      clicked: tally.clicked[side],
      bought: sales.length,
      cents: sales.reduce((sum, { amount }) => sum + amount, 0),
    };
  };
  return {
    version,
    startedAt: started_at.toISOString(),
    days: tally.days,
    a: arm('a'),
    b: arm('b'),
    currency: tally.currency,
    ended: ended_at && winner && why ? { at: ended_at.toISOString(), winner, why } : null,
  };
}

/** Looks at every test that goes on, and ends those that are decided. What ends is written in one statement, and once. */
export async function decideSplits({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<SplitRow & { steps: Step[] }>`
    select t.*, s.body->'steps' as steps from followup_split t
    join followup_sequence s on s.owner_id = t.owner_id and s.id = t.sequence_id
    where t.ended_at is null`.execute(db.tables());
  for (const { steps, ...row } of rows) {
    const step = mailsIn(steps).find(({ id }) => id === row.step_id);
    if (!step) continue;
    const { people, sales, days: since } = await tallyOf(db.tables(), row, now);
    const end = endOf({ shareOfB: shareOf(step) / 100, people, sales, days: since });
    if (end) await close(db.tables(), row, { ended_at: now, ...end }, 'running');
  }
}

type Closed = Pick<SplitRow, 'ended_at' | 'winner' | 'why'>;

async function close(
  db: AnyKysely,
  {
    owner_id,
    sequence_id,
    step_id,
    version,
  }: Pick<SplitRow, 'owner_id' | 'sequence_id' | 'step_id' | 'version'>,
  closed: Closed,
  which: 'running' | 'any' | 'by hand',
): Promise<boolean> {
  const { rows } = await sql`
    update followup_split set ended_at = ${closed.ended_at}, winner = ${closed.winner}, why = ${closed.why}
    where owner_id = ${owner_id} and sequence_id = ${sequence_id} and step_id = ${step_id} and version = ${version}
      and (${which} = 'any' or (${which} = 'running' and ended_at is null) or (${which} = 'by hand' and why = 'hand'))
    returning step_id`.execute(db);
  return rows.length > 0;
}

/** By its owner, who may also take that back. */
export async function endSplit(
  db: AnyKysely,
  place: Place,
  { stepId, keep, version }: EndSplitBody,
  now: Date,
): Promise<void> {
  const isDone =
    keep === 'both'
      ? await close(
          db,
          { ...place, step_id: stepId, version },
          { ended_at: null, winner: null, why: null },
          'by hand',
        )
      : await close(
          db,
          { ...place, step_id: stepId, version },
          { ended_at: now, winner: keep, why: 'hand' },
          'any',
        );
  if (!isDone)
    throw new Problem(
      'conflict',
      'This test ended or started again meanwhile, so nothing was changed. Load the page again to see how it stands.',
    );
}
