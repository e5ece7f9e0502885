import { readFile, readdir } from 'node:fs/promises';
import { transaction } from './db.js';

const folder = new URL('../migrations/', import.meta.url);

/** Applies what is new, in order. The lock lets several processes start at once. */
export async function migrate(db) {
  await transaction(db, async (client) => {
    await client.query('select pg_advisory_xact_lock(7041776)');
    await client.query('create table if not exists migration (name text primary key, applied_at timestamptz not null default now())');
    const { rows } = await client.query('select name from migration');
    const done = new Set(rows.map(({ name }) => name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of files.filter((each) => !done.has(each))) {
      await client.query(await readFile(new URL(name, folder), 'utf8'));
      await client.query('insert into migration (name) values ($1)', [name]);
      process.stdout.write(`migrated ${name}\n`);
    }
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { openDatabase } = await import('./db.js');
  const db = openDatabase(process.env.DATABASE_URL);
  await migrate(db);
  await db.end();
}
