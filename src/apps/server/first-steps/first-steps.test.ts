// Long because: each step is tried with everything that it stands on, of which one part is set up once.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { movableClock, systemClock } from '#base/clock.ts';
import { startPayPalEmulator } from '#emulators/paypal/server.ts';
import { readConfig } from '#platform/server/config.ts';
import type { DeskPage, Done, Operator } from '#platform/server/desk.ts';
import { readKept } from '#platform/server/kept-settings.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { useDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { testPlatform } from '#testing/platform.ts';
import { shippedDir } from '#testing/site-folder.ts';
import { startSmtp } from '#testing/smtp.ts';
import { findingsOf } from '../doctor/look.ts';
import { mailStep } from './mail.ts';
import { beginPage } from './page.ts';
import { paidStep } from './paid.ts';
import { restartAct } from './restart.ts';
import { createKeptSettings } from './settings.ts';
import { addressStep, demoStep, recoveryStep, sellStep, whoStep } from './steps.ts';

const db = await useDatabase();
const origin = 'https://hub.example';
const clock = movableClock('2026-11-28T10:00:00Z');
let people = 0;

async function opened({
  env = {},
  dataDir = temporaryFolder('first'),
  emulator,
  restart,
}: {
  env?: Record<string, string>;
  dataDir?: string;
  emulator?: string;
  restart?: () => void;
} = {}) {
  const siteDir = join(dataDir, 'site');
  await mkdir(siteDir, { recursive: true });
  const given = { NODE_ENV: 'test', DATA_DIR: dataDir, SITE_DIR: siteDir, DATABASE_URL: db.url, ...env };
  const config = readConfig(given, readKept(dataDir));
  const site = await openSite(siteDir, shippedDir, silentLog, systemClock);
  onTestFinished(() => site.close());
  const platform = { ...testPlatform({ db, clock, config, origin }), site, restart };
  const kept = createKeptSettings(platform);
  const lookup = async () => 'not reachable' as const;
  const look = () => findingsOf({ config, clock, lookup, db });
  let choice = 'none';
  const standing = () => ({
    isOn: choice === 'on',
    words: choice,
    advice: 'Set it.',
    reason: choice === 'off' ? 'switched off' : '',
  });
  const ownStore = {
    read: async () => ({ standing: standing(), since: null }),
    async choose(next: 'on' | 'off') {
      choice = next;
      return standing();
    },
  };
  const steps = [
    whoStep(platform),
    sellStep(platform),
    paidStep({ platform, kept, emulator }),
    mailStep({ platform, kept, look }),
    addressStep(platform, look),
    recoveryStep(platform, ownStore),
    demoStep({ ...platform, files: { delete: async () => {} } as never }),
  ];
  const page = beginPage(platform, steps, restartAct(platform, kept));
  const somebody: Operator = { id: `opr_${++people}`, name: 'Ada' };
  return {
    page,
    config,
    dataDir,
    siteDir,
    look: async (id?: string) =>
      JSON.stringify(id === undefined ? await page.list({}) : await page.one?.(id)),
    async formOf(name: string, id: string): Promise<Record<string, string>> {
      const asked = await page.acts?.find((act) => act.name === name)?.ask(id, somebody);
      return Object.fromEntries((asked?.fields ?? []).map((field) => [field.name, field.value ?? '']));
    },
    async act(name: string, id = '', form: Record<string, string> = {}): Promise<Done> {
      return (await page.acts?.find((act) => act.name === name)?.act(id, form, somebody)) as Done;
    },
  };
}

const stateOf = async (page: DeskPage): Promise<string[]> => {
  const table = (await page.list({})).blocks.find((block) => block.is === 'table');
  return (table?.is === 'table' ? table.rows : []).map(([, state]) =>
    typeof state === 'object' ? state.text : (state ?? ''),
  );
};

test('a new hub has seven steps, and each says how it stands, from what is so', async () => {
  const hub = await opened();
  expect(await stateOf(hub.page)).toEqual(['open', 'open', 'open', 'open', 'open', 'open', 'done']);
  expect(await hub.page.glance?.()).toMatchObject([{ value: '1 of 7', waits: true }]);
  for (const id of ['who', 'sell', 'paid', 'mail', 'address', 'recovery', 'demo'])
    expect(await hub.look(id), id).toContain('All first steps');
  await hub.act('put-away');
  await hub.act('put-away');
  expect(await hub.page.glance?.()).toEqual([]);
  expect(await hub.look()).toContain('bring-back');
  await hub.act('bring-back');
  expect(await hub.page.glance?.()).toHaveLength(1);
  await expect(hub.page.acts?.find(({ name }) => name === 'who')?.ask('paid')).rejects.toThrow(
    'part of that step',
  );
  await expect(hub.page.one?.('nothing')).rejects.toThrow('no such step');
});

