import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { days } from '#base/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readChangelog } from '#platform/server/site/changelog.ts';
import { type Finding, good, note } from './finding.ts';

/** What is fine today but won't stay so by itself. */

const oldReleaseDays = 90;
const oldSecretDays = 400;

const daysSince = (time: number, now: number): number => Math.floor((now - time) / days(1));

export async function releaseFinding(folder: string, now: Date): Promise<Finding> {
  const newest = (await readChangelog(folder))?.updated ?? '1970-01-01';
  const age = daysSince(Date.parse(newest), now.getTime());
  if (age <= oldReleaseDays) return good('release', `the newest change is from ${newest}`);
  return note(
    'release',
    `the newest change is from ${newest}, ${age} days ago`,
    'Check for a newer release. To list packages with known vulnerabilities: npm audit --omit=dev',
  );
}

export async function secretAgeFinding(
  { dataDir, authSecret }: Pick<Config, 'dataDir' | 'authSecret'>,
  now: Date,
): Promise<Finding[]> {
  if (authSecret !== undefined) return [];
  const info = await stat(join(dataDir, 'secret')).catch(() => null);
  const age = info ? daysSince(info.mtimeMs, now.getTime()) : 0;
  if (age <= oldSecretDays) return [];
  return [
    note(
      'secret age',
      `the secret is ${age} days old`,
      'Rotate it once a year: npm run hub -- secrets rotate. Nobody is signed out.',
    ),
  ];
}

/** Members' images are shown to everyone. */
export const scannerFinding = ({ live, scannerUrl }: Pick<Config, 'live' | 'scannerUrl'>): Finding[] =>
  scannerUrl !== undefined
    ? [good('scanner', `scans uploads, at ${scannerUrl.host}`)]
    : live
      ? [
          note(
            'scanner',
            'uploads aren’t scanned',
            'If anyone can sign up: run a ClamAV daemon and set SCANNER_URL=tcp://127.0.0.1:3310',
          ),
        ]
      : [];

/** A hub with more rights than it needs gives more to whoever breaks into it. */
export async function rightsFinding({ pool }: Pick<Database, 'pool'>): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; mighty: string[] }>(`
    select rolname as name, array_remove(array[
      case when rolsuper then 'everything' end,
      case when rolcreaterole then 'roles' end,
      case when rolcreatedb then 'databases' end,
      case when rolreplication then 'replication' end,
      case when rolbypassrls then 'hidden rows' end], null) as mighty
    from pg_roles where rolname = current_user`);
  const { name = '', mighty = [] } = rows[0] ?? {};
  if (mighty.length === 0) return good('rights', `the hub connects as ${name}, which only owns its tables`);
  return note(
    'rights',
    `the hub connects as ${name}, which has more rights than it needs: ${mighty.join(', ')}`,
    'To create a dedicated user, see docs/operate.md, "A PostgreSQL of your own".',
  );
}
