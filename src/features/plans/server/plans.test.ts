import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { memberByEmail } from '#features/accounts/server/public.ts';
import type { AnyKysely } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import type { Feature, PlanId } from '../rules/plans.ts';
import { planCommands } from './commands.ts';
import { plansPerson } from './person.ts';
import { createPlans } from './plans.ts';
import { endExpired, setPlan } from './subscriptions.ts';

const db = await useDatabase();
// A second process of the same hub.
const other = await openDatabase({ databaseUrl: db.url, dataDir: '' }, silentLog);
afterAll(() => other.close());
let people = 0;

/** A hub at a moment of its own, and one member of it. */
async function hub({ at = '2026-11-21T12:00:00Z', plan }: { at?: string; plan?: PlanId } = {}) {
  const clock = movableClock(at);
  const uid = `usr_${++people}`;
  const email = `${uid}@example.com`;
  await sql`insert into account_user (id, name, email) values (${uid}, 'Ada', ${email})`.execute(db.tables());
  await sql`create table if not exists test_saved (owner_id text)`.execute(db.tables());
  const countSaved = async (tables: AnyKysely, owner: string) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from test_saved where owner_id = ${owner}`.execute(tables);
    return rows[0]?.n ?? 0;
  };
  const plans = createPlans({ clock }, { savedTemplates: countSaved });
  const elsewhere = createPlans({ clock }, { savedTemplates: countSaved });
  const give = (next: PlanId, endsAt: Date | null = null) =>
    db.transaction((trx) => setPlan(trx, uid, 'granted', { plan: next, endsAt }, { now: clock.now() }));
  if (plan) await give(plan);
  const commands = planCommands({ db, clock }, plans);
  return {
    clock,
    uid,
    email,
    plans,
    give,
    use: (feature: Feature, n?: number) => db.transaction((trx) => plans.use(trx, uid, feature, n)),
    useElsewhere: (feature: Feature) => other.transaction((trx) => elsewhere.use(trx, uid, feature)),
    state: () => plans.describe(db.tables(), uid),
    async profile() {
      const { rows } = await sql<{ is_subscribed: boolean; ai_usage_count: number; ai_usage_month: number }>`
        select is_subscribed, ai_usage_count, ai_usage_month from account_profile where owner_id = ${uid}`.execute(
        db.tables(),
      );
      return rows[0];
    },
    async command(line: string) {
      const lines: string[] = [];
      const command = commands.find(({ name }) => line.startsWith(name));
      await command?.run(line.slice(command.name.length).trim().split(/\s+/), (text) => lines.push(text));
      return lines.join('\n');
    },
  };
}

const outcome = (attempts: Promise<unknown>[]) =>
  Promise.allSettled(attempts).then((all) => ({
    done: all.filter(({ status }) => status === 'fulfilled').length,
    refused: all.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).message] : [])),
  }));

test('50 uses at once, in two processes, never exceed the limit', async () => {
  const { use, useElsewhere, state } = await hub({ plan: 'PRO' });
  const { done, refused } = await outcome(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? use('aiEmails') : useElsewhere('aiEmails'))),
  );
  expect(done).toBe(25);
  expect(new Set(refused)).toEqual(
    new Set(['25 of 25 AI emails used. Resets on 1 December; AI CONTENT includes 100 a month for $49.']),
  );
  expect((await state()).usage.aiEmails).toBe(25);
});

test('[AI-2] 50 drafts at once on FREE make three, seen in the profile; the plan’s counter stands still', async () => {
  const { use, useElsewhere, state, profile } = await hub();
  const { done } = await outcome(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? use('aiTemplates') : useElsewhere('aiTemplates'))),
  );
  expect(done).toBe(3);
  expect(await state()).toMatchObject({
    currentPlan: 'FREE',
    aiTemplateUsage: { count: 3, month: 10 },
    usage: { aiTemplates: 0 },
  });
  expect(await profile()).toMatchObject({ ai_usage_count: 3, ai_usage_month: 10 });
});

test('50 saves at once store no more than the plan keeps', async () => {
  const { uid, plans } = await hub();
  const { done, refused } = await outcome(
    Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? db : other).transaction(async (trx) => {
        await plans.use(trx, uid, 'savedTemplates');
        await sql`insert into test_saved values (${uid})`.execute(trx);
      }),
    ),
  );
  expect(done).toBe(5);
  expect(refused).toHaveLength(45);
});

test('a use whose transaction fails was no use', async () => {
  const { uid, plans, state } = await hub();
  const failing = db.transaction(async (trx) => {
    await plans.use(trx, uid, 'monthlyRecoveries');
    throw new Error('the cart could not be kept');
  });
  await expect(failing).rejects.toThrow('the cart could not be kept');
  expect((await state()).usage.monthlyRecoveries).toBe(0);
});

test('a draft of which nothing came is given back to the month it was taken from', async () => {
  const { plans, clock, use, state } = await hub({ at: '2026-11-30T23:59:00Z' });
  await use('aiTemplates');
  const draft = await use('aiTemplates');
  clock.move(120_000);
  await use('aiTemplates');
  await db.transaction((trx) => plans.giveBack(trx, draft));
  expect((await state()).aiTemplateUsage).toEqual({ count: 1, month: 11 });
  clock.move(-120_000);
  expect((await state()).aiTemplateUsage).toEqual({ count: 1, month: 10 });
});

test('several at once are all counted or none', async () => {
  const { use, state } = await hub();
  await use('monthlyRecoveries', 3);
  await expect(use('monthlyRecoveries', 3)).rejects.toMatchObject({
    code: 'limit_reached',
    message:
      '3 of 5 abandoned carts received, and this needs 3. Resets on 1 December; PRO includes 50 a month for $29.',
  });
  await use('monthlyRecoveries', 2);
  expect((await state()).usage.monthlyRecoveries).toBe(5);
  await expect((await hub()).use('monthlyRecoveries', 6)).rejects.toMatchObject({ code: 'limit_reached' });
  await expect(use('monthlyRecoveries', 0)).rejects.toThrow(RangeError);
  await expect(use('monthlyRecoveries', -2)).rejects.toThrow(RangeError);
});

test('the month turns at midnight UTC, and a clock that jumps 40 days starts anew, too', async () => {
  const { use, clock, state } = await hub({ at: '2026-11-30T23:59:59.999Z' });
  for (let i = 0; i < 3; i++) await use('aiEmails');
  await expect(use('aiEmails')).rejects.toMatchObject({ code: 'limit_reached' });
  expect((await state()).period).toEqual({ month: '2026-11', resetsAt: '2026-12-01T00:00:00.000Z' });
  clock.move(1);
  await use('aiEmails');
  expect((await state()).usage.aiEmails).toBe(1);
  clock.move(days(40));
  await use('aiEmails');
  expect(await state()).toMatchObject({ usage: { aiEmails: 1 }, period: { month: '2027-01' } });
});

test('flags open only where the plan has them, are counted, and a name that no plan knows never opens', async () => {
  const { use, give, state, plans, uid } = await hub();
  await expect(use('customDiscounts')).rejects.toMatchObject({ code: 'limit_reached' });
  await give('PRO');
  await use('customDiscounts');
  await use('customDiscounts');
  expect((await state()).usage).toMatchObject({ customDiscounts: 2, multiChannel: 0 });
  await expect(use('multiChannel')).rejects.toMatchObject({ code: 'limit_reached' });
  await give('ENTERPRISE');
  await expect(use('toString' as Feature)).rejects.toMatchObject({ code: 'limit_reached' });
  expect(await plans.gate(db.tables(), uid, 'apiAccess')).toEqual({ allowed: true, left: null });
});

test('[PLAN-1] without a limit everything goes, and is counted all the same', async () => {
  const { use, state } = await hub({ plan: 'ENTERPRISE' });
  await use('aiTemplates', 5000);
  await use('aiTemplates');
  expect((await state()).usage.aiTemplates).toBe(5001);
});

test('after a downgrade nothing is deleted, and new use waits until there is room', async () => {
  const { command, use, state, email } = await hub({ plan: 'PRO' });
  await use('aiEmails', 20);
  await command(`plan revoke ${email}`);
  expect(await state()).toMatchObject({ currentPlan: 'FREE', usage: { aiEmails: 20 } });
  await expect(use('aiEmails')).rejects.toMatchObject({
    message: '20 of 3 AI emails used. Resets on 1 December; PRO includes 25 a month for $29.',
  });
});

test('a plan that was given for a month ends by itself, at once for the gate and soon in the profile', async () => {
  const { command, clock, state, profile, email, use } = await hub({ at: '2027-01-31T12:00:00Z' });
  expect(await command(`plan grant ${email} multi-channel --months 1`)).toContain(
    'MULTI-CHANNEL, granted until 2027-02-28',
  );
  expect(await profile()).toMatchObject({ is_subscribed: true });
  expect(await state()).toMatchObject({
    currentPlan: 'MULTI_CHANNEL',
    source: 'granted',
    nextBillingDate: null,
  });
  await use('multiChannel');
  clock.move(days(28));
  expect(await state()).toMatchObject({ currentPlan: 'FREE', source: 'free', endsAt: null });
  await expect(use('multiChannel')).rejects.toMatchObject({ code: 'limit_reached' });
  expect(await db.transaction((trx) => endExpired(trx, { now: clock.now() }))).toBeGreaterThan(0);
  expect(await profile()).toMatchObject({ is_subscribed: false });
});

test('what is paid and what was given do not end each other; the higher one counts', async () => {
  const { plans, uid, email, command, state, profile } = await hub();
  const paid = {
    billingCycle: 'yearly',
    paymentMethod: 'PayPal',
    nextBillingAt: new Date('2027-11-21'),
    endsAt: null,
  } as const;
  await db.transaction((trx) => plans.setPaid(trx, uid, { plan: 'PRO', ...paid }));
  await command(`plan grant ${email} ENTERPRISE`);
  expect(await state()).toMatchObject({
    currentPlan: 'ENTERPRISE',
    source: 'granted',
    billingCycle: 'monthly',
  });
  await command(`plan revoke ${email}`);
  expect(await state()).toMatchObject({
    currentPlan: 'PRO',
    source: 'paid',
    billingCycle: 'yearly',
    paymentMethod: 'PayPal',
    nextBillingDate: '2027-11-21T00:00:00.000Z',
  });
  expect(await command(`plan revoke ${email}`)).toContain('had no granted plan');
  expect(await profile()).toMatchObject({ is_subscribed: true });
  await db.transaction((trx) => plans.endPaid(trx, uid));
  expect(await profile()).toMatchObject({ is_subscribed: false });
});

test('a plan of another version in the database is no plan here, and no error', async () => {
  const { uid, state } = await hub({ plan: 'PRO' });
  await sql`update plan_subscription set plan = 'PLATINUM' where owner_id = ${uid}`.execute(db.tables());
  expect((await state()).currentPlan).toBe('FREE');
});

test('the command line refuses what it does not understand, with what it takes', async () => {
  const { command, email, state } = await hub();
  await expect(command(`plan grant ${email} PREMIUM`)).rejects.toThrow(
    'PRO, AI_CONTENT, MULTI_CHANNEL, ENTERPRISE',
  );
  await expect(command(`plan grant ${email} ENTERPRIZE`)).rejects.toThrow('Did you mean ENTERPRISE?');
  await expect(command(`plan grant ${email} FREE`)).rejects.toThrow('The plans you can grant');
  await expect(command(`plan grant ${email} PRO --months 0`)).rejects.toThrow('--months: got');
  await expect(command(`plan grant ${email} PRO --months`)).rejects.toThrow('--months: got');
  await expect(command('plan grant nobody@example.com PRO')).rejects.toThrow('no account');
  expect((await state()).currentPlan).toBe('FREE');
});

test('a person’s export holds their plans and counters, and erasing takes them away', async () => {
  const { email, uid, use } = await hub({ plan: 'PRO' });
  await use('aiEmails', 2);
  const person = plansPerson({ db });
  expect(await person.export(email)).toMatchObject({
    subscriptions: [{ plan: 'PRO', source: 'granted' }],
    usage: [{ month: '2026-11', counter: 'aiEmails', used: 2 }],
  });
  expect(await person.erase(email)).toEqual(['1 plans, 1 counters and 0 API keys removed']);
  expect(await person.export(email)).toBeNull();
  expect(await memberByEmail(db.tables(), email)).toMatchObject({ uid });
});

test('with the account goes everything about its plan', async () => {
  const { uid, use } = await hub({ plan: 'PRO' });
  await use('aiEmails');
  await sql`delete from account_user where id = ${uid}`.execute(db.tables());
  const { rows } = await sql`select owner_id from plan_usage where owner_id = ${uid}
    union all select owner_id from plan_subscription where owner_id = ${uid}`.execute(db.tables());
  expect(rows).toEqual([]);
});
