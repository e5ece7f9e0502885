import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { days, movableClock } from '#base/clock.ts';
import { createNumbers, type EventKind } from '#features/funnels/server/numbers.ts';
import { createReport } from '#features/funnels/server/report.ts';
import { readConfig } from '#platform/server/config.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { testPlatform } from '#testing/platform.ts';
import { atMost, type Figure } from '../kit.ts';

const amount = 1_000_000;
const span = 90;
const steps = 6;
const owner = 'usr_bench';
const funnel = 'fun_bench';
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
];
const kinds: EventKind[] = ['view', 'view', 'view', 'view', 'view', 'view', 'click', 'lead', 'no', 'order'];

/** A million events of one funnel, counted as visits are: how fast its owner sees them. */
export async function figures(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-numbers-'));
  const db = await openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
  try {
    await migrate(db, silentLog);
    const first = new Date('2026-08-24T00:00:00Z');
    const clock = movableClock(first.toISOString());
    const config = { ...readConfig({ NODE_ENV: 'production' }), live: false };
    const platform = testPlatform({ db, clock, config, origin: 'https://birch.example' });
    const numbers = createNumbers(platform);
    const report = createReport(platform, numbers);
    const requests = agents.flatMap((agent) =>
      Array.from(
        { length: 50 },
        (_, source) =>
          new Request(`https://birch.example/f/bench?utm_source=campaign-${source}`, {
            headers: { 'user-agent': agent },
          }),
      ),
    );

    let sent = 0;
    for (let day = 0; day < span; day++) {
      const until = Math.round((amount * (day + 1)) / span);
      for (; sent < until; sent++) {
        numbers.note({
          ownerId: owner,
          funnelId: funnel,
          stepId: `step${sent % steps}`,
          kind: kinds[Math.floor(sent / steps) % kinds.length] ?? 'view',
          address: `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
          request: requests[(sent * 7) % requests.length] as Request,
        });
        if (sent % 4000 === 3999) await numbers.flush();
      }
      await numbers.flush();
      if (day < span - 1) clock.move(days(1));
      // As every hour of a hub does.
      await numbers.tidy();
    }
    await sql`analyze`.execute(db.tables());

    const taken: number[] = [];
    let seen = 0;
    for (let round = 0; round < 9; round++) {
      const began = performance.now();
      const answer = await report.of(owner, funnel, span, 'step0');
      taken.push(performance.now() - began);
      seen = answer.steps.reduce((sum, one) => sum + one.visitors + one.leads + one.clicks + one.declines, 0);
    }
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from funnel_count`.execute(
      db.tables(),
    );
    const quickest = Math.min(...taken);
    return [
      atMost(
        `funnels: the numbers of ${seen.toLocaleString('en')} events of ${span} days (${rows[0]?.count.toLocaleString('en')} sums; slowest ${Math.max(...taken).toFixed(0)} ms)`,
        quickest,
        200,
        'ms',
      ),
    ];
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
