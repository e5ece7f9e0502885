import { fileURLToPath } from 'node:url';
import { systemClock } from '#base/clock.ts';
import type { PageInfo } from '#base/render.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { createLog } from '#platform/server/log.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { Platform } from '#platform/server/platform.ts';
import { openSite } from '#platform/server/site/open.ts';
import { createFeatures } from './features.ts';
import { openSecrets } from './secrets.ts';

export interface House {
  config: Config;
  platform: Platform;
  features: ServerFeature[];
  /** Told once the web application is loaded: which pages there are. */
  showPages(pages: PageInfo[]): void;
  close(): Promise<void>;
}

export type Tell = (stage: string, words: string) => void;

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Opens everything the hub stands on, in order, saying what it does; the server and the command line share it. */
export async function openHouse(env: Record<string, string | undefined>, tell: Tell): Promise<House> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const secret = openSecrets(config);

  tell('database', config.databaseUrl ? 'connecting ...' : 'starting PostgreSQL ...');
  const db = await openDatabase(config, log);
  try {
    await migrate(db, log);
    tell('database', db.runsOn());
    const site = await openSite(config.siteDir, `${root}content`, log);
    tell('site', site.words().isSample ? 'sample words; make it yours in site/hub.md' : site.words().name);

    const clock = systemClock;
    let port = config.port;
    const origin = () => config.publicUrl?.origin ?? `http://127.0.0.1:${port}`;
    const outbox = createOutbox(db, clock);
    const platform: Platform = {
      config,
      clock,
      log,
      db,
      site,
      secret,
      outbox,
      origin,
      listening: (actual) => {
        port = actual;
      },
      mail: createMail({ config, db, clock, site, outbox, origin }),
    };
    let pages: PageInfo[] = [];
    const known = {
      existing: () => pages.map(({ path }) => path),
      listed: () => pages.filter(({ listed }) => listed).map(({ path }) => ({ path })),
    };
    return {
      config,
      platform,
      features: createFeatures(platform, known),
      showPages(shown) {
        pages = shown;
      },
      async close() {
        site.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close().catch(() => {});
    throw error;
  }
}
