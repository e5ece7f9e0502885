import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { NumbersAnswer, OverviewAnswer } from '../rules/contract.ts';
import { deviceOf, isBot, sourceOf } from '../rules/visits.ts';

export type EventKind = 'view' | 'lead' | 'click' | 'no';

export interface Visit {
  ownerId: string;
  funnelId: string;
  stepId: string;
  kind: EventKind;
  address: string;
  request: Request;
}

interface Noted {
  owner: string;
  funnel: string;
  day: string;
  step: string;
  kind: EventKind;
  visitor: string;
  source: string;
  device: string;
}

interface Browser {
  /** Short for its name, which is long. */
  nth: number;
  /** Null for a program. */
  device: string | null;
}

const flushAfterMs = 500;
const mostPending = 5000;
const mostKnown = 20_000;

/**
 * Counts without a cookie: a visitor is a hash that only today's key makes, so nobody can be followed from one day to
 * the next. Sums are kept, people are not.
 */
export function createNumbers({ db, clock, log, secret }: Pick<Platform, 'db' | 'clock' | 'log' | 'secret'>) {
  let pending: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  let visitorKey: Buffer | undefined;
  /** Who was counted today by this process: the same again costs nothing. */
  let counted = { day: -1, keys: new Set<string>() };
  const browsers = new Map<string, Browser>();

  function browserOf(agent: string): Browser {
    const known = browsers.get(agent);
    if (known) return known;
    if (browsers.size >= mostKnown) {
      browsers.clear();
      counted.keys.clear();
    }
    const browser = { nth: browsers.size, device: isBot(agent) ? null : deviceOf(agent) };
    browsers.set(agent, browser);
    return browser;
  }

  function note({ ownerId, funnelId, stepId, kind, address, request }: Visit): void {
    const agent = request.headers.get('user-agent') ?? '';
    const { nth, device } = browserOf(agent);
    if (device === null || pending.length >= mostPending) return;
    const now = clock.now();
    const dayOfAll = Math.floor(now.getTime() / days(1));
    if (counted.day !== dayOfAll || counted.keys.size >= mostKnown)
      counted = { day: dayOfAll, keys: new Set() };
    const once = `${kind} ${nth} ${address} ${stepId} ${funnelId}`;
    if (counted.keys.has(once)) return;
    const purpose = request.headers.get('sec-purpose');
    if (purpose !== null && /prefetch|prerender/.test(purpose)) return;
    counted.keys.add(once);
    const day = now.toISOString().slice(0, 10);
    const who = `${day}\n${funnelId}\n${address}\n${agent}`;
    const url = new URL(request.url);
    visitorKey ??= secret('funnel visitors');
    pending.push({
      owner: ownerId,
      funnel: funnelId,
      day,
      step: stepId,
      kind,
      visitor: createHmac('sha256', visitorKey).update(who).digest('base64url').slice(0, 22),
      source: sourceOf(
        url.searchParams,
        request.headers.get('referer'),
        request.headers.get('host') ?? url.host,
      ),
      device,
    });
    timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then(write).catch((error: unknown) => {
      log.error('visits could not be counted', { error });
      counted.keys.clear();
    });
    return flushing;
  }

  async function write(): Promise<void> {
    // In one order everywhere, so that two processes never wait for one another.
    const batch = pending.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    pending = [];
    if (batch.length === 0) return;
    const column = (name: keyof Noted) => batch.map((row) => row[name]);
    await sql`
      with given as (
        select distinct on (owner, funnel, day, step, kind, visitor) * from unnest(
          ${column('owner')}::text[], ${column('funnel')}::text[], ${column('day')}::date[], ${column('step')}::text[],
          ${column('kind')}::text[], ${column('visitor')}::text[], ${column('source')}::text[], ${column('device')}::text[]
        ) as t (owner, funnel, day, step, kind, visitor, source, device)
        order by owner, funnel, day, step, kind, visitor
      ), fresh as (
        insert into funnel_seen (owner_id, funnel_id, day, step_id, kind, visitor)
        select owner, funnel, day, step, kind, visitor from given
        on conflict do nothing
        returning *
      )
      insert into funnel_count (owner_id, funnel_id, day, step_id, kind, source, device, count)
      select owner, funnel, given.day, step, given.kind, source, device, count(*)
      from given join fresh on fresh.owner_id = owner and fresh.funnel_id = funnel and fresh.day = given.day
        and fresh.step_id = step and fresh.kind = given.kind and fresh.visitor = given.visitor
      group by 1, 2, 3, 4, 5, 6, 7
      order by 1, 2, 3, 4, 5, 6, 7
      on conflict (owner_id, funnel_id, day, step_id, kind, source, device)
      do update set count = funnel_count.count + excluded.count`.execute(db.tables());
  }

  const since = (count: number) =>
    new Date(clock.now().getTime() - days(count - 1)).toISOString().slice(0, 10);

  return {
    note,
    flush,

    async of(owner: string, funnelId: string, count: number, firstStep: string): Promise<NumbersAnswer> {
      await flush();
      // Every sum in one reading of the days.
      const { rows } = await sql<SumRow>`
        select step_id, kind, day, source, device, entry, sum(count)::float8 as count,
          grouping(step_id, day, source, device) as of
        from (
          select *, kind = 'view' and step_id = ${firstStep} as entry from funnel_count
          where owner_id = ${owner} and funnel_id = ${funnelId} and day >= ${since(count)}
        ) as counted
        group by grouping sets ((step_id, kind), (day, kind, entry), (entry, source), (entry, device))`.execute(
        db.tables(),
      );
      const steps = new Map<string, NumbersAnswer['steps'][number]>();
      const perDay = new Map<string, NumbersAnswer['days'][number]>();
      const sources = new Map<string, number>();
      const sold = { sale: 0, cents: 0 };
      const devicesUsed = new Map<string, number>();
      for (const { of, step_id, kind, day, source, device, entry, count: n } of rows) {
        if (kind === 'sale' || kind === 'cents') {
          if (of === sums.byStep) sold[kind] += n;
        } else if (of === sums.byStep) {
          const step = steps.get(step_id) ?? {
            stepId: step_id,
            visitors: 0,
            leads: 0,
            clicks: 0,
            declines: 0,
          };
          steps.set(step_id, { ...step, [stepColumn[kind ?? 'view']]: n });
        } else if (of === sums.byDay) {
          const line = perDay.get(day) ?? { day, visitors: 0, leads: 0, clicks: 0 };
          perDay.set(day, line);
          if (kind === 'lead') line.leads += n;
          else if (kind === 'click') line.clicks += n;
          else if (entry) line.visitors += n;
        } else if (entry) {
          if (of === sums.bySource) sources.set(source, n);
          else devicesUsed.set(device, n);
        }
      }
      const sorted = (counts: Map<string, number>) =>
        [...counts]
          .map(([key, n]) => ({ key, count: n }))
          .sort((a, b) => b.count - a.count)
          .slice(0, 20);
      return {
        steps: [...steps.values()],
        days: [...perDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
        sales: sold.sale,
        revenueCents: sold.cents,
        sources: sorted(sources),
        devices: sorted(devicesUsed),
      };
    },

    async overview(owner: string): Promise<OverviewAnswer> {
      await flush();
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

    async tidy(): Promise<void> {
      await sql`delete from funnel_seen where day < ${since(2)}`.execute(db.tables());
    },
  };
}

export type Numbers = ReturnType<typeof createNumbers>;

interface SumRow {
  step_id: string;
  /** Null where a set sums over kinds. */
  kind: EventKind | 'sale' | 'cents' | null;
  day: string;
  source: string;
  device: string;
  entry: boolean;
  count: number;
  of: number;
}
/** What `grouping` says of each set: a bit for every column that is summed over. */
const sums = { byStep: 0b0111, byDay: 0b1011, bySource: 0b1101 };
const stepColumn = { view: 'visitors', lead: 'leads', click: 'clicks', no: 'declines' } as const;

const keyOf = ({ owner, funnel, day, step, kind, visitor }: Noted): string =>
  `${owner} ${funnel} ${day} ${step} ${kind} ${visitor}`;
