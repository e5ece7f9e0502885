import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { isAhead } from '#platform/server/http/ahead.ts';
import { callerKey } from '#platform/server/http/network.ts';
import type { Platform } from '#platform/server/platform.ts';
import { deviceOf, isBot, sourceOf } from '../rules/visits.ts';
import { tellCounted } from './news.ts';
import { rollUp } from './roll-up.ts';
import { forgetLostCounts } from './splits.ts';
import { shownTo, type SplitVisit, writeSplitVisits } from './split-visits.ts';

/** `order`: back from the checkout, paid. Only how long it took is kept of it; the orders themselves the store counts. */
export type EventKind = 'view' | 'lead' | 'click' | 'no' | 'order';

/** Who looks, as far as a request tells. */
export interface Visitor {
  address: string;
  /** Path and query as they came. */
  url: string;
  header(name: string): string | undefined;
}

export interface Visit {
  ownerId: string;
  funnelId: string;
  stepId: string;
  kind: EventKind;
  by: Visitor;
  /** What is counted with it in tests: the version that was shown, or that somebody came from one. */
  inTests?: string[];
}

interface Noted extends SplitVisit {
  isTest: boolean;
  source: string;
  device: string;
  at: Date;
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
/** So many different browsers of one address count on a page and day: a script has as many names as it likes. */
const mostBrowsers = 50;

/**
 * Counts without a cookie: a visitor is a hash that only today's key makes, so nobody can be followed from one day to
 * the next. Sums are kept, people are not.
 */
export function createNumbers({
  db,
  clock,
  log,
  secret,
  origin,
}: Pick<Platform, 'db' | 'clock' | 'log' | 'secret' | 'origin'>) {
  let pending: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  let visitorKey: Buffer | undefined;
  /** Who was counted today by this process: the same again costs nothing. */
  let counted = { day: -1, keys: new Set<string>(), browsersAt: new Map<string, number>() };
  const browsers = new Map<string, Browser>();

  function browserOf(agent: string): Browser {
    const known = browsers.get(agent);
    if (known) return known;
    if (browsers.size >= mostKnown) {
      browsers.clear();
      counted.keys.clear();
      counted.browsersAt.clear();
    }
    const browser = { nth: browsers.size, device: isBot(agent) ? null : deviceOf(agent) };
    browsers.set(agent, browser);
    return browser;
  }

  function visitorOf(day: string, funnelId: string, address: string, agent: string): string {
    visitorKey ??= secret('funnel visitors');
    const who = `${day}\n${funnelId}\n${address}\n${agent}`;
    return createHmac('sha256', visitorKey).update(who).digest('base64url').slice(0, 22);
  }

  function note({ ownerId, funnelId, stepId, kind, by, inTests = [] }: Visit): void {
    const { address } = by;
    const agent = by.header('user-agent') ?? '';
    const { nth, device } = browserOf(agent);
    if (device === null || pending.length >= mostPending) return;
    const now = clock.now();
    const dayOfAll = Math.floor(now.getTime() / days(1));
    if (counted.day !== dayOfAll || counted.keys.size >= mostKnown)
      counted = { day: dayOfAll, keys: new Set(), browsersAt: new Map() };
    const onceOf = (what: string) => `${what} ${nth} ${address} ${stepId} ${funnelId}`;
    const fresh = [kind, ...inTests].filter((what) => !counted.keys.has(onceOf(what)));
    if (fresh.length === 0) return;
    if (isAhead((name) => by.header(name))) return;
    const place = `${callerKey(address)} ${stepId} ${funnelId}`;
    const one = `browser ${nth} ${place}`;
    if (!counted.keys.has(one)) {
      const others = counted.browsersAt.get(place) ?? 0;
      if (others >= mostBrowsers) return;
      counted.browsersAt.set(place, others + 1);
      counted.keys.add(one);
    }
    for (const what of fresh) counted.keys.add(onceOf(what));
    const day = now.toISOString().slice(0, 10);
    const { host, searchParams } = new URL(`http://${by.header('host') ?? 'hub.invalid'}${by.url}`);
    const noted = {
      owner: ownerId,
      funnel: funnelId,
      day,
      step: stepId,
      visitor: visitorOf(day, funnelId, address, agent),
      // A proxy may pass the host on without its port.
      source: sourceOf(searchParams, by.header('referer') ?? null, [host, new URL(origin()).host]),
      device,
      at: now,
    };
    for (const what of fresh) pending.push({ ...noted, kind: what, isTest: what !== kind });
    timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then(write).catch((error: unknown) => {
      log.error('couldn’t count visits', { error });
      counted.keys.clear();
    });
    return flushing;
  }

  async function write(): Promise<void> {
    // In one order everywhere, so that two processes never wait for one another.
    const sorted = pending.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    pending = [];
    const batch = sorted.filter(({ isTest }) => !isTest);
    if (batch.length > 0) await writeVisits(batch);
    const inTests = sorted.filter(({ isTest }) => isTest);
    if (inTests.length > 0) await writeSplitVisits(db.tables(), inTests);
    if (sorted.length > 0)
      await tellCounted(
        db.tables(),
        sorted.map(({ funnel }) => funnel),
      );
  }

  async function writeVisits(batch: readonly Noted[]): Promise<void> {
    const column = (name: keyof Noted) => batch.map((row) => row[name]);
    await sql`
      with given as (
        select distinct on (owner, funnel, day, step, kind, visitor) * from unnest(
          ${column('owner')}::text[], ${column('funnel')}::text[], ${column('day')}::date[], ${column('step')}::text[],
          ${column('kind')}::text[], ${column('visitor')}::text[], ${column('source')}::text[], ${column('device')}::text[],
          ${column('at')}::timestamptz[]
        ) as t (owner, funnel, day, step, kind, visitor, source, device, at)
        order by owner, funnel, day, step, kind, visitor, at
      ), fresh as (
        insert into funnel_seen (owner_id, funnel_id, day, step_id, kind, visitor, at)
        select owner, funnel, day, step, kind, visitor, at from given
        on conflict do nothing
        returning *
      ), reached as (
        -- What was seen before, and what was seen just now: this statement does not see its own rows.
        select fresh.owner_id, fresh.funnel_id, fresh.day, fresh.kind as goal,
          greatest(1, extract(epoch from fresh.at - least(
            (select min(seen.at) from funnel_seen seen where seen.owner_id = fresh.owner_id
              and seen.funnel_id = fresh.funnel_id and seen.day = fresh.day and seen.visitor = fresh.visitor and seen.kind = 'view'),
            (select min(given.at) from given where given.owner = fresh.owner_id
              and given.funnel = fresh.funnel_id and given.day = fresh.day and given.visitor = fresh.visitor and given.kind = 'view')
          )))::numeric as took
        from fresh where fresh.kind in ('lead', 'order')
      ), paced as (
        insert into funnel_pace (owner_id, funnel_id, day, goal, seconds, count)
        select owner_id, funnel_id, day, goal, round(took, 1 - floor(log(took))::int)::int as seconds, count(*)
        from reached where took is not null
        group by 1, 2, 3, 4, 5
        order by 1, 2, 3, 4, 5
        on conflict (owner_id, funnel_id, day, goal, seconds) do update set count = funnel_pace.count + excluded.count
      )
      insert into funnel_count (owner_id, funnel_id, day, step_id, kind, source, device, count)
      select owner, funnel, given.day, step, given.kind, source, device, count(*)
      from given join fresh on fresh.owner_id = owner and fresh.funnel_id = funnel and fresh.day = given.day
        and fresh.step_id = step and fresh.kind = given.kind and fresh.visitor = given.visitor
      where given.kind <> 'order'
      group by 1, 2, 3, 4, 5, 6, 7
      order by 1, 2, 3, 4, 5, 6, 7
      on conflict (owner_id, funnel_id, day, step_id, kind, source, device)
      do update set count = funnel_count.count + excluded.count`.execute(db.tables());
  }

  return {
    note,
    flush,

    /** Which versions they were shown today and yesterday; whoever only fetches ahead was shown none. */
    async shownTo(ownerId: string, funnelId: string, { address, header }: Visitor) {
      await flush();
      const now = clock.now().getTime();
      const visitors = [0, 1].map((back) => {
        const day = new Date(now - days(back)).toISOString().slice(0, 10);
        return { day, visitor: visitorOf(day, funnelId, address, header('user-agent') ?? '') };
      });
      return shownTo(db.tables(), { owner: ownerId, funnel: funnelId, visitors });
    },
    async tidy(): Promise<void> {
      const yesterday = new Date(clock.now().getTime() - days(1)).toISOString().slice(0, 10);
      await sql`delete from funnel_seen where day < ${yesterday}`.execute(db.tables());
      await rollUp(db, yesterday);
      await forgetLostCounts({ db });
    },
  };
}

export type Numbers = ReturnType<typeof createNumbers>;

const keyOf = ({ owner, funnel, day, step, kind, visitor }: Noted): string =>
  `${owner} ${funnel} ${day} ${step} ${kind} ${visitor}`;