test('who you are is written into the site folder, and the hub says it at once', async () => {
  const hub = await opened();
  const form = await hub.formOf('who', 'who');
  const seller = {
    legalName: 'Birch Ltd',
    address: '1 Long Lane\nDublin',
    country: 'IE',
    email: 'a@birch.example',
  };
  await expect(hub.act('who', 'who', { ...form, legalName: 'Birch Ltd' })).rejects.toMatchObject({
    details: { fields: { address: expect.any(String) as string } },
  });
  const done = await hub.act('who', 'who', { ...form, name: 'Birch', ...seller });
  expect(done.after).toMatchObject({ name: 'Birch', country: 'IE' });
  expect(await readFile(join(hub.siteDir, 'hub.md'), 'utf8')).toContain('legalName: Birch Ltd');
  expect((await stateOf(hub.page))[0]).toBe('done');
  await hub.act('remind-off', 'recovery');
  expect((await stateOf(hub.page))[5]).toBe('done');
});

test('[law] PayPal’s keys are tried before they are kept: wrong ones aren’t, and a secret is never told', async () => {
  const paypal = await startPayPalEmulator({ port: 0 });
  onTestFinished(() => paypal.close());
  paypal.sendNoticesTo(`${origin}/api/payments/webhook`);
  const hub = await opened({ emulator: paypal.origin });
  const { clientId, clientSecret, webhookId } = paypal;
  const right = { environment: 'sandbox', clientId, secretKey: clientSecret, webhookId };
  const form = await hub.formOf('paypal', 'paid');
  for (const [wrong, field] of [
    [{ secretKey: 'not-the-secret' }, 'clientId'],
    [{ clientId: 'nobody' }, 'clientId'],
    [{ clientId: ' ' }, 'clientId'],
    [{ secretKey: '' }, 'secretKey'],
    [{ webhookId: 'WH-none' }, 'webhookId'],
  ] as const) {
    await expect(hub.act('paypal', 'paid', { ...form, ...right, ...wrong })).rejects.toMatchObject({
      details: { fields: { [field]: expect.any(String) as string } },
    });
    expect(readKept(hub.dataDir)).toEqual({});
  }
  const done = await hub.act('paypal', 'paid', { ...form, ...right });
  expect(done.words).toContain('takes effect');
  expect(readKept(hub.dataDir)).toMatchObject({
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_CLIENT_SECRET: clientSecret,
  });
  const told = [
    done.words,
    JSON.stringify(done.after),
    await hub.look(),
    await hub.look('paid'),
    JSON.stringify(await hub.formOf('paypal', 'paid')),
  ];
  for (const text of told) expect(text).not.toContain(clientSecret);
  expect(await hub.look('paid')).toContain('not in use yet');

  // Somebody else, with the form of before.
  await expect(hub.act('paypal', 'paid', { ...form, ...right })).rejects.toThrow('somebody else has changed');
  const next = await opened({ dataDir: hub.dataDir, emulator: paypal.origin });
  expect(next.config.paypal).toMatchObject({ clientId, clientSecret, environment: 'sandbox' });
  expect(await next.look('paid')).toContain('no real payments');
  await next.act('forget-paypal', 'paid');
  expect(readKept(hub.dataDir)).toEqual({});
  await expect(next.act('forget-paypal', 'paid')).rejects.toThrow('Nothing of it is saved');
});

test('without a network nothing is kept; what the environment sets is not offered', async () => {
  const away = await opened({ emulator: 'http://127.0.0.1:1' });
  const keys = { environment: 'production', clientId: 'a', secretKey: 'b', webhookId: '' };
  const form = await away.formOf('paypal', 'paid');
  await expect(away.act('paypal', 'paid', { ...form, ...keys })).rejects.toThrow('reach PayPal');
  expect(readKept(away.dataDir)).toEqual({});
  const env = {
    PAYPAL_CLIENT_ID: 'an-id',
    PAYPAL_CLIENT_SECRET: 'hidden-word',
    SMTP_URL: 'smtp://u:hidden-word@127.0.0.1:1',
  };
  const set = await opened({ env });
  for (const id of ['paid', 'mail']) {
    const text = await set.look(id);
    expect(text).toContain('the hub’s environment');
    expect(text).not.toMatch(/"(?:paypal|smtp|forget-\w+)"/);
    expect(text).not.toContain('hidden-word');
  }
  await expect(set.act('forget-paypal', 'paid')).rejects.toThrow('set in the hub’s environment');
});

