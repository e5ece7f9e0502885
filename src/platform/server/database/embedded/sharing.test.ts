import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { hold, postmasterOf, temporaryFolder, useMadeDatabase } from '#testing/hold-database.ts';
import { openCluster } from './cluster.ts';
import { startEmbedded } from './embedded.ts';

async function query(host: string, text: string, { user = 'hub' } = {}): Promise<unknown[]> {
  const client = new pg.Client({ host, user, database: 'hub' });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('data survives a restart, in a folder with spaces and quotes in its name', async () => {
  const dataDir = join(temporaryFolder(`my "own" hub's data`), `my "own" hub's data`);
  const first = await hold(dataDir);
  expect(first.answer).toMatch(/^open: PostgreSQL 18\.\d+, embedded, in /);
  // As an older hub did, as the server's superuser.
  await query(join(dataDir, 'postgres'), 'create table kept as select 42 as n');
  await first.close();
  expect(await postmasterOf(dataDir)).toBeUndefined();

  const second = await hold(dataDir);
  const asHub = { user: 'hub_app' };
  expect(await query(join(dataDir, 'postgres'), 'update kept set n = 43 returning n', asHub)).toEqual([
    { n: 43 },
  ]);
  expect(
    await query(
      join(dataDir, 'postgres'),
      `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty
       from pg_roles where rolname = current_user`,
      asHub,
    ),
  ).toEqual([{ mighty: false }]);
  for (const beyond of [
    "select pg_read_file('PG_VERSION')",
    "copy kept to program 'true'",
    'create role another',
    'create database another',
    'alter system set fsync = off',
  ])
    await expect(query(join(dataDir, 'postgres'), beyond, asHub), beyond).rejects.toMatchObject({
      code: '42501',
    });
  await second.close();
});

test('it listens on no network port, and other users can’t access its socket', async () => {
  const dataDir = temporaryFolder();
  await hold(dataDir);
  const socket = join(dataDir, 'postgres');
  expect(await query(socket, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await query(socket, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(
    await query(
      socket,
      `select datlocale, pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'hub'`,
    ),
  ).toEqual([{ datlocale: 'C.UTF-8', encoding: 'UTF8' }]);
  expect(statSync(socket).mode & 0o077).toBe(0);
});

test('a path too long for a socket gets one in the temp folder, found from any temp folder', async () => {
  const name = 'a-long-name/'.repeat(12);
  const folder = temporaryFolder(name, 'elsewhere');
  const dataDir = join(folder, name);
  const first = await hold(dataDir);
  expect(first.answer).toMatch(/^open: /);
  const postmaster = await postmasterOf(dataDir);
  const second = await hold(dataDir, { env: { TMPDIR: join(folder, 'elsewhere') } });
  expect(second.answer).toMatch(/^open: /);
  expect(await postmasterOf(dataDir)).toBe(postmaster);
  await first.close();
  await second.close();
  expect(await postmasterOf(dataDir)).toBeUndefined();
});

test('a killed hub leaves its database running; the next one attaches and stops it at the end', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  const first = await hold(dataDir);
  const postmaster = await postmasterOf(dataDir);
  await first.kill();
  const second = await hold(dataDir);
  expect(second.answer).toMatch(/^open: /);
  expect(await postmasterOf(dataDir)).toBe(postmaster);
  await second.close();
  expect(await postmasterOf(dataDir)).toBeUndefined();
});

test('four processes starting together on an empty folder share one database', async () => {
  const dataDir = temporaryFolder();
  const holders = await Promise.all([1, 2, 3, 4].map(() => hold(dataDir, { args: ['--migrate'] })));
  for (const holder of holders) expect(holder.answer).toMatch(/^open: /);
  expect(
    await query(
      join(dataDir, 'postgres'),
      `select count(distinct pid)::int as n from pg_stat_activity where application_name = 'hub lifeline'`,
    ),
  ).toEqual([{ n: 4 }]);
  await Promise.all(holders.map((holder) => holder.close()));
  expect(await postmasterOf(dataDir)).toBeUndefined();
});

test('the database keeps running while another process uses it, and the last one stops it', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  const first = await hold(dataDir);
  const second = await hold(dataDir);
  await first.close();
  expect(await query(join(dataDir, 'postgres'), 'select 1 as n')).toEqual([{ n: 1 }]);
  await second.close();
  expect(await postmasterOf(dataDir)).toBeUndefined();
});

test('a process that starts while the last one stops gets a running database', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  let last = await hold(dataDir);
  for (let round = 0; round < 5; round++) {
    const [, next] = await Promise.all([last.close(), hold(dataDir)]);
    expect(next.answer).toMatch(/^open: /);
    expect(await query(join(dataDir, 'postgres'), 'select 1 as n')).toEqual([{ n: 1 }]);
    last = next;
  }
  await last.close();
});

test('after PostgreSQL is killed, any process restarts it with all acknowledged data', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  const messages: string[] = [];
  const hear = (message: string) => void messages.push(message);
  const postgres = await startEmbedded({ dataDir, log: { ...silentLog, info: hear, error: hear } });
  const socket = join(dataDir, 'postgres');
  await query(socket, 'create table kept as select 7 as n');
  const killed = (await postmasterOf(dataDir)) ?? 0;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => messages, { timeout: 30_000 }).toContain('PostgreSQL is running again');
  expect(await postmasterOf(dataDir)).not.toBe(killed);
  expect(await query(socket, 'select n from kept')).toEqual([{ n: 7 }]);
  await postgres.close();
  expect(await postmasterOf(dataDir)).toBeUndefined();
});

test('a stale postmaster.pid with another program’s process ID doesn’t prevent startup', async () => {
  const dataDir = temporaryFolder();
  await useMadeDatabase(dataDir);
  const cluster = await openCluster({ dataDir, log: silentLog });
  await cluster.bringUp();
  await cluster.stop();
  const note = [
    process.pid,
    join(dataDir, 'postgres'),
    1,
    5432,
    join(dataDir, 'postgres'),
    '',
    '',
    'ready',
  ].join('\n');
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${note}\n`);
  await cluster.bringUp();
  expect(await postmasterOf(dataDir)).not.toBe(process.pid);
  expect(await cluster.stop()).toBe(true);
});
