import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createMemberData } from '#features/accounts/server/public.ts';
import { accountsHub } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { aFunnel } from '#testing/funnels-hub.ts';
import { standstill } from '#testing/standstill.ts';
import { funnels } from './index.ts';

const db = await useDatabase();

let tries = 0;

test('an account with a hundred funnels of a megabyte is taken along while others are answered at once', async () => {
  const memberData = createMemberData();
  const hub = accountsHub(db, { memberData, beside: (platform) => [funnels(platform, { memberData })] });
  const browser = hub.browser();
  await browser.post('/api/auth/sign-up', {
    displayName: 'Ada',
    // Tried once more, it is another account.
    email: `ada${++tries}@example.com`,
    password: 'meadow-lantern-otter',
  });
  const uid = (await browser.who())?.uid ?? '';
  const [step] = aFunnel('fun_0').steps;
  const block = (n: number) => ({
    ...step?.blocks[0],
    id: `b${n}`,
    type: 'text',
    values: { body: 'Words. '.repeat(1500) },
  });
  const doc = {
    ...aFunnel('fun_0'),
    steps: [{ ...step, blocks: Array.from({ length: 100 }, (_, n) => block(n)) }],
  };
  const text = JSON.stringify(doc);
  expect(text.length).toBeGreaterThan(1_000_000);
  await db.pool.query(`insert into funnel_owner (owner_id, seq) values ($1, 100) on conflict do nothing`, [
    uid,
  ]);
  await db.pool.query(
    `insert into funnel (owner_id, id, version, content_version, seq, name, slug, doc, created_at, updated_at)
     select $1, 'fun_' || n, 1, 1, n, 'A', 's' || n, $2::jsonb, now(), now() from generate_series(1, 100) n`,
    [uid, text],
  );
  let bytes = 0;
  let most = 0;
  const before = process.memoryUsage();
  const held = ({ heapUsed, external }: NodeJS.MemoryUsage) => heapUsed + external;
  const longest = await standstill(async () => {
    const answer = await browser.get('/api/account/export');
    expect(answer.status).toBe(200);
    for await (const part of answer.body ?? []) {
      bytes += part.length;
      most = Math.max(most, held(process.memoryUsage()) - held(before));
    }
  });
  expect(longest).toBeLessThan(100);
  expect(bytes).toBeGreaterThan(100_000);
  // Of more than a hundred megabytes, read and written out: some, and what is not collected yet.
  expect(most).toBeLessThan(150 * 1024 * 1024);
  const files = unzipSync(new Uint8Array(await (await browser.get('/api/account/export')).arrayBuffer()));
  expect(Object.keys(files)).toHaveLength(201);
  expect(JSON.parse(new TextDecoder().decode(files['funnels/fun_7/funnel.json']))).toEqual(doc);
  expect(JSON.parse(new TextDecoder().decode(files['funnels/fun_7/leads.json']))).toEqual([]);
});
