import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { findBrowser, launchArgs } from '../../scripts/browser.mjs';
import { type LoopbackPostgres, startLoopbackPostgres } from '../../testing/loopback-postgres.ts';
import { quietPort, startProcess, type HubProcess } from '../hub-process.ts';
import { listenTo, type Passed } from './look.ts';
import type { Device, DeviceName } from './model.ts';
import { breakStorage, skewClock } from './troubles.ts';
import { markOf, type Person } from './words.ts';

/** Makes whatever is bought free, so that an order needs no window of the provider. */
export const freeCode = 'WALK100';

/** What stands through all stories: one hub, its database, one browser. */
export interface Ground extends AsyncDisposable {
  hub: HubProcess;
  url: string;
  browser: Browser;
  /** Every row of the database with a text of that story in it. */
  rowsWith(mark: string): Promise<{ table: string; row: string }[]>;
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  backUp(): Promise<void>;
  restore(): Promise<void>;
}

/** `code` is another state of the code than this one, built: to see what it would have been told. */
export async function startGround(code?: string): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'walk-'));
  const postgres: LoopbackPostgres = await startLoopbackPostgres(await quietPort());
  const env = {
    DATA_DIR: join(folder, 'data'),
    SITE_DIR: join(folder, 'site'),
    DATABASE_URL: postgres.url,
    AUTH_SECRET: 'one secret for all the stories of a walk',
    PORT: String(await quietPort()),
    TRUST_PROXY: '1',
    HASHING_LOG2N: '10',
  };
  let hub = await startProcess(env, code);
  await hub.command('coupons', 'add', freeCode, '100%');
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: launchArgs, ...(executablePath && { executablePath }) });
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {});
  const query = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await pool.query<T>(sql, values)).rows;
  let all = '';
  const rowsWith = async (mark: string) => {
    all ||= (
      await query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      )
    )
      .map(({ name }) => `select '${name}' as table, to_jsonb(t)::text as row from "${name}" t`)
      .join(' union all ');
    return query<{ table: string; row: string }>(`select * from (${all}) x where row ilike $1`, [
      `%${mark}%`,
    ]);
  };
  const file = join(folder, 'backup.tgz');
  return {
    get hub() {
      return hub;
    },
    url: hub.url,
    browser,
    rowsWith,
    query,
    async backUp() {
      await rm(file, { force: true });
      await hub.command('backup', file);
    },
    async restore() {
      await hub.stop();
      await hub.command('restore', file, '--replace');
      hub = await startProcess(env, code);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await pool.end();
      await hub.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** One browser of a story. */
export interface LiveDevice {
  context: BrowserContext;
  tabs: (Page | null)[];
  passed: Passed[];
  settled(): Promise<void>;
}

/** What one story happens in. */
export class World {
  readonly devices = new Map<DeviceName, LiveDevice>();
  /** The account's name of each saved document. */
  readonly docs = new Map<number, string>();
  /** The id and the public address of each published funnel. */
  readonly funnels = new Map<number, { id: string; address: string }>();
  /** The address of each conversation, as its visitor's mail has it, by the number of the letter. */
  readonly threads = new Map<number, string>();
  /** The id of each agreement, with the address of the mail to each of its signers and the path that it has. */
  readonly agreements = new Map<
    number,
    { id: string; signers: Map<Person, { email: string; path: string }> }
  >();
  /** The path of each link that anybody can sign by. */
  readonly openLinks = new Map<number, string>();
  /** The ids of everybody's accounts in this story, those too that a restored backup knows nothing of any more. */
  readonly uids = new Map<Person, Set<string>>();
  readonly ground: Ground;
  readonly story: number;

  constructor(ground: Ground, story: number) {
    this.ground = ground;
    this.story = story;
  }

  get mark(): string {
    return markOf(this.story);
  }

  async open(name: DeviceName, { storage, daysAhead }: Pick<Device, 'storage' | 'daysAhead'>): Promise<void> {
    if (this.devices.has(name)) return;
    const context = await this.context(name === 'laptop' ? 1 : 2);
    if (daysAhead !== 0) await context.addInitScript(skewClock, daysAhead * 86_400_000);
    await context.addInitScript(breakStorage, storage);
    this.devices.set(name, { context, tabs: [null], ...listenTo(context, this.mark) });
  }

  /** A browser that nobody has used before, with an address of its own on the network. */
  async context(n: number): Promise<BrowserContext> {
    const context = await this.ground.browser.newContext({
      baseURL: this.ground.url,
      locale: 'en-US',
      timezoneId: 'UTC',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      // What is done to the requests must be seen here; offline, pages that are open stay open.
      serviceWorkers: 'block',
      extraHTTPHeaders: { 'x-forwarded-for': `10.${n}.${(this.story >> 8) & 255}.${this.story & 255}` },
    });
    context.setDefaultTimeout(30_000);
    await context.addInitScript(() => {
      // Three seconds are not the subject: a slow machine at work on much else must not send anybody offline.
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms === 3000 ? 30_000 : ms);
    });
    return context;
  }

  device(name: DeviceName): LiveDevice {
    const device = this.devices.get(name);
    if (!device) throw new Error(`Nobody has opened the ${name}`);
    return device;
  }

  async tab(name: DeviceName, at = 0): Promise<Page> {
    const device = this.device(name);
    const page = device.tabs[at] ?? (await device.context.newPage());
    device.tabs[at] = page;
    return page;
  }

  pages(name: DeviceName): Page[] {
    return (this.devices.get(name)?.tabs ?? []).filter((page) => page !== null && !page.isClosed()) as Page[];
  }

  async close(): Promise<void> {
    await Promise.all([...this.devices.values()].map(({ context }) => context.close().catch(() => {})));
  }
}

/** Waits for what should be so, and looks again until the time is over; null when it is so, else what is wrong. */
export async function settles<T>(look: () => Promise<T | null>, seconds = 5): Promise<T | null> {
  const last = Date.now() + seconds * 1000;
  for (;;) {
    const wrong = await look();
    if (wrong === null || Date.now() > last) return wrong;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}
