import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { useDatabase } from '#testing/database.ts';
import { openHub } from './open-hub.ts';
import { joinHub } from './join-hub.ts';

const db = await useDatabase();

test('older code is rejected on newer tables by name; alongside a running hub it starts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hub-joins-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const config = { ...readConfig({ DATABASE_URL: db.url, DATA_DIR: dataDir }), logLevel: 'error' as const };
  const said: string[] = [];
  const open = () => openHub(config, (stage, words) => said.push(`${stage}: ${words}`));
  const first = await open();
  const leave = await joinHub(first.platform);
  await db.pool.query("insert into kysely_migration values ('9999_of_tomorrow', now()::text)");

  await (await open()).close();
  expect(said.at(-1)).not.toContain('newer');
  expect(said.join('\n')).toContain('newer than this version, which still works with them: 9999_of_tomorrow');

  await leave();
  await first.close();
  await expect(open()).rejects.toThrow(
    /^The database is newer than this version of the hub, which doesn’t know 9999_of_tomorrow: /,
  );
});
