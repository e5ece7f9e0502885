import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rememberBackup } from '#platform/server/backup/last.ts';
import { useDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/hold-database.ts';
import { doctorCommand } from '../commands/doctor.ts';
import { type TxtLookup } from './dns.ts';

const db = await useDatabase();
const asked = await db.pool.query<{ now: Date }>('select now() as now');
const ahead = (asked.rows[0]?.now.getTime() ?? 0) - Date.now();
/** The database's clock: this run's may be moved, which doctor would rightly report. */
const clock = { now: () => new Date(Date.now() + ahead) };

const noDns: TxtLookup = async () => 'not reachable';

async function doctor(
  env: Record<string, string>,
  lookup: TxtLookup = noDns,
): Promise<{ said: string; failure: string }> {
  const folder = temporaryFolder('data');
  const lines: string[] = [];
  const run = doctorCommand(
    {
      NODE_ENV: 'production',
      DATA_DIR: join(folder, 'data'),
      SITE_DIR: join(folder, 'site'),
      DATABASE_URL: db.url,
      ...env,
    },
    lookup,
    clock,
  ).run([], (line) => lines.push(line));
  const failure = await run.then(
    () => '',
    (error: Error) => `${error.name}:${error.message}`,
  );
  return { said: lines.join('\n'), failure };
}

test('a hub in a trial setup has notes and no problems', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/secret'), 'x'.repeat(43), { mode: 0o600 });
  const { said, failure } = await doctor({ DATA_DIR: join(folder, 'data') });
  expect(failure).toBe('');
  expect(said).toMatch(/^! HTTPS {7}not public/m);
  expect(said).toMatch(/^✓ database {4}PostgreSQL 18\.\d+, at .*, responds in \d+\.\d ms$/m);
  expect(said).toMatch(/^✓ tables {6}up to date, at \d{4}_/m);
  expect(said).toMatch(/^! backup {6}never$/m);
  expect(said).toMatch(/^✓ secret {6}stored in DATA_DIR, readable by the hub only$/m);
  expect(said).toMatch(/^✓ storage {5}\d.* free for /m);
  expect(said).toMatch(/^✓ Node {8}24\./m);
  expect(said).toMatch(/^! rights {6}the hub connects as hub, .*everything/m);
  expect(said).toMatch(
    /^! reminders {3}off until an SMTP server, your shop’s name and your postal address are set\n +Set SMTP_URL; name in/m,
  );
  expect(said).toMatch(/^[✓!] release {5}the newest change is from 20/m);
  expect(said).toContain('No problems found.');
});

test('a problem fails the command and says what to do; everything else is still checked', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/secret'), 'x'.repeat(43));
  chmodSync(join(folder, 'data/secret'), 0o644);
  const { said, failure } = await doctor({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: 'postgres://hub:hidden-word@127.0.0.1:1/hub',
  });
  expect(said).toMatch(
    /^✗ database {4}can’t be opened\n +DATABASE_URL: no connection to PostgreSQL at 127\.0\.0\.1:1/m,
  );
  expect(said).toMatch(/^✗ secret {6}other users on this machine can read .*\n +chmod 600/m);
  expect(said).toMatch(/^\? backup/m);
  expect(said).toMatch(/^✓ Node/m);
  expect(said).not.toContain('hidden-word');
  expect(failure).toBe('Problem:\n2 problems found (✗).');
});

test('the age of the last backup is reported, and an old one is noted', async () => {
  await rememberBackup(db, {
    at: new Date(clock.now().getTime() - 3 * 3_600_000).toISOString(),
    bytes: 5_400_000,
    file: 'x.tgz',
  });
  expect((await doctor({})).said).toMatch(/^✓ backup {6}3 hours ago, 5\.1 MB$/m);
  await rememberBackup(db, {
    at: new Date(clock.now().getTime() - 20 * 86_400_000).toISOString(),
    bytes: 100,
    file: 'x.tgz',
  });
  expect((await doctor({})).said).toMatch(
    /^! backup {6}20 days ago, 100 bytes\n +npm run hub -- backup FILE/m,
  );
});

test('tables newer than the code work unless something was removed; older ones are upgraded at startup', async () => {
  const { rows } = await db.pool.query<{ name: string; timestamp: string }>(
    'select * from kysely_migration order by name desc limit 1',
  );
  const upgrade = (step: string) => db.pool.query("insert into kysely_migration values ($1, 'now')", [step]);
  await upgrade('9998_of_tomorrow');
  expect((await doctor({})).said).toMatch(
    /^! tables {6}newer than this version, which can still run alongside upgraded processes: 9998_of_tomorrow$/m,
  );
  await upgrade('9999_contract_tomorrow');
  expect((await doctor({})).said).toMatch(
    /^✗ tables {6}newer than this version, which doesn’t know 9998_of_tomorrow, 9999_contract_tomorrow$/m,
  );
  await db.pool.query("delete from kysely_migration where name like '999%' or name = $1", [rows[0]?.name]);
  expect((await doctor({})).said).toMatch(new RegExp(`^! tables {6}1 step behind: ${rows[0]?.name}$`, 'm'));
  await db.pool.query('insert into kysely_migration values ($1, $2)', [rows[0]?.name, rows[0]?.timestamp]);
});

test('the doctor says whether buyers are reminded, by site/hub.md and what the operator chose', async () => {
  const site = join(temporaryFolder('site'), 'site');
  const seller = '  legalName: Ada\n  address: [Main Street 1]\n  country: DE\n  email: ada@example.com\n';
  mkdirSync(site, { recursive: true });
  const look = async (hub: string) => {
    writeFileSync(join(site, 'hub.md'), `---\n${hub}---\n`);
    return (await doctor({ SITE_DIR: site, SMTP_URL: 'smtp://127.0.0.1:1' })).said;
  };
  expect(await look(`name: Ada\nseller:\n${seller}`)).toMatch(/^✓ reminders {3}on, to buyers who ask/m);
  expect(await look(`seller:\n${seller}`)).toMatch(
    /^! reminders .*name is set\n +Set name in site\/hub\.md/m,
  );
  expect(await look(`name: Ada\ncartReminders: off\nseller:\n${seller}`)).toMatch(
    /^! reminders {3}off, by cartReminders in site\/hub\.md$/m,
  );
  expect(await look('nam: Ada\n')).toMatch(/^\? reminders .*\n.*hub\.md:2: nam: unknown key/m);
});
