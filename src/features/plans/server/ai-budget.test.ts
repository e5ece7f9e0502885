import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { movableClock } from '#base/clock.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import { microDollars } from '../rules/ai-budget.ts';
import { createAiBudget } from './ai-budget.ts';

const db = await useDatabase();
// A second process of the same hub.
const other = await openDatabase({ databaseUrl: db.url, dataDir: '' }, silentLog);
afterAll(() => other.close());
beforeEach(async () => {
  await sql`truncate ai_spend`.execute(db.tables());
});

const budgets = (aiDailyBudget: number | undefined, clock = movableClock('2026-11-21T12:00:00Z')) =>
  [db, other].map((each) => createAiBudget({ db: each, clock, config: { aiDailyBudget } as never }));

test('a budget of seven cents lets seven calls of a cent through, of 50 at once in two processes', async () => {
  const [one, two] = budgets(0.07);
  const cent = microDollars(0.01);
  const asked = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? one : two)?.reserve(cent)));
  expect(asked.filter((each) => each?.ok)).toHaveLength(7);
  expect(asked.find((each) => !each?.ok)).toMatchObject({
    error: { words: expect.stringContaining('built-in writer') },
  });
  expect(await one?.today()).toEqual({ spent: 0, reserved: 70_000, ceiling: 70_000 });
});

test('what a call did not cost is free for the next; settling twice changes nothing', async () => {
  const [budget] = budgets(0.02);
  const first = await budget?.reserve(microDollars(0.02));
  expect((await budget?.reserve(microDollars(0.000001)))?.ok).toBe(false);
  if (first?.ok)
    await Promise.all([first.value.settle(microDollars(0.005)), first.value.settle(microDollars(0.005))]);
  expect(await budget?.today()).toMatchObject({ spent: 5_000, reserved: 0 });
  expect((await budget?.reserve(microDollars(0.015)))?.ok).toBe(true);
  expect((await budget?.reserve(microDollars(0.000001)))?.ok).toBe(false);
});

test('a budget is of a day of UTC; without one nothing is refused, and with none at all whatever costs', async () => {
  const clock = movableClock('2026-11-21T23:59:59.999Z');
  const [budget] = budgets(0.01, clock);
  const late = await budget?.reserve(microDollars(0.01));
  clock.move(1);
  expect((await budget?.reserve(microDollars(0.01)))?.ok).toBe(true);
  if (late?.ok) await late.value.settle(microDollars(0.01));
  expect(await budget?.today()).toMatchObject({ spent: 0, reserved: 10_000 });
  expect((await budgets(undefined)[0]?.reserve(microDollars(1000)))?.ok).toBe(true);
  expect((await budgets(0)[0]?.reserve(microDollars(0.000001)))?.ok).toBe(false);
});
