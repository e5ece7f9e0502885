import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Goal, goals, type NumbersAnswer, type OverviewAnswer } from '../rules/contract.ts';
import { spread } from '../rules/numbers.ts';
import type { EventKind, Numbers } from './numbers.ts';
import { splitsOf } from './splits.ts';

/** What was counted, read as sums: however many came, it costs as much as the days and steps there are. */
export function createReport({ db, clock }: Pick<Platform, 'db' | 'clock'>, numbers: Numbers) {
  const since = (count: number) =>
    new Date(clock.now().getTime() - days(count - 1)).toISOString().slice(0, 10);

  async function paceOf(owner: string, funnelId: string, count: number): Promise<NumbersAnswer['pace']> {
    const { rows } = await sql<{ goal: Goal; seconds: number; count: number }>`
      select goal, seconds, sum(count)::float8 as count from funnel_pace
      where owner_id = ${owner} and funnel_id = ${funnelId} and day >= ${since(count)}
      group by goal, seconds order by goal, seconds`.execute(db.tables());
    return goals.flatMap((goal) => {
      const line = spread(rows.filter((row) => row.goal === goal));
      return line ? [{ goal, ...line }] : [];
    });
  }

  /** Of those who left an address in these days, as far as they are still in the list. */
  async function giftsOf(owner: string, funnelId: string, count: number): Promise<NumbersAnswer['gifts']> {
    const { rows } = await sql<NumbersAnswer['gifts']>`
      select count(*)::float8 as sent, count(downloaded_at)::float8 as downloaded from funnel_lead
      where owner_id = ${owner} and funnel_id = ${funnelId} and gift_mailed_at is not null
        and at >= ${`${since(count)}T00:00:00Z`}::timestamptz`.execute(db.tables());
    return rows[0] ?? { sent: 0, downloaded: 0 };
  }

  return {
    async of(owner: string, funnelId: string, count: number, firstStep: string): Promise<NumbersAnswer> {
      await numbers.flush();
      // Every sum in one reading of the days; where people came from is asked of the first step alone.
      const reading = sql<SumRow>`
        select step_id, kind, day, source, device, entry, sum(count)::float8 as count,
          grouping(step_id, day, source, device) as of
        from (
          select *, kind in ('view', 'source', 'device') and step_id = ${firstStep} as entry from funnel_count
          where owner_id = ${owner} and funnel_id = ${funnelId} and day >= ${since(count)}
            and (kind not in ('source', 'device') or step_id = ${firstStep})
        ) as counted
        group by grouping sets ((step_id, kind), (day, kind, entry), (entry, source), (entry, device))`.execute(
        db.tables(),
      );
      const [{ rows }, pace, gifts, splits] = await Promise.all([
        reading,
        paceOf(owner, funnelId, count),
        giftsOf(owner, funnelId, count),
        splitsOf(db.tables(), { owner_id: owner, funnel_id: funnelId }, clock.now()),
      ]);
      const steps = new Map<string, NumbersAnswer['steps'][number]>();
      const perDay = new Map<string, NumbersAnswer['days'][number]>();
      const sources = new Map<string, number>();
      const sold = { sale: 0, cents: 0, refund: 0 };
      const devicesUsed = new Map<string, number>();
      for (const { of, step_id, kind, day, source, device, entry, count: n } of rows) {
        // Of a day that was rolled up, these are parts of its visits.
        if (kind === 'source' || kind === 'device') continue;
        if (of === sums.byStep && isMoney(kind)) sold[kind] += n;
        else if (of === sums.byStep) {
          const step = steps.get(step_id) ?? {
            stepId: step_id,
            visitors: 0,
            leads: 0,
            clicks: 0,
            declines: 0,
          };
          steps.set(step_id, { ...step, [stepColumn[(kind as EventKind | null) ?? 'view']]: n });
        } else if (of === sums.byDay) {
          const line = perDay.get(day) ?? noDay(day);
          perDay.set(day, line);
          if (kind === 'sale') line.orders += n;
          else if (kind === 'cents') line.revenueCents += n;
          else if (kind === 'refund') line.revenueCents -= n;
          else if (kind === 'lead') line.leads += n;
          else if (kind === 'click') line.clicks += n;
          else if (entry) line.visitors += n;
        } else if (entry) {
          if (of === sums.bySource && source !== '') sources.set(source, n);
          else if (of !== sums.bySource && device !== '') devicesUsed.set(device, n);
        }
      }
      const sorted = (counts: Map<string, number>) =>
        [...counts]
          .map(([key, n]) => ({ key, count: n }))
          .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
          .slice(0, 20);
      return {
        // The database gives sums in no order of its own: the same numbers are the same answer.
        steps: [...steps.values()].sort((a, b) => (a.stepId < b.stepId ? -1 : 1)),
        days: [...perDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
        sales: sold.sale,
        revenueCents: sold.cents - sold.refund,
        refundedCents: sold.refund,
        pace,
        gifts,
        sources: sorted(sources),
        devices: sorted(devicesUsed),
        ...(splits.length > 0 && { splits }),
      };
    },

    async overview(owner: string): Promise<OverviewAnswer> {
      await numbers.flush();
      const { rows } = await sql<{
        id: string;
        name: string;
        slug: string | null;
        visitors: number;
        leads: number;
      }>`
        select f.id, f.name, f.live_slug as slug,
          coalesce((select sum(count) from funnel_count c where c.owner_id = f.owner_id and c.funnel_id = f.id
            and c.kind = 'view' and c.step_id = f.doc->'steps'->0->>'id' and c.day >= ${since(30)}), 0)::int as visitors,
          (select count(*) from funnel_lead l where l.owner_id = f.owner_id and l.funnel_id = f.id)::int as leads
        from funnel f where f.owner_id = ${owner} and not f.is_purged
        order by f.updated_at desc limit 20`.execute(db.tables());
      return { funnels: rows };
    },
  };
}

export type Report = ReturnType<typeof createReport>;

interface SumRow {
  step_id: string;
  /** Null where a set sums over kinds. */
  kind: EventKind | Money | 'source' | 'device' | null;
  day: string;
  source: string;
  device: string;
  entry: boolean;
  count: number;
  of: number;
}
/** What `grouping` says of each set: a bit for every column that is summed over. */
const sums = { byStep: 0b0111, byDay: 0b1011, bySource: 0b1101 };
const stepColumn = {
  view: 'visitors',
  lead: 'leads',
  click: 'clicks',
  no: 'declines',
  order: 'orders',
} as const;

type Money = 'sale' | 'cents' | 'refund';
const isMoney = (kind: SumRow['kind']): kind is Money =>
  kind === 'sale' || kind === 'cents' || kind === 'refund';
const noDay = (day: string) => ({ day, visitors: 0, leads: 0, clicks: 0, orders: 0, revenueCents: 0 });
