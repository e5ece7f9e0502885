import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { createAi } from '#platform/server/ai/ai.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDiskFiles } from '#platform/server/files/disk.ts';
import { silentLog } from '#platform/server/log.ts';
import { createMail } from '#platform/server/mail/mail.ts';
import { createOutbox } from '#platform/server/outbox/queue.ts';
import type { Platform } from '#platform/server/platform.ts';
import { useDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { sampleSite } from '#testing/site.ts';
import { demoCommands } from './commands.ts';
import { openInside } from './inside.ts';

const db = await useDatabase();

function ground(env: Record<string, string> = {}): Platform {
  const dataDir = temporaryFolder('demo');
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SITE_DIR: join(dataDir, 'site'), ...env });
  const outbox = createOutbox(db, systemClock);
  const shop = () => ({ name: '', address: '', cartReminders: true });
  const site = { words: sampleSite, shop } as Platform['site'];
  const origin = () => config.publicUrl?.origin ?? 'http://127.0.0.1:3000';
  return {
    config,
    clock: systemClock,
    log: silentLog,
    db,
    outbox,
    site,
    origin,
    files: openDiskFiles(join(dataDir, 'files')),
    ai: createAi({ config: { ai: undefined } }),
    mail: createMail(outbox),
    secret: (name) => Buffer.from(name.padEnd(32, 'x')),
    security: { note() {}, write: async () => {}, flush: async () => {}, addressKey: () => '' },
    listening: () => {},
  };
}

async function run(platform: Platform, name: string, ...args: string[]): Promise<string> {
  const said: string[] = [];
  const command = demoCommands(platform).find((one) => one.name === name);
  await command?.run(args, (line) => said.push(line));
  return said.join('\n');
}

/** Every table with a fingerprint of each row. */
async function everything(): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    // Days to add up again, which name nobody; a job of the running hub empties it.
    if (name === 'store_sales_stale') continue;
    const { rows } = await db.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t order by 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

test('the demo fills every part of the hub, and removing it leaves real rows unchanged', async () => {
  const platform = ground();
  // The catalog is read once, and a real person is here: they bought, they agreed, they got email.
  const real = await openInside(platform, systemClock);
  const { user } = await real.ask<{ user: { uid: string } }>('POST', '/api/auth/sign-up', {
    displayName: 'Ada',
    email: 'ada@example.com',
    password: 'seven quiet herons',
  });
  const as = { kind: 'member', uid: user.uid, email: 'ada@example.com', sessionId: 's' } as const;
  const cart = { email: 'bea@example.com', totalCents: 4900, items: [{ name: 'Guide' }], consent: true };
  await real.ask('POST', '/api/recovery/carts', cart, { as });
  await real.ask(
    'POST',
    '/api/saved',
    { key: 'k'.repeat(20), id: 'tpl_1', name: 'Mine', content: '<p>x</p>' },
    { as },
  );
  await real.close();
  const before = await everything();

  const said = await run(platform, 'demo load');
  expect(said).toMatch(/Sign in as maya\.lindqvist@demo\.example with the password \w{20}/);
  const during = await everything();
  const grown = Object.keys(during).filter(
    (name) => (during[name]?.length ?? 0) > (before[name]?.length ?? 0),
  );
  for (const table of [
    'account_user',
    'branding',
    'funnel_lead',
    'funnel_count',
    'plan_subscription',
    'recovery_message',
    'saved_template',
    'store_order',
    'store_coupon',
    'outbound_message',
  ])
    expect(grown, `nothing of the demo in ${table}`).toContain(table);
  const states = await db.pool.query(
    `select distinct state from outbound_message where payload->>'to' like '%@demo.example'`,
  );
  expect(states.rows, 'mail to people who do not exist never leaves').toEqual([{ state: 'kept' }]);
  const came = await db.pool.query<{ status: string }>(
    `select distinct status from recovery_cart where owner_id <> $1 order by 1`,
    [user.uid],
  );
  expect(came.rows.map(({ status }) => status)).toEqual(['abandoned', 'recovered']);
  const totals = await db.pool.query('select count(*)::int n from store_number');
  expect(totals.rows[0]).toEqual({ n: 0 });
  await expect(run(platform, 'demo load')).rejects.toThrow('The demo is already loaded');

  await run(platform, 'demo remove');
  expect(await everything()).toEqual(before);
  expect(await run(platform, 'demo remove')).toBe('There is no demo data.');
}, 60_000);

test('a live hub doesn’t load the demo by accident', async () => {
  const platform = ground({ PUBLIC_URL: 'https://hub.example' });
  await expect(run(platform, 'demo load')).rejects.toThrow('This hub is live');
  await expect(run(platform, 'demo remove', '--no')).rejects.toThrow('demo takes no options except --yes');
  expect(await run(platform, 'demo remove', '--yes')).toBe('There is no demo data.');
});
