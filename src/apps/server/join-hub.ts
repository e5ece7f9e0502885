import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { randomText } from '#base/id.ts';
import { type Config, ConfigError } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';

/** The two halves of a lock key that says: a hub is serving here, with these settings. */
const kinds = { secret: 728_351, files: 728_352 };
const numberOf = (words: string | Buffer): number =>
  createHash('sha256').update(words).digest().readUInt32BE() >>> 1;

/**
 * Processes on one database only form one hub if they share a secret and a file store: otherwise every other
 * request would sign its sender out or miss a file. A process with different settings doesn't start. Returns how to
 * leave.
 */
export async function joinHub({
  config,
  secret,
}: Pick<Platform, 'config' | 'secret'>): Promise<() => Promise<void>> {
  if (config.databaseUrl === undefined) return async () => {};
  const shared = { secret: numberOf(secret('one hub')), files: numberOf(await placeOfFiles(config)) };
  // The locks are released with their process, however it ends.
  const client = new pg.Client({ connectionString: config.databaseUrl, application_name: 'hub' });
  client.on('error', () => {});
  try {
    await client.connect();
    for (const kind of ['secret', 'files'] as const)
      await client.query('select pg_advisory_lock_shared($1, $2)', [kinds[kind], shared[kind]]);
    const { rows } = await client.query<{ kind: number }>(
      `select classid::int as kind from pg_locks
       where locktype = 'advisory' and objsubid = 2 and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())
         and ((classid = $1 and objid <> $3) or (classid = $2 and objid <> $4))`,
      [kinds.secret, kinds.files, shared.secret, shared.files],
    );
    const differs = (kind: number) => rows.some((row) => row.kind === kind);
    if (differs(kinds.secret))
      throw new ConfigError(
        'AUTH_SECRET: another process of this hub uses this database with a different secret; set the same one for all of them',
      );
    if (differs(kinds.files))
      throw new ConfigError(
        'S3_URL: another process of this hub uses this database and stores its files elsewhere; set the same bucket for all of them',
      );
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return () => client.end().catch(() => {});
}

/** Whether a process of the hub is currently serving on this database. */
export async function isServed({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select 1 from pg_locks
     where locktype = 'advisory' and objsubid = 2 and classid = $1
       and database = (select oid from pg_database where datname = current_database()) limit 1`,
    [kinds.secret],
  );
  return rowCount === 1;
}

/** A folder contains its own ID: it may be mounted on several machines. */
async function placeOfFiles({ s3Url, dataDir }: Config): Promise<string> {
  if (s3Url) return s3Url.host + s3Url.pathname;
  const mark = join(dataDir, 'files', '.place');
  await mkdir(join(dataDir, 'files'), { recursive: true });
  await writeFile(mark, randomText(20), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(mark, 'utf8');
}
