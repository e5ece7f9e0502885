import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { silentLog } from '#platform/server/log.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { temporaryFolder, useMadeDatabase } from '#testing/hold-database.ts';

const program = fileURLToPath(new URL('../command-line.ts', import.meta.url));

test('whoever reads along goes away: the command finishes its work, and says nothing of it', async () => {
  const folder = temporaryFolder('data');
  const dataDir = join(folder, 'data');
  await useMadeDatabase(dataDir, 'migrated');
  const open = () => openDatabase({ databaseUrl: undefined, dataDir }, silentLog);
  const before = await open();
  await before.pool.query(`
    insert into contact (owner_id, id, email_key, email, source, created_at)
      values ('usr_1', 'per_1', 'anna@example.com', 'anna@example.com', 'test', now());
    insert into outbound_message (id, channel, dedupe_key, payload, state, due_at, created_at, done_at)
      values ('msg_1', 'mail', 'one', '{"to":"anna@example.com"}', 'done', now(), now(), now())`);
  await before.close();

  const { stderr } = spawnSync(
    'sh',
    ['-c', `{ "$0" "$1" person erase anna@example.com; echo "ended with $?" >&2; } | true`].concat(
      process.execPath,
      program,
    ),
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: dataDir,
        SITE_DIR: join(folder, 'site'),
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
      },
    },
  );
  expect(stderr).toBe('ended with 0\n');

  const after = await open();
  // The last that is erased, long after the first line that nobody read.
  const { rows } = await after.pool.query('select payload from outbound_message');
  expect(rows).toEqual([{ payload: { erased: true } }]);
  expect((await after.pool.query('select from contact')).rowCount).toBe(0);
  await after.close();
});
