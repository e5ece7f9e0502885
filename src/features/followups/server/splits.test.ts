import { beforeEach, expect, test } from 'vitest';
import { days, hours } from '#base/clock.ts';
import { mostDays } from '#base/split-test.ts';
import { useDatabase } from '#testing/database.ts';
import { recoveryHub } from '#testing/recovery-hub.ts';
import type { SequenceBody, SequenceDetail, SplitView } from '../rules/contract.ts';
import type { MailStep, Step } from '../rules/steps.ts';
import { plainText } from '../rules/words.ts';

const db = await useDatabase();
beforeEach(async () => {
  await db.pool.query('truncate contact, followup_sequence, recovery_cart, outbound_message cascade');
});

const words = (subject: string) => ({ subject, blocks: plainText('Hello, this is what we make.') });
const twoWordings = (more: Partial<MailStep> = {}): MailStep => ({
  id: 'mail1',
  kind: 'mail',
  ...words('Plain'),
  other: words('Bold'),
  ...more,
});
const series = (steps: Step[], more: Partial<SequenceBody> = {}): SequenceBody => ({
  name: 'Welcome',
  trigger: { on: 'hand' },
  steps,
  stopsOnPurchase: true,
  again: true,
  holdOut: 0,
  isOn: true,
  ...more,
});
const path = '/api/followups/sequences/seq_welcome';
let made = 0;

/** A member with some people, all of whom agreed to email. */
async function setting(people: number) {
  made += 1;
  const run = made;
  const hub = recoveryHub(db);
  const ada = await hub.member(`split${run}`);
  await ada.settle({}, { quietFrom: 0, quietTo: 0, capHours: 1 });
  const add = (from: number, to: number) =>
    ada.ask('POST', '/api/followups/people/import', {
      csv: `email\n${Array.from({ length: to - from }, (_, n) => `p${from + n}.r${run}@example.com`).join('\n')}`,
      proof: 'Signed up at our fair',
    });
  await add(0, people);
  let orders = 0;
  const splits = hub.following.jobs?.find(({ name }) => name === 'followups-splits');
  return {
    hub,
    ada,
    add,
    save: (body: SequenceBody, version = 0) => ada.ask('PUT', path, { ...body, version }),
    async start(): Promise<void> {
      await ada.ask('POST', `${path}/start`, { segment: {} });
      await hub.run();
    },
    detail: () => ada.ask<SequenceDetail>('GET', path),
    async split(): Promise<SplitView | undefined> {
      return (await ada.ask<SequenceDetail>('GET', path)).splits['mail1'];
    },
    keep: (keep: 'a' | 'b' | 'both', version = 1) =>
      ada.call('POST', `${path}/split`, { stepId: 'mail1', keep, version }),
    decide: () => splits?.run(),
    /** What each got, in the order of time. */
    async got(): Promise<Map<string, string[]>> {
      const all = new Map<string, string[]>();
      for (const { to, subject } of await hub.mails()) all.set(to, [...(all.get(to) ?? []), subject]);
      return all;
    },
    async buys(email: string, cents = 4900): Promise<void> {
      orders += 1;
      await ada.bought(email, `order-${run}-${orders}`, cents);
    },
  };
}

const having = (got: Map<string, string[]>, subject: string): string[] =>
  [...got].filter(([, subjects]) => subjects.includes(subject)).map(([email]) => email);

test('about as many as were meant get the second wording, and the same people get it again', async () => {
  const { hub, save, start, got, split } = await setting(80);
  await save(series([twoWordings({ share: 25 })]));
  await start();
  const first = await got();
  expect(having(first, 'Bold').length).toBeGreaterThan(6);
  expect(having(first, 'Bold').length).toBeLessThan(36);
  expect(having(first, 'Bold').length + having(first, 'Plain').length).toBe(80);
  hub.clock.move(hours(2));
  await start();
  for (const subjects of (await got()).values()) {
    expect(subjects).toHaveLength(2);
    expect(new Set(subjects).size).toBe(1);
  }
  // Written to twice, each of them counts once.
  expect(await split()).toMatchObject({
    version: 1,
    a: { people: having(first, 'Plain').length, bought: 0 },
    b: { people: having(first, 'Bold').length, bought: 0 },
    currency: null,
    ended: null,
  });
});

test('who is held out is drawn apart: both halves get both wordings', async () => {
  const { save, start, got, detail } = await setting(120);
  await save(series([twoWordings()], { holdOut: 50 }));
  await start();
  const written = await got();
  expect(written.size).toBeLessThan(90);
  expect(having(written, 'Bold').length).toBeGreaterThan(written.size / 4);
  expect(having(written, 'Plain').length).toBeGreaterThan(written.size / 4);
  const { splits } = await detail();
  expect((splits['mail1']?.a.people ?? 0) + (splits['mail1']?.b.people ?? 0)).toBe(written.size);
});

test('the better wording wins by itself, once, and from then on everybody gets it', async () => {
  const { hub, add, save, start, got, split, decide, buys } = await setting(90);
  await save(series([twoWordings()]));
  await start();
  const first = await got();
  hub.clock.move(days(1));
  for (const email of having(first, 'Bold').slice(0, 30)) await buys(email);
  for (const email of having(first, 'Plain').slice(0, 2)) await buys(email);
  // Another purchase of the same person counts no second time.
  await buys(having(first, 'Plain')[0] ?? '', 900_000);
  await decide();
  expect(await split()).toMatchObject({
    a: { bought: 2, cents: 2 * 4900 },
    b: { bought: 30, cents: 30 * 4900 },
    currency: 'USD',
    ended: null,
  });
  hub.clock.move(days(6));
  await Promise.all([decide(), decide()]);
  const at = hub.clock.now().toISOString();
  expect((await split())?.ended).toEqual({ at, winner: 'b', why: 'sure' });
  hub.clock.move(days(1));
  for (const email of having(first, 'Plain').slice(2, 8)) await buys(email);
  await decide();
  expect((await split())?.ended).toEqual({ at, winner: 'b', why: 'sure' });

  await add(90, 130);
  await start();
  const after = await got();
  const fresh = [...after].filter(([email]) => !first.has(email));
  expect(fresh).toHaveLength(40);
  expect(fresh.every(([, subjects]) => subjects.join() === 'Bold')).toBe(true);
  // They are in no test, so they change nothing of what it found.
  expect((await split())?.a.people).toBe(having(first, 'Plain').length);
});

