// Long because: every way in which a database refuses to start is tried over one kit.
import { execFileSync } from 'node:child_process';
import { scrypt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { hold, postmasterOf, temporaryFolder, useMadeDatabase } from '#testing/hold-database.ts';
import { openCluster } from './cluster.ts';
import { ensureDataFolder } from './init.ts';
import type { Runner } from './runner.ts';

const isRoot = process.getuid?.() === 0;
const asRoot = (name: string, run: () => Promise<void>) =>
  test(name, async (context) => {
    context.skip(!isRoot, 'only root can play several users');
    await run();
  });
const nobody = { uid: 65534, gid: 65534 };

/** A PATH with only the named programs, so that the others aren't found. */
function pathOf(folder: string, ...programs: string[]): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const program of programs)
    symlinkSync(
      execFileSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim(),
      join(bin, program),
    );
  return bin;
}

function folderOf(user: { uid: number; gid: number }, path: string): string {
  mkdirSync(path);
  chownSync(path, user.uid, user.gid);
  return path;
}

/** Writes until not even a small chunk fits. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  for (const piece of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) {
    try {
      for (;;) writeSync(file, piece);
    } catch {
      // Full for this size.
    }
  }
  closeSync(file);
}

asRoot('root starts the database under a home that others cannot enter', async () => {
  const folder = temporaryFolder('home/data');
  mkdirSync(join(folder, 'home'), { mode: 0o700 });
  const dataDir = join(folder, 'home/data');
  const holder = await hold(dataDir);
  expect(holder.answer).toMatch(/^open: /);
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
  await holder.close();
});

asRoot(
  'root, then a user: refused with the chown that mends it; afterwards the user, and root again, can start',
  async () => {
    const folder = temporaryFolder("it's data");
    chmodSync(folder, 0o755);
    const dataDir = join(folder, "it's data");
    await useMadeDatabase(dataDir);

    const refused = await hold(dataDir, { user: nobody });
    expect(refused.answer).toMatch(/^refused: CannotStart: The data in .* belongs to root/);
    const chown = /sudo (chown -R 65534:65534 '.*')$/.exec(refused.answer)?.[1] ?? '';
    execFileSync('/bin/sh', ['-c', chown]);

    const user = await hold(dataDir, { user: nobody });
    expect(user.answer).toMatch(/^open: /);
    await user.close();
    const root = await hold(dataDir);
    expect(root.answer).toMatch(/^open: /);
    expect(readFileSync(`/proc/${await postmasterOf(dataDir)}/status`, 'utf8')).toMatch(/^Uid:\s+65534/m);
    await root.close();
    const userAgain = await hold(dataDir, { user: nobody });
    expect(userAgain.answer).toMatch(/^open: /);
    await userAgain.close();
  },
);

asRoot('a data folder that is closed to this user is refused with the chown that mends it', async () => {
  const folder = temporaryFolder('data');
  chmodSync(folder, 0o755);
  await useMadeDatabase(join(folder, 'data'));
  chmodSync(join(folder, 'data'), 0o700);
  const { answer } = await hold(join(folder, 'data'), { user: nobody });
  expect(answer).toMatch(/belongs to root.*sudo chown -R 65534:65534 '.*\/data'$/);
});

asRoot(
  'root without user namespaces gives the data to nobody, and refuses with a clear line where nobody cannot get there',
  async () => {
    const folder = temporaryFolder('data', 'home/data');
    chmodSync(folder, 0o755);
    const env = { PATH: pathOf(folder, 'sh') };
    const open = await hold(join(folder, 'data'), { env });
    expect(open.answer).toMatch(/^open: /);
    expect(statSync(join(folder, 'data/postgres')).uid).toBe(65534);
    await open.close();

    mkdirSync(join(folder, 'home'), { mode: 0o700 });
    const closed = await hold(join(folder, 'home/data'), { env });
    expect(closed.answer).toMatch(
      /^refused: CannotStart: PostgreSQL doesn’t run as root, .*can’t access \/.*\/home: .*DATABASE_URL/,
    );
  },
);

asRoot('data that root made with user namespaces is taken over where they are refused', async () => {
  const folder = temporaryFolder('data');
  chmodSync(folder, 0o755);
  await useMadeDatabase(join(folder, 'data'));
  const holder = await hold(join(folder, 'data'), { env: { PATH: pathOf(folder, 'sh') } });
  expect(holder.answer).toMatch(/^open: /);
  await holder.close();
});

asRoot('a user id without a name can start, or is told what it misses', async () => {
  const folder = temporaryFolder('data', 'other');
  chmodSync(folder, 0o755);
  const nameless = { uid: 54_321, gid: 54_321 };
  const holder = await hold(folderOf(nameless, join(folder, 'data')), { user: nameless });
  expect(holder.answer).toMatch(/^open: /);
  await holder.close();
  const refused = await hold(folderOf(nameless, join(folder, 'other')), {
    user: nameless,
    env: { PATH: pathOf(folder, 'sh') },
  });
  expect(refused.answer).toMatch(
    /^refused: CannotStart: PostgreSQL can’t run as user 54321, which has no entry.*DATABASE_URL/,
  );
});

asRoot('a DATA_DIR that is not writable is one line that says what to do', async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const inside = await hold(join(folder, 'data'), { user: nobody });
  expect(inside.answer).toMatch(
    /^refused: CannotStart: DATA_DIR .*\/data isn’t writable by nobody \(65534\) \(EACCES\): sudo chown -R .*DATABASE_URL/,
  );
  const itself = await hold(folder, { user: nobody });
  expect(itself.answer).toMatch(/^refused: CannotStart: DATA_DIR .* isn’t writable by nobody/);
});

test('a DATA_DIR that is a file is reported in one line that says what to do', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'data'), '');
  const { answer } = await hold(join(folder, 'data'));
  expect(answer).toMatch(/^refused: CannotStart: DATA_DIR .* isn’t writable .*DATABASE_URL/);
});

asRoot('a full disk is one line that says so, at the first start and at a later one', async () => {
  const folder = temporaryFolder('disk');
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const mount = (size: string) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'hub-test', disk]);
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  };
  mount('20m');
  const first = await hold(disk);
  expect(first.answer).toMatch(/^refused: CannotStart: The disk that holds .* is full: .*DATABASE_URL/);
  expect(existsSync(join(disk, 'postgres'))).toBe(false);

  mount('120m');
  await (await hold(disk)).close();
  fill(join(disk, 'ballast'));
  const later = await hold(disk);
  expect(later.answer).toMatch(/^refused: CannotStart: The disk that holds .* is full/);
  rmSync(join(disk, 'ballast'));
  const mended = await hold(disk);
  expect(mended.answer).toMatch(/^open: /);
  await mended.close();
});

test('a PostgreSQL that exits at once, on a busy machine, is reported without waiting', async () => {
  const folder = temporaryFolder('data');
  const bin = join(folder, 'package/native/bin');
  mkdirSync(bin, { recursive: true });
  const program = `#!/bin/sh\n[ "$1" = --version ] && echo 'postgres (PostgreSQL) 18.4' && exit\necho 'FATAL:  no luck today' >&2\nexit 1\n`;
  writeFileSync(join(bin, 'postgres'), program, { mode: 0o755 });
  mkdirSync(join(folder, 'data/postgres'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'data/postgres/PG_VERSION'), '18\n');
  const cluster = await openCluster({
    dataDir: join(folder, 'data'),
    log: silentLog,
    packageFolder: join(folder, 'package'),
  });
  // Node's file operations wait for these: closing the log takes longer than the whole program.
  let isBusy = true;
  const work = (): void => void (isBusy && scrypt('busy', 'salt', 64, { N: 2 ** 13 }, work));
  onTestFinished(() => void (isBusy = false));
  for (let thread = 0; thread < 4; thread++) work();
  await expect(cluster.bringUp()).rejects.toThrow(/^PostgreSQL doesn’t start in .* \(no luck today\)/);
});

test('data from another major version is rejected and left unchanged', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n');
  const { answer } = await hold(dataDir);
  expect(answer).toMatch(
    /^refused: CannotStart: The data in .* was created by PostgreSQL 17, but this hub comes with 18/,
  );
});

test('a postgres folder with other content is not touched', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres/letter.txt'), 'mine');
  const { answer } = await hold(dataDir);
  expect(answer).toMatch(/^refused: CannotStart: .* contains something other than a PostgreSQL database/);
  expect(readFileSync(join(dataDir, 'postgres/letter.txt'), 'utf8')).toBe('mine');
});

test('a database that another process moves into place is used, whenever it appears', async () => {
  const folder = temporaryFolder();
  const binaries = { postgres: '', initdb: '', version: '18.1' };
  const runner: Runner = {
    spawn: () => expect.unreachable(),
    own: () => Promise.reject(new Error('none was there yet')),
    uid: 0,
  };
  const outcomes = new Set<unknown>();
  for (let round = 0; round < 400; round++) {
    const [draft, pgdata] = [join(folder, `draft-${round}`), join(folder, `postgres-${round}`)];
    mkdirSync(draft);
    writeFileSync(join(draft, 'PG_VERSION'), '18\n');
    const looking = ensureDataFolder(pgdata, binaries, runner).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    const until = performance.now() + (round % 40) / 100;
    while (performance.now() < until) await setImmediate();
    renameSync(draft, pgdata);
    outcomes.add(await looking);
  }
  outcomes.delete('none was there yet');
  expect([...outcomes]).toEqual(['taken']);
});

test('half a database left by a killed first start is cleaned up', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'postgres.new-999999999-abc'));
  writeFileSync(join(dataDir, 'postgres.new-999999999-abc/PG_VERSION'), '18\n');
  const { answer } = await hold(dataDir);
  expect(answer).toMatch(/^open: /);
  expect(existsSync(join(dataDir, 'postgres.new-999999999-abc'))).toBe(false);
});
