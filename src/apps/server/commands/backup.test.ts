import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { epochOf } from '#platform/server/database/epoch.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { temporaryFolder, useMadeDatabase } from '#testing/hold-database.ts';

const program = fileURLToPath(new URL('../command-line.ts', import.meta.url));

function hub(folder: string, args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'data'),
      SITE_DIR: join(folder, 'site'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const done = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  );
  return { child, done };
}

async function fill(folder: string, statement: string): Promise<void> {
  const dataDir = join(folder, 'data');
  await useMadeDatabase(dataDir, 'migrated');
  const db = await openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
  await db.pool.query(statement);
  await db.close();
}

const session = `insert into hub_meta values ('epoch', '"before"');
  insert into account_user (id, name, email) values ('usr_1', 'Ada', 'ada@birch.example');
  insert into account_session (id, user_id, token, expires_at) values ('ses_1', 'usr_1', 'the-token-in-a-cookie', '2030-01-01')`;

test('one command backs up a hub, another restores it: sessions, secret, files and site', async () => {
  const old = temporaryFolder('data');
  await fill(old, session);
  writeFileSync(join(old, 'data/secret'), 'the-secret-of-this-hub-is-43-characters-long');
  mkdirSync(join(old, 'data/files'));
  writeFileSync(join(old, 'data/files/product.zip'), 'PK');
  mkdirSync(join(old, 'site'));
  writeFileSync(join(old, 'site/hub.md'), 'name: Birch');
  const saved = await hub(old, ['backup', 'hub.tgz']).done;
  expect(saved.code, saved.said).toBe(0);
  expect(saved.said).toMatch(/^database {3}account_session, 1 row$/m);
  expect(saved.said).toMatch(/^backup {5}hub\.tgz, \d+(\.\d)? KB, in /m);

  const fresh = temporaryFolder('data');
  const restored = await hub(fresh, ['restore', join(old, 'hub.tgz')]).done;
  expect(restored.code, restored.said).toBe(0);
  const db = await openDatabase({ databaseUrl: undefined, dataDir: join(fresh, 'data') }, silentLog);
  expect(
    (
      await db.pool.query(
        'select token, email from account_session join account_user on account_user.id = user_id',
      )
    ).rows,
  ).toEqual([{ token: 'the-token-in-a-cookie', email: 'ada@birch.example' }]);
  // Devices with a position from after the backup are told that this is another history.
  expect(await epochOf(db)).not.toBe('before');
  await db.close();
  for (const name of ['data/secret', 'data/files/product.zip', 'site/hub.md']) {
    expect(readFileSync(join(fresh, name), 'utf8')).toBe(readFileSync(join(old, name), 'utf8'));
  }

  const again = await hub(fresh, ['restore', join(old, 'hub.tgz')]).done;
  expect(again.code).toBe(1);
  expect(again.said).toMatch(/This hub is not empty \(account_session, account_user/);
});

test.each([
  // When killed outright, it says nothing and leaves the partial file.
  ['SIGKILL', /^/, true],
  ['SIGTERM', /Stopped\. No backup was written\./, false],
] as const)('a backup ended midway by %s leaves no file with its name', async (signal, words, leavesPart) => {
  const folder = temporaryFolder('data');
  await fill(
    folder,
    "insert into hub_meta select 'key ' || n, to_jsonb(repeat(md5(n::text), 200)) from generate_series(1, 12000) n",
  );
  const { child, done } = hub(folder, ['backup', 'hub.tgz']);
  await expect
    .poll(() => existsSync(join(folder, 'hub.tgz.part')), { timeout: 30_000, interval: 1 })
    .toBe(true);
  child.kill(signal);
  const { code, said } = await done;
  expect(code === 0, said).toBe(false);
  expect(existsSync(join(folder, 'hub.tgz'))).toBe(false);
  expect(said).toMatch(words);
  expect(existsSync(join(folder, 'hub.tgz.part'))).toBe(leavesPart);
  // What was left of it is in nobody's way.
  const next = await hub(folder, ['backup', 'hub.tgz']).done;
  expect(next.code, next.said).toBe(0);
});

test('a missing name, a missing file and a hub that never ran get a one-line message', async () => {
  const folder = temporaryFolder('data');
  for (const [args, words] of [
    [['backup'], /^FILE is missing\.\s+npm run hub -- backup FILE$/],
    [['restore'], /^FILE is missing\.\s+npm run hub -- restore FILE/],
    [['backup', 'hub.tgz'], /^There is nothing to back up yet/],
    [['restore', 'none.tgz'], /There is no file .*none\.tgz\.$/],
  ] as const) {
    const { code, said } = await hub(folder, [...args]).done;
    expect(code).toBe(1);
    expect(said.trim()).toMatch(words);
    expect(said).not.toMatch(/ at /);
  }
});