test('a purchase counts within 30 days after the email, in the currency that most paid in', async () => {
  const { hub, save, start, got, split, buys } = await setting(30);
  await save(series([twoWordings()]));
  await start();
  const [one = '', two = ''] = having(await got(), 'Bold');
  hub.clock.move(days(29));
  await buys(one, 1000);
  hub.clock.move(days(2));
  await buys(two, 1000);
  expect(await split()).toMatchObject({ b: { bought: 1, cents: 1000 }, a: { bought: 0 } });
});

test('without a winner it ends after half a year, and A stays', async () => {
  const { hub, save, start, decide, split, add, got } = await setting(4);
  await save(series([twoWordings()]));
  await decide();
  hub.clock.move(days(mostDays));
  await decide();
  // Nobody has got it yet, so no day of it has passed.
  expect((await split())?.ended).toBeNull();
  await start();
  hub.clock.move(days(mostDays));
  await decide();
  expect((await split())?.ended).toMatchObject({ winner: 'a', why: 'days' });
  await add(4, 20);
  const before = having(await got(), 'Bold').length;
  await start();
  expect(having(await got(), 'Bold')).toHaveLength(before);
});

test('another word or share begins anew; anything else, and a save sent twice, does not', async () => {
  const { hub, save, start, split } = await setting(20);
  await save(series([twoWordings()]));
  await start();
  const counted = async () => {
    const now = await split();
    return [now?.version, (now?.a.people ?? 0) + (now?.b.people ?? 0)];
  };
  expect(await counted()).toEqual([1, 20]);
  const renamed = series([twoWordings(), { id: 'wait1', kind: 'wait', hours: 5 }], { name: 'Renamed' });
  await save(renamed, 1);
  await save(renamed, 1);
  expect(await counted()).toEqual([1, 20]);
  await save(series([twoWordings({ share: 50 })]), 2);
  expect(await counted()).toEqual([1, 20]);
  await save(series([twoWordings({ share: 60 })]), 3);
  expect(await counted()).toEqual([4, 0]);
  hub.clock.move(hours(2));
  await start();
  expect(await counted()).toEqual([4, 20]);
  await save(series([twoWordings({ share: 60, other: words('Bolder') })]), 4);
  expect(await counted()).toEqual([5, 0]);
  await save(series([twoWordings({ other: undefined })]), 5);
  expect(await split()).toBeUndefined();
});

test('its owner ends it by hand and takes that back; an old press ends no newer test', async () => {
  const { save, start, got, split, keep, decide, hub } = await setting(20);
  await save(series([twoWordings()]));
  const [one, other] = await Promise.all([keep('b'), keep('b')]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect((await split())?.ended).toMatchObject({ winner: 'b', why: 'hand' });
  await decide();
  await start();
  expect(having(await got(), 'Bold')).toHaveLength(20);
  expect((await keep('both')).status).toBe(200);
  expect((await split())?.ended).toBeNull();
  hub.clock.move(hours(2));
  await start();
  expect(having(await got(), 'Plain').length).toBeGreaterThan(3);
  await save(series([twoWordings({ share: 30 })]), 1);
  expect((await keep('a')).status).toBe(409);
  expect((await keep('both', 2)).status).toBe(409);
  expect((await split())?.ended).toBeNull();
});

test('killed while emails are written, everybody gets the same wording afterwards, and counts once', async () => {
  const { hub, save, split, got, ada } = await setting(30);
  await save(series([twoWordings()]));
  await ada.ask('POST', `${path}/start`, { segment: {} });
  await db.pool.query('alter table followup_message add constraint killed check (false) not valid');
  // Tried together, then each alone: nothing of it is written, and each is tried again within the hour.
  await hub.followups.engine.goOnWithAll();
  await db.pool.query('alter table followup_message drop constraint killed');
  expect(await split()).toMatchObject({ a: { people: 0 }, b: { people: 0 } });
  expect(await hub.mails()).toEqual([]);
  hub.clock.move(hours(1));
  await hub.run();
  await hub.run();
  const { a, b } = (await split()) ?? {};
  const written = await got();
  expect([a?.people, b?.people]).toEqual([having(written, 'Plain').length, having(written, 'Bold').length]);
  expect(written.size).toBe(30);
});

test('nobody ends a test of somebody else, and a wording that can’t be filled is refused', async () => {
  const { hub, save, split, ada } = await setting(2);
  await save(series([twoWordings()]));
  const eve = await hub.member(`mallory${made}`);
  const tried = await eve.call('POST', `${path}/split`, { stepId: 'mail1', keep: 'b', version: 1 });
  expect(tried.status).toBe(409);
  expect((await split())?.ended).toBeNull();
  for (const other of [words('Hi {{First Name}}'), words('[Your subject]')]) {
    const refused = await ada.call('PUT', path, { ...series([twoWordings({ other })]), version: 1 });
    expect(refused.status).toBe(400);
  }
});
