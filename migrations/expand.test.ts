import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { isContraction, knownMigrations, migrateInside } from '#platform/server/database/migrate.ts';
import { freshDatabase } from '#testing/database.ts';
import { breaksOlderCode, readSchema } from '#testing/schema-changes.ts';

/** Up to here nobody had a hub that was upgraded while it served. */
const first = '0028';

const client = new pg.Client(await freshDatabase());
await client.connect();
afterAll(() => client.end());

// Every test makes its own tables, and leaves none.
beforeEach(() => client.query('begin'));
afterEach(() => client.query('rollback'));

test('every step leaves older code working, or says in its name that it does not', async () => {
  const steps = await knownMigrations();
  const before = steps.filter((step) => step.slice(0, 4) <= first);
  await migrateInside(client, before.at(-1) ?? '');
  const broken = [];
  for (const step of steps.filter((name) => !before.includes(name))) {
    const address = new URL(`${step}.ts`, import.meta.url).href;
    const { widens = [] } = (await import(/* @vite-ignore */ address)) as { widens?: string[] };
    const was = await readSchema(client);
    await migrateInside(client, step);
    const faults = breaksOlderCode(was, await readSchema(client), widens);
    if (faults.length > 0 && !isContraction(step)) broken.push({ step, faults });
  }
  expect(broken, 'expand now and contract in a later release (docs/operate.md)').toEqual([]);
});

test('0044: a script that has told of carts goes on with its key; who has none gets none', async () => {
  await migrateInside(client, '0043_recovery_connections');
  for (const uid of ['told', 'heard', 'none'])
    await client.query(
      `insert into recovery_owner (owner_id, public_id, secret, settings, delivery, resumed_at)
       values ($1, 'rec_' || $1, 's', '{}', '{}', now())`,
      [uid],
    );
  await client.query(
    `insert into recovery_connection (owner_id, way, proven_at) values ('heard', 'snippet', now())`,
  );
  await client.query(`
    insert into recovery_cart (owner_id, id, email, email_key, name, currency, total_cents, items, source, status, seen_at, created_at)
    values ('told', 'c', 'b@example.com', 'b@example.com', '', 'USD', 1, '[]', 'snippet', 'abandoned', now(), now())`);
  await migrateInside(client, '0044_recovery_page_key');
  const { rows } = await client.query('select owner_id, page_key from recovery_owner order by 1');
  expect(rows).toEqual([
    { owner_id: 'heard', page_key: 'rec_heard' },
    { owner_id: 'none', page_key: null },
    { owner_id: 'told', page_key: 'rec_told' },
  ]);
});

test.each([
  ['turned on', ['2026-01-02', null], { store_choice: 'on', is_on: true }],
  ['turned off', [null], { store_choice: 'off', is_on: false }],
  ['left alone', [], { store_choice: null, is_on: false }],
])('0058: reminders of the hub’s own store that were %s stay so', async (_, since, expected) => {
  await migrateInside(client, '0055_agreement_answers');
  await client.query(
    `insert into recovery_owner (owner_id, public_id, secret, settings, delivery, resumed_at)
     values ('hub', 'rec_hub', 's', '{}', '{}', now())`,
  );
  for (const [n, at] of since.entries())
    await client.query(
      `insert into recovery_campaign (owner_id, id, name, steps, on_since, created_at) values ('hub', $1, '', '[]', $2, now())`,
      [`c${n}`, at],
    );
  await migrateInside(client, '0058_own_store_reminders');
  const { rows } = await client.query(
    'select store_choice, store_on_since is not null as is_on from recovery_owner',
  );
  expect(rows).toEqual([expected]);
});

test('no two steps share a number: their order is the same in every database', () => {
  const numbers = readdirSync(new URL('.', import.meta.url))
    .filter((name) => /^\d{4}_.*(?<!\.test)\.ts$/.test(name))
    .map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

const tables = `
  create table cart (id int primary key, email text not null, note text, cents int not null default 0,
    state text constraint known check (state in ('open', 'paid')));
  create unique index one_a_person on cart (email);
  create table line (cart int references cart)`;

async function faultsOf(change: string, widened: string[] = []): Promise<string[]> {
  await client.query(tables);
  const was = await readSchema(client);
  await client.query(change);
  return breaksOlderCode(was, await readSchema(client), widened);
}

test.each([
  ['a new table', 'create table fresh (id int primary key, cart int not null references cart)'],
  ['a new column that may be empty', 'alter table cart add column color text'],
  ['one that fills itself', "alter table cart add column color text not null default 'red'"],
  [
    'a rule about new columns',
    'alter table cart add column size int check (size > 0) references cart unique',
  ],
  ['an index that only makes reads faster', 'create index on cart (note)'],
  ['a rule that is gone', 'alter table cart drop constraint known'],
  ['a column that may be empty now', 'alter table cart alter column email drop not null'],
])('%s leaves older code working', async (_, change) => {
  expect(await faultsOf(change)).toEqual([]);
});

test.each([
  ['drop table line', 'line is gone'],
  ['alter table line rename to row', 'line is gone'],
  ['alter table cart drop column note', 'cart.note is gone'],
  ['alter table cart rename column note to remark', 'cart.note is gone'],
  ['alter table cart alter column note type varchar(9)', 'cart.note was text and is character varying(9)'],
  ['alter table cart alter column note set not null', 'cart.note must not be null any more'],
  ['alter table cart alter column cents drop default', 'cart.cents lost its default'],
  ['alter table cart add column size int not null', 'cart.size is new, must be given'],
  ['alter table cart add constraint paid check (cents > 0)', 'cart is held to a new rule, paid'],
  ['create unique index on cart (note)', 'cart is held to a new rule, cart_note_idx'],
  ['alter table line add unique (cart)', 'line is held to a new rule'],
  ['drop index one_a_person', 'cart lost one_a_person'],
])('%s is found: %s', async (change, fault) => {
  expect((await faultsOf(change)).join('\n')).toContain(fault);
});

test.each([
  ['is taken for a new one', [], 1],
  ['is allowed where its author says so, by name', ['known'], 0],
])('a rule that takes more than before %s', async (_, widened, count) => {
  const wider = `alter table cart drop constraint known, add constraint known check (state in ('open', 'paid', 'lost'))`;
  expect(await faultsOf(wider, widened)).toHaveLength(count);
});
