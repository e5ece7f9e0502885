import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Clock, systemClock } from '#base/clock.ts';
import { createAi } from '#platform/server/ai/ai.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import { createRateLimiter } from '#platform/server/http/limits.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { createFeatures } from '../src/apps/server/features.ts';
import { browsersOf, origin } from './accounts-hub.ts';
import type { TestDatabase } from './database.ts';
import { mounted, testPlatform } from './platform.ts';
import { shippedDir } from './site-folder.ts';

interface Settings {
  env?: Record<string, string>;
  clock?: Clock;
  /** Without it nobody is told to wait, however often they ask. */
  hasLimits?: boolean;
  /** As for strangers to reach: a member shows first whose address they gave. */
  live?: boolean;
}

/** Every feature of the hub as the app puts them together, over real HTTP handling, a real database and a real disk. */
export async function openWholeHub(
  db: TestDatabase,
  { env = {}, clock = systemClock, hasLimits = true, live = false }: Settings = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-whole-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const config = {
    ...readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin, DATA_DIR: folder, ...env }),
    live,
  };
  const site = await openSite(join(folder, 'no-site'), shippedDir, silentLog, systemClock);
  afterAll(() => site.close());
  const ground = testPlatform({
    db,
    clock,
    config,
    origin,
    files: openDiskFiles(join(folder, 'files')),
    ai: createAi({ config }),
  });
  const platform = { ...ground, site };
  const features = createFeatures(platform, { existing: () => [], listed: () => [] });
  const routes = features.flatMap((feature) => feature.routes ?? []);
  const resolveViewer = features.flatMap((feature) => feature.resolveViewer ?? [])[0];
  const resolveKey = features.flatMap((feature) => feature.resolveKey ?? [])[0];
  const resolveOperator = features.flatMap((feature) => feature.resolveOperator ?? [])[0];
  const unexpected: unknown[] = [];
  const app = mounted(routes, {
    ownOrigin: () => origin,
    trustProxy: 1,
    countAgainst: hasLimits ? createRateLimiter(db, clock) : async () => {},
    security: platform.security,
    report: (error) => unexpected.push(error),
    ...(resolveViewer && { resolveViewer }),
    ...(resolveKey && { resolveKey }),
    resolveOperator,
  });

  return {
    platform,
    features,
    routes,
    app,
    unexpected,
    browser: browsersOf(app),

    /** Carries out what waits for the features' own handlers, as the worker would. */
    async deliver(): Promise<void> {
      for (const handler of features.flatMap((feature) =>
        feature.name === 'mail' ? [] : (feature.outboxHandlers ?? []),
      )) {
        const { rows } = await db.pool.query<{ id: string; dedupe_key: string; payload: unknown }>(
          `update outbound_message set state = 'done' where channel = $1 and state = 'waiting' returning id, dedupe_key, payload`,
          [handler.channel],
        );
        for (const row of rows)
          await handler.deliver(row.payload, {
            id: row.id,
            attempt: 1,
            dedupeKey: row.dedupe_key,
            leaves: async () => {},
          });
      }
    },

    /** What stands behind `#token=` in the last mail to an address that has one. */
    async mailedToken(to: string): Promise<string> {
      const { rows } = await db.pool.query<{ body: string }>(
        `select payload->>'body' as body from outbound_message where channel = 'mail' and payload->>'to' = $1
         and payload->>'body' like '%#token=%' order by created_at desc, id desc limit 1`,
        [to],
      );
      return /#token=([^"]+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
    },
  };
}