test('[law] a mail server is kept after a test has left through it, and its password is never told', async () => {
  const smtp = await startSmtp({
    authOptional: false,
    disabledCommands: [],
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'hub' && password === 'p@ss: w/rd?'
        ? done(null, { user: 'hub' })
        : done(new Error('wrong password')),
  });
  onTestFinished(() => smtp.close());
  const hub = await opened();
  const server = {
    host: '127.0.0.1',
    port: new URL(smtp.url).port,
    user: 'hub',
    from: 'Hub <hub@birch.example>',
    testTo: 'ada@birch.example',
  };
  const form = { ...(await hub.formOf('smtp', 'mail')), ...server };
  const secretPassword = 'p@ss: w/rd?';
  for (const wrong of [
    { secretPassword: 'other' },
    { testTo: 'nobody' },
    { host: 'a b' },
    { from: 'x' },
    { port: '1' },
  ]) {
    await expect(hub.act('smtp', 'mail', { ...form, secretPassword, ...wrong })).rejects.toThrow(
      /Nothing was/,
    );
    expect(readKept(hub.dataDir)).toEqual({});
  }
  expect(smtp.mails).toEqual([]);
  const done = await hub.act('smtp', 'mail', { ...form, secretPassword });
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]).toMatchObject({ from: 'hub@birch.example', to: ['ada@birch.example'] });
  const told = [
    done.words,
    JSON.stringify(done.after),
    await hub.look('mail'),
    JSON.stringify(await hub.formOf('smtp', 'mail')),
  ];
  for (const text of told) expect(text).not.toMatch(/p(@|%40)ss/);

  // The next form, without the password: it stays for this user at this server, and goes to no other.
  const again = { ...(await hub.formOf('smtp', 'mail')), testTo: server.testTo, from: 'new@birch.example' };
  expect(again).toMatchObject({ host: '127.0.0.1', user: 'hub', secretPassword: '' });
  await hub.act('smtp', 'mail', again);
  expect(readKept(hub.dataDir)['MAIL_FROM']).toBe('new@birch.example');
  const elsewhere = { ...again, was: (await hub.formOf('smtp', 'mail'))['was'] ?? '', host: 'localhost' };
  await expect(hub.act('smtp', 'mail', elsewhere)).rejects.toMatchObject({
    details: { fields: { secretPassword: expect.any(String) as string } },
  });

  const next = await opened({ dataDir: hub.dataDir });
  await next.act('test-mail', 'mail', { testTo: server.testTo });
  expect(smtp.mails).toHaveLength(3);
  for (let n = 0; n < 9; n++) await next.act('test-mail', 'mail', { testTo: server.testTo });
  await expect(next.act('test-mail', 'mail', { testTo: server.testTo })).rejects.toMatchObject({
    code: 'too_many',
  });
});

test('settings that wait are brought into use by a press, where something starts the hub again', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  let restarts = 0;
  const dataDir = temporaryFolder('first');
  const hub = await opened({ dataDir, restart: () => restarts++ });
  expect(await hub.look('mail')).not.toContain('"restart"');
  const form = await hub.formOf('smtp', 'mail');
  const { hostname, port } = new URL(smtp.url);
  const done = await hub.act('smtp', 'mail', { ...form, host: hostname, port, testTo: 'ada@example.com' });
  expect(done.words).toContain('press “Restart the hub”');
  expect(await hub.look('mail')).toContain('"restart"');
  expect(await hub.act('restart', 'mail')).toMatchObject({ goOn: 'begin/mail', isRestart: true });
  // Whoever pressed has their answer before it goes.
  expect(restarts).toBe(0);
  await expect.poll(() => restarts).toBe(1);
  // A file that the next start can't read keeps the hub running as it is.
  await writeFile(join(dataDir, 'settings.env'), 'SMTP_URL=nonsense');
  await expect(hub.act('restart', 'mail')).rejects.toThrow('SMTP_URL');
  expect(restarts).toBe(1);
  const alone = await opened({ dataDir: temporaryFolder('first') });
  await expect(alone.act('restart', 'mail')).rejects.toThrow('Nothing here starts this hub again');
});

test('the demo is taken away by its own step, with nothing of anybody else', async () => {
  const hub = await opened();
  const make = (id: string, email: string) =>
    db.pool.query(
      `insert into account_user (id, name, email, email_verified, created_at) values ($1, 'Some', $2, true, now())`,
      [id, email],
    );
  await expect(hub.page.acts?.find(({ name }) => name === 'demo')?.ask('demo')).rejects.toThrow(
    'no demo data',
  );
  await make('usr_demo', 'maya@demo.example');
  await make('usr_real', 'real@example.com');
  expect((await stateOf(hub.page))[6]).toBe('open');
  expect((await hub.act('demo', 'demo')).after).toMatchObject({ members: 1 });
  expect((await stateOf(hub.page))[6]).toBe('done');
  const { rows } = await db.pool.query(`select id from account_user where id in ('usr_demo', 'usr_real')`);
  expect(rows).toEqual([{ id: 'usr_real' }]);
});

test('a mistake in the site folder is told in its step, and takes no other away', async () => {
  const hub = await opened();
  await mkdir(join(hub.siteDir, 'catalog'), { recursive: true });
  await writeFile(join(hub.siteDir, 'catalog/catalog.md'), 'no front matter');
  expect(await hub.look('sell')).toContain('catalog.md');
  await writeFile(join(hub.siteDir, 'hub.md'), 'no front matter');
  await expect(hub.page.acts?.find(({ name }) => name === 'who')?.ask('who')).rejects.toThrow(
    'file is corrected',
  );
  await writeFile(join(hub.dataDir, 'settings.env'), 'SMTP_URL="half');
  expect(await hub.look('mail')).toContain('Correct the file or delete it');
  await expect(hub.formOf('paypal', 'paid')).rejects.toThrow('Correct the file');
  expect(await stateOf(hub.page)).toHaveLength(7);
});
