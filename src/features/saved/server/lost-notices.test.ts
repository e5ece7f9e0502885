import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { randomText } from '#base/id.ts';
import type { Database } from '#platform/server/database/database.ts';
import { epochOf } from '#platform/server/database/epoch.ts';
import { useDatabase } from '#testing/database.ts';
import { createFeed } from './changes.ts';
import { rowGroup, type TextGroup } from './text-group.ts';
import { changesTopic, inside, insertOne, onItsOwn, type Write } from './write-once.ts';

const db = await useDatabase();
const asOne = onItsOwn(db);

const newWrite = (owner: string): Write & { text: TextGroup } => ({
  owner,
  id: `tpl_${randomText(8)}`,
  key: randomText(12),
  at: new Date(),
  marks: { name: 'NDA' },
  text: rowGroup('NDA', '<p>one</p>', {}) as TextGroup,
  by: { device: '', writer: 'w', how: 'saved' },
});

async function newOwner(): Promise<string> {
  const owner = `usr_${randomText(8)}`;
  await sql`insert into account_user (id, name, email) values (${owner}, ${owner}, ${`${owner}@example.com`.toLowerCase()})`.execute(
    db.tables(),
  );
  return owner;
}

test('[law] a listener hears of each commit soon, whichever notices are lost, and of nothing else', async () => {
  const act = fc.record({
    as: fc.constantFrom('a statement', 'a transaction', 'one that is taken back'),
    owner: fc.integer({ min: 0, max: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
      async (acts, lost) => {
        const owners = [await newOwner(), await newOwner()];
        let heard = 0;
        const deaf: Database = {
          ...db,
          listen: (topic, hear, onGap) =>
            db.listen(topic, (id) => void (lost[heard++ % lost.length] || hear(id)), onGap),
        };
        const feed = createFeed(deaf, 30);
        const seen = owners.map(() => new Set<string>());
        const leave = owners.map((owner, n) =>
          feed.subscribe(owner, {
            after: 0,
            hear: ({ heads }) => heads.forEach(({ id }) => seen[n]?.add(id)),
            fail: (error) => {
              throw error;
            },
          }),
        );
        const committed = owners.map(() => new Set<string>());
        for (const { as, owner: n } of acts) {
          const write = newWrite(owners[n] ?? '');
          if (as === 'a statement') await insertOne(asOne, write);
          else
            await db
              .transaction(async (trx) => {
                await insertOne(inside(db, trx), write);
                if (as === 'one that is taken back') throw new Error('taken back');
              })
              .catch(() => {});
          if (as !== 'one that is taken back') committed[n]?.add(write.id);
        }
        await expect.poll(() => seen, { timeout: 5000, interval: 10 }).toEqual(committed);
        for (const each of leave) each();
        expect(feed.count()).toBe(0);
      },
    ),
    { numRuns: 20 },
  );
});

test('nothing is told before it is committed, nor what was taken back, and a batch tells each once', async () => {
  const heard: string[] = [];
  onTestFinished(db.listen(changesTopic, (id) => heard.push(id)));
  const tell = (trx: Parameters<Database['notifyAfter']>[0], id: string) =>
    db.notifyAfter(trx, changesTopic, id);
  let during: string[] = [];
  await db.transaction(async (trx) => {
    await tell(trx, 'usr_held');
    await tell(trx, 'usr_held');
    await db.notify(db.tables(), changesTopic, 'usr_other');
    await expect.poll(() => heard).toEqual(['usr_other']);
    during = [...heard];
  });
  expect(during).toEqual(['usr_other']);
  await db
    .transaction(async (trx) => {
      await tell(trx, 'usr_never');
      throw new Error('taken back');
    })
    .catch(() => {});
  // Of a transaction that somebody else began.
  await db
    .tables()
    .transaction()
    .execute((trx) => tell(trx, 'usr_own'));
  await expect.poll(() => heard.toSorted()).toEqual(['usr_held', 'usr_other', 'usr_own']);
});

test('a stream ends where the database comes back with another history: its device begins anew', async () => {
  await epochOf(db);
  const feed = createFeed(db);
  const owner = await newOwner();
  const ended: unknown[] = [];
  const pages: number[] = [];
  const leave = feed.subscribe(owner, {
    after: 7,
    hear: ({ seq }) => pages.push(seq),
    fail: (error) => ended.push(error),
  });
  onTestFinished(leave);
  const cut = () =>
    db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'hub listener' and datname = current_database()`,
    );
  await expect.poll(() => pages).toEqual([7]);
  await cut();
  await expect.poll(() => pages, { timeout: 20_000 }).toEqual([7, 7]);
  expect(ended).toEqual([]);
  await db.pool.query(`update hub_meta set value = '"another"' where key = 'epoch'`);
  await cut();
  await expect.poll(() => ended.length, { timeout: 20_000 }).toBe(1);
});
