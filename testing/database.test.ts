import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase, useDatabase } from '#testing/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';

const db = await useDatabase();

test('a test gets a real PostgreSQL with the tables of the hub, empty', async () => {
  const { rows } = await db.pool.query('select count(*) as n from outbound_message');
  expect(rows).toEqual([{ n: 0 }]);
  expect(db.runsOn()).toMatch(/^PostgreSQL 18/);
});

test('what one file writes, another database of the run does not see', async () => {
  await sql`insert into hub_meta values ('seen', 'true')`.execute(db.tables());
  const other = await openDatabase(
    { databaseUrl: await freshDatabase('hub_template'), dataDir: '' },
    silentLog,
  );
  try {
    expect((await other.pool.query('select * from hub_meta')).rows).toEqual([]);
    expect((await db.pool.query('select key from hub_meta')).rows).toEqual([{ key: 'seen' }]);
  } finally {
    await other.close();
  }
});
