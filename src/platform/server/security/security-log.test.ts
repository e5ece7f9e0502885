import { beforeEach, expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Sheet } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { accountsHub } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { securityLogFeature } from './feature.ts';
import { createSecurityLog, networkOf, type SecurityRow } from './security-log.ts';

const db = await useDatabase();
const hub = accountsHub(db);
const password = 'meadow-lantern-otter';
const { security } = hub.platform;

beforeEach(async () => {
  await security.flush();
  await db.pool.query('truncate security_event');
});

async function rows(): Promise<SecurityRow[]> {
  await security.flush();
  return (await db.pool.query<SecurityRow>('select * from security_event order by at, id')).rows;
}

const feature = (clock = hub.platform.clock) =>
  securityLogFeature(
    { db, clock, config: readConfig({}), security },
    {
      accountOf: async (email) =>
        (await db.pool.query<{ id: string }>('select id from account_user where email = $1', [email])).rows[0]
          ?.id ?? null,
    },
  );

async function command(line: string): Promise<string[]> {
  const said: string[] = [];
  await feature().commands?.[0]?.run(line.split(' ').filter(Boolean), (text) => said.push(text));
  return said;
}

test('an account’s life in the log: who, what, when, from where, how, and the outcome', async () => {
  const browser = hub.browser('203.0.113.77');
  const email = 'ada.lovelace@example.com';
  await browser.post('/api/auth/sign-up', { displayName: 'Ada Lovelace', email, password });
  const uid = (await browser.who())?.uid ?? '';
  await browser.post('/api/auth/sign-in', { email, password: 'not this one' });
  await browser.post('/api/auth/sign-in', { email, password });
  await browser.post('/api/auth/change-password', {
    currentPassword: password,
    newPassword: 'violet-harbour-71-swim',
  });
  await browser.get('/api/account/export');
  await browser.post('/api/auth/sign-out');
  await browser.post('/api/auth/sessions/revoke', { others: true });

  const told = await rows();
  const outcomes = told.map(({ what, outcome }) => `${what}: ${outcome}`).sort();
  expect(outcomes).toEqual(
    [
      'sign-up: ok',
      'sign-in: refused',
      'sign-in: ok',
      'password change: ok',
      'account exported: ok',
      'sign-out: ok',
      'sessions ended: refused',
    ].sort(),
  );
  const entered = told.find(({ what, outcome }) => what === 'sign-in' && outcome === 'ok');
  expect(entered).toMatchObject({ account: uid, how: 'password', network: '203.0.113.0/24', times: 1 });
  expect(entered?.request).toMatch(/^req_/);
  // No one was known yet, so the keyed address is stored, and can be found by whoever knows the address.
  expect(told.find(({ what, outcome }) => what === 'sign-in' && outcome === 'refused')).toMatchObject({
    account: null,
    address_key: security.addressKey(email),
  });
  expect(JSON.stringify(told)).not.toMatch(/lovelace|example\.com|203\.0\.113\.77|otter|harbour/i);
  expect(await command('ada.lovelace@example.com')).toHaveLength(7);
  expect((await command('ada.lovelace@example.com --outcome refused')).join('\n')).toMatch(
    /refused {2}sign-in .*203\.0\.113\.0\/24 {2}password {2}POST \/api\/auth\/sign-in/,
  );
  expect((await command('somebody@example.com')).at(-1)).toBe('0 entries');
});

test('denied, mistyped and rate-limited requests are logged, a dead link isn’t', async () => {
  const browser = hub.browser('2001:db8:1:2::3');
  await browser.get('/api/auth/sessions');
  await browser.post('/api/auth/sign-in', { email: 'no address', password });
  await browser.post(
    '/api/auth/sign-in',
    { email: 'a@example.com', password },
    { origin: 'https://evil.example' },
  );
  for (let n = 0; n < 14; n++)
    await browser.post('/api/auth/sign-in', { email: 'b@example.com', password: 'wrong' });
  const counted: Record<string, number> = {};
  for (const { what, outcome, times, network } of await rows()) {
    expect(network).toBe('2001:db8:1::/48');
    counted[`${what}: ${outcome}`] = (counted[`${what}: ${outcome}`] ?? 0) + times;
  }
  // Ten attempts on an account from one place, and one from another site.
  expect(counted).toEqual({
    'request: refused': 1,
    'sign-in: invalid': 1,
    'sign-in: refused': 11,
    'sign-in: limited': 4,
  });
});

test('a flood becomes a handful of rows, and its memory use is bounded', async () => {
  const log = createSecurityLog({
    db,
    clock: hub.platform.clock,
    log: silentLog,
    secret: hub.platform.secret,
  });
  for (let n = 0; n < 5000; n++)
    log.note({ what: 'sign-in', outcome: 'refused', email: `p${n}@example.com`, address: '198.51.100.1' });
  await log.flush();
  const all = await rows();
  expect(all.length).toBeLessThanOrEqual(501);
  expect(all.reduce((sum, { times }) => sum + times, 0)).toBe(5000);
});

test('an unavailable database blocks no one, and the line is still logged', async () => {
  const lines: string[] = [];
  const heard = { ...silentLog, info: (message: string) => void lines.push(message) };
  const broken = {
    tables() {
      throw new Error('away');
    },
  } as never;
  const log = createSecurityLog({
    db: broken,
    clock: hub.platform.clock,
    log: heard,
    secret: hub.platform.secret,
  });
  await log.write({ what: 'sign-out', outcome: 'ok', account: 'usr_1' });
  expect(lines).toEqual(['security']);
});

test('the log is deleted after its retention period', async () => {
  await security.write({ what: 'sign-in', outcome: 'ok', account: 'usr_1' });
  const later = movableClock(new Date(Date.now() + 179 * 86_400_000));
  await feature(later).jobs?.[0]?.run();
  expect(await rows()).toHaveLength(1);
  later.move(2 * 86_400_000);
  await feature(later).jobs?.[0]?.run();
  expect(await rows()).toHaveLength(0);
});

test.each([
  ['192.0.2.17', '192.0.2.0/24'],
  ['2001:db8:aa:bb::1', '2001:db8:aa::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
])('%s is stored as its network', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('the desk’s page of it turns over every line, of one moment too, with its route and request', async () => {
  await db.pool.query(
    `insert into security_event (at, what, outcome, route, request, times)
     select now(), 'request', 'refused', 'GET /x', 'req_' || n, 1 from generate_series(1, 1100) n`,
  );
  const page = feature().desk?.[0];
  const seen = new Set<unknown>();
  for (let asked: Record<string, string> | undefined = {}; asked;) {
    const { blocks }: Pick<Sheet, 'blocks'> = (await page?.list(asked)) ?? { blocks: [] };
    const table = blocks.find((block) => block.is === 'table');
    for (const row of table?.rows ?? []) seen.add(JSON.stringify(row.slice(-2)));
    const older = blocks.find((block) => block.is === 'link');
    asked = older && Object.fromEntries(new URLSearchParams(older.href.slice(1)));
  }
  expect(seen.size).toBe(1100);
  expect([...seen][0]).toContain('GET /x');
});
