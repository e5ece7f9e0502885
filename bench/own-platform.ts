import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import type { Platform } from '#platform/server/platform.ts';
import { testPlatform } from '#testing/platform.ts';

export interface OwnPlatform extends AsyncDisposable {
  platform: Platform;
  db: Database;
  clock: ReturnType<typeof movableClock>;
  dataDir: string;
}

export const origin = 'https://birch.example';

/** What features stand on, over an empty database of its own, without a server around it. */
export async function ownPlatform(): Promise<OwnPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-bench-'));
  const forget = () => rm(dataDir, { recursive: true, force: true });
  try {
    const db = await openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
    await migrate(db, silentLog);
    const clock = movableClock('2026-11-21T12:00:00Z');
    const config = { ...readConfig({ NODE_ENV: 'production' }), live: false };
    return {
      platform: testPlatform({ db, clock, config, origin }),
      db,
      clock,
      dataDir,
      async [Symbol.asyncDispose]() {
        await db.close();
        await forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}
