import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join as joinPaths } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomText } from '#base/id.ts';
import { type Config, ConfigError } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { assertPrimary } from '#platform/server/database/limits.ts';
import type { Platform } from '#platform/server/platform.ts';

/** The two halves of a lock key that says: a hub is serving here, with these settings. */
const kinds = { secret: 728_351, files: 728_352 };
const numberOf = (words: string | Buffer): number =>
  createHash('sha256').update(words).digest().readUInt32BE() >>> 1;

/** How long a connection may say nothing before another one is dialled. */
const beatEvery = 5_000;

/**
 * Processes on one database only form one hub if they share a secret and a file store: otherwise every other
 * request would sign its sender out or miss a file. A process with different settings doesn't start. The locks are
 * taken again after a failover: until then nobody knows of this process. Returns how to leave.
 */
export async function joinHub({
  config,
  secret,
  log,
}: Pick<Platform, 'config' | 'secret' | 'log'>): Promise<() => Promise<void>> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return async () => {};
  const shared = { secret: numberOf(secret('one hub')), files: numberOf(await placeOfFiles(config)) };
  const leaving = new AbortController();
  let client = await join(databaseUrl, shared);
  let again: Promise<void> = Promise.resolve();
  keep();

  function keep(): void {
    const kept = client;
    let isOver = false;
    const beat = setInterval(() => assertPrimary(kept).catch(lost), beatEvery);
    beat.unref();
    kept.once('end', lost);
    function lost(): void {
      if (isOver) return;
      isOver = true;
      clearInterval(beat);
      kept.end().catch(() => {});
      if (!leaving.signal.aborted) again = rejoin(databaseUrl as string);
    }
  }

  async function rejoin(url: string): Promise<void> {
    for (let wait = 100; !leaving.signal.aborted; wait = Math.min(wait * 2, 2_000)) {
      await sleep(wait, undefined, { signal: leaving.signal, ref: false }).catch(() => {});
      if (leaving.signal.aborted) return;
      try {
        client = await join(url, shared);
        return keep();
      } catch (error) {
        // One that came while we were away: neither of the two can tell who is wrong, so both go on and say it.
        if (error instanceof ConfigError) log.error(error.message);
      }
    }
  }

  return async () => {
    leaving.abort();
    await again;
    await client.end().catch(() => {});
  };
}

async function join(
  connectionString: string,
  shared: Record<'secret' | 'files', number>,
): Promise<pg.Client> {
  // The locks are released with their process, however it ends.
  const client = new pg.Client({
    connectionString,
    application_name: 'hub',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await assertPrimary(client);
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
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
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
  const mark = joinPaths(dataDir, 'files', '.place');
  await mkdir(joinPaths(dataDir, 'files'), { recursive: true });
  await writeFile(mark, randomText(20), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(mark, 'utf8');
}
