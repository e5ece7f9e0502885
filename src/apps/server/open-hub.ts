import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '#base/clock.ts';
import type { Draft, PageInfo } from '#base/render.ts';
import { createAi } from '#platform/server/ai/ai.ts';
import type { Config } from '#platform/server/config.ts';
import { migrate, newerThanCode } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import type { ServerFeature, ServiceStatus } from '#platform/server/feature.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { createScan, scanned } from '#platform/server/files/scanner.ts';
import { watchedFiles, watchedScan } from '#platform/server/files/watched.ts';
import { createLog } from '#platform/server/log.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSecurityLog } from '#platform/server/security/security-log.ts';
import { Problem } from '#base/problem.ts';
import { openSite } from '#platform/server/site/open.ts';
import { withoutTurns } from '#features/desk/server/public.ts';
import type { KnownPages } from '#features/pages/server/index.ts';
import { createAiBudget } from '#features/plans/server/public.ts';
import { createFeatures } from './features.ts';
import { isServed } from './join-hub.ts';
import { openSecrets } from './secrets.ts';

export interface OpenHub {
  config: Config;
  platform: Platform;
  features: ServerFeature[];
  /** The status of file storage and its scanner. */
  storage(): ServiceStatus[];
  /** Set once the web application is loaded: which pages exist. */
  showPages(pages: PageInfo[], draw: (draft: Draft) => Promise<Response>): void;
  /** Closed with the hub, after everything that used it. */
  onClose(close: () => Promise<void>): void;
  close(): Promise<void>;
}

export type Tell = (stage: string, words: string) => void;

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function openFiles(config: Config) {
  const { s3Url, scannerUrl } = config;
  const { files, status } = watchedFiles(await openStore(config), s3Url ? `S3, ${s3Url.host}` : 'disk');
  const scanner = watchedScan(scannerUrl ? createScan(scannerUrl) : null, scannerUrl?.host ?? '');
  return {
    files: scanner.scan ? scanned(files, scanner.scan) : files,
    status: (): ServiceStatus[] => [status(), scanner.status()],
  };
}

/** The S3 code is only loaded if it is configured. */

async function openStore({ s3Url, dataDir }: Config): Promise<FileStore> {
  if (!s3Url) return openDiskFiles(join(dataDir, 'files'));
  const { openS3Files } = await import('#platform/server/files/s3.ts');
  return openS3Files(s3Url);
}

/**
 * Opens everything the hub depends on, in order, and reports each step; shared by the server and the command line.
 */
export async function openHub(
  config: Config,
  tell: Tell,
  clock: Clock = systemClock,
  { stopping, restart }: { stopping?: AbortSignal; restart?: (() => void) | undefined } = {},
): Promise<OpenHub> {
  const log = createLog(config.logLevel);
  const secret = openSecrets(config);

  tell('database', config.databaseUrl ? 'connecting ...' : 'starting PostgreSQL ...');
  const db = await openDatabase(config, log);
  try {
    stopping?.throwIfAborted();
    let migrations = 0;
    const newer = await migrate(db, { ...log, info: () => void migrations++ });
    tell('database', migrations > 0 ? `${db.runsOn()}, ${migrations} migrations applied` : db.runsOn());
    // During a rolling upgrade, a restarted machine joins the others of its version; on its own, it would hide the
    // problem.
    if (newer.length > 0 && !(await isServed(db))) throw newerThanCode(newer);
    if (newer.length > 0)
      tell('database', `newer than this version, which still works with them: ${newer.join(', ')}`);
    stopping?.throwIfAborted();
    const site = await openSite(config.siteDir, `${root}content`, log, clock);
    tell(
      'site',
      site.words().isSample ? 'sample text; replace it in site/hub.md' : withoutTurns(site.words().name),
    );

    let port = config.port;
    const origin = () => config.publicUrl?.origin ?? `http://127.0.0.1:${port}`;
    const outbox = createOutbox(db, clock);
    const storage = await openFiles(config);
    const security = createSecurityLog({ db, clock, log, secret });
    const platform: Platform = {
      config,
      clock,
      log,
      db,
      files: storage.files,
      site,
      secret,
      security,
      outbox,
      origin,
      restart,
      listening: (actual) => {
        port = actual;
      },
      ai: createAi({ config, log, purse: createAiBudget({ db, clock, config }) }),
      mail: createMail(outbox),
    };
    const closers: (() => Promise<void>)[] = [];
    let pages: PageInfo[] = [];
    let drawn: ((draft: Draft) => Promise<Response>) | undefined;
    const known: KnownPages = {
      existing: () => pages.map(({ path }) => path),
      listed: () => [
        ...pages.filter(({ listed }) => listed).map(({ path }) => ({ path })),
        ...features.flatMap((feature) => feature.listed?.() ?? []),
      ],
    };
    const features = createFeatures(platform, known, (draft) => {
      if (!drawn) throw new Problem('unavailable');
      return drawn(draft);
    });
    return {
      config,
      platform,
      features,
      storage: storage.status,
      showPages(shown, draw) {
        pages = shown;
        drawn = draw;
      },
      onClose: (close) => void closers.push(close),
      async close() {
        site.close();
        await security.flush();
        await db.close();
        for (const close of closers) await close();
      },
    };
  } catch (error) {
    await db.close().catch(() => {});
    throw error;
  }
}
