import { expect, test } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { WebViewer } from '#platform/web/viewer.ts';
import type { SubscriptionAnswer } from '../rules/contract.ts';
import { firstSubscription } from '../rules/subscription.ts';
import { noUsage } from '../rules/usage.ts';
import { createSubscription, usageMonthKey } from './subscription.ts';

const guest: WebViewer = { ready: true, mode: 'online', user: null };
const person = (uid: string, isOffline = false): WebViewer => ({
  ready: true,
  mode: isOffline ? 'offline' : 'online',
  user: { uid, email: 'ada@example.com', displayName: 'Ada', isOffline },
});

const pro: SubscriptionAnswer = {
  ...firstSubscription(),
  currentPlan: 'PRO',
  usage: { ...noUsage(), aiEmails: 4 },
  nextBillingDate: '2026-12-21T10:00:00.000Z',
  source: 'paid',
  endsAt: null,
  period: { month: '2026-11', resetsAt: '2026-12-01T00:00:00.000Z' },
  aiTemplateUsage: { count: 1, month: 10 },
};

/** A browser: its storage, its clock, and a hub that answers or does not. */
function browser(stored: Record<string, unknown> = {}, answer: SubscriptionAnswer | null = null) {
  const storage = new Map(
    Object.entries(stored).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const clock = movableClock('2026-11-15T12:00:00Z');
  const hub = { answer, asked: 0 };
  const warnings: string[] = [];
  const start = () =>
    createSubscription({
      async ask() {
        hub.asked++;
        const { answer: now } = hub;
        // What is asked is answered by how it was then.
        await Promise.resolve();
        if (!now) throw new Problem('unavailable');
        return now;
      },
      now: clock.now,
      read: (key) => storage.get(key) ?? null,
      write: (key, value) => void storage.set(key, value),
      warn: (words) => warnings.push(words),
    });
  const kept = (key: string): unknown => JSON.parse(storage.get(key) ?? 'null');
  return { storage, clock, hub, warnings, start, kept };
}

test('a guest starts on FREE, and nothing is stored before there is something to keep', async () => {
  const { start, storage, hub } = browser();
  const subscription = start();
  await subscription.attend(guest);
  expect(subscription.snapshot()).toMatchObject({ ...firstSubscription(), standing: 'local' });
  expect(storage.size).toBe(0);
  expect(hub.asked).toBe(0);
});

test('[PLAN-2] what is kept under subscriptionData is its fields, and no more', async () => {
  const { start, kept } = browser({}, pro);
  const subscription = start();
  await subscription.attend(person('usr_1'));
  expect(kept('subscriptionData')).toEqual({
    currentPlan: 'PRO',
    usage: { ...noUsage(), aiEmails: 4 },
    billingCycle: 'monthly',
    paymentMethod: null,
    nextBillingDate: '2026-12-21T10:00:00.000Z',
  });
  expect(kept('aiTemplateUsage')).toEqual({ count: 1, month: 10 });
  expect(subscription.snapshot()).toMatchObject({ standing: 'known', source: 'paid' });
});

test('[PLAN-2] unparsable state is logged, ignored and left as it is', async () => {
  const { start, storage, warnings } = browser({ subscriptionData: '{"currentPlan":' });
  const subscription = start();
  await subscription.attend(guest);
  expect(subscription.snapshot()).toMatchObject(firstSubscription());
  expect(warnings).toEqual(['subscriptionData in local storage can’t be read and is ignored']);
  expect(storage.get('subscriptionData')).toBe('{"currentPlan":');
});

test('[PLAN-3] an upgrade is kept on this device, billed next in a month; an unknown plan is ignored', async () => {
  const { start, kept } = browser();
  const subscription = start();
  await subscription.attend(guest);
  subscription.upgrade('PLATINUM');
  expect(kept('subscriptionData')).toBeNull();
  subscription.upgrade('AI_CONTENT');
  expect(kept('subscriptionData')).toMatchObject({
    currentPlan: 'AI_CONTENT',
    nextBillingDate: '2026-12-15T12:00:00.000Z',
  });
});

test('a member who tampers with the copy is what the hub says', async () => {
  const { start, kept } = browser(
    { subscriptionData: { currentPlan: 'ENTERPRISE' }, [usageMonthKey]: { month: '2026-11' } },
    { ...pro, currentPlan: 'FREE', source: 'free' },
  );
  const subscription = start();
  await subscription.attend(person('usr_1'));
  expect(subscription.snapshot()).toMatchObject({ currentPlan: 'FREE', standing: 'known' });
  expect(kept('subscriptionData')).toMatchObject({ currentPlan: 'FREE' });
});

test('a hub that does not answer leaves the last known plan, and never makes it FREE', async () => {
  const { start, hub, kept } = browser({}, pro);
  await start().attend(person('usr_1'));
  hub.answer = null;
  const later = start();
  await later.attend(person('usr_1'));
  expect(later.snapshot()).toMatchObject({ currentPlan: 'PRO', standing: 'unknown', usage: { aiEmails: 4 } });
  expect(kept('subscriptionData')).toMatchObject({ currentPlan: 'PRO' });
  hub.answer = { ...pro, usage: { ...noUsage(), aiEmails: 9 } };
  await later.refresh();
  expect(later.snapshot()).toMatchObject({ standing: 'known', usage: { aiEmails: 9 } });
});

test('where nobody ever knew the plan it is unknown, and the hub decides when it is asked', async () => {
  const { start, storage } = browser();
  const subscription = start();
  await subscription.attend(person('usr_1'));
  expect(subscription.snapshot()).toMatchObject({ currentPlan: null, standing: 'unknown' });
  expect(subscription.gate('apiAccess').allowed).toBe(true);
  expect(subscription.use('aiEmails')).toBe(true);
  expect(storage.has('subscriptionData')).toBe(false);
});

test('in offline mode under one’s own name the last known plan goes on, and is counted here', async () => {
  const { start, hub, kept } = browser({}, pro);
  await start().attend(person('usr_1'));
  const offline = start();
  await offline.attend(person('usr_1', true));
  expect(hub.asked).toBe(1);
  expect(offline.snapshot()).toMatchObject({ currentPlan: 'PRO', standing: 'local' });
  expect(offline.use('aiEmails')).toBe(true);
  expect(kept('subscriptionData')).toMatchObject({ usage: { aiEmails: 5 } });
});

test('[AI-2] a guest makes three drafts a month on this device; offline there is no limit', async () => {
  const { start, kept, clock } = browser();
  const subscription = start();
  await subscription.attend(guest);
  expect([1, 2, 3, 4].map(() => subscription.use('aiTemplates'))).toEqual([true, true, true, false]);
  expect(kept('aiTemplateUsage')).toEqual({ count: 3, month: 10 });
  expect(kept('subscriptionData')).toMatchObject({ usage: { aiTemplates: 0 } });
  const refused = subscription.gate('aiTemplates');
  expect(!refused.allowed && refused.refusal.words).toContain(
    '3 of 3 generated drafts used. Resets on 1 December;',
  );

  const offline = start();
  await offline.attend(person('offline_1', true));
  expect([1, 2, 3].map(() => offline.use('aiTemplates'))).toEqual([true, true, true]);

  clock.move(days(40));
  const later = start();
  await later.attend(guest);
  expect(later.use('aiTemplates')).toBe(true);
  expect(kept('aiTemplateUsage')).toEqual({ count: 1, month: 11 });
});

test('[PLAN-5] counters stop at the limit, start anew each month but for what is stored, and can be reset', async () => {
  const { start, clock } = browser();
  const subscription = start();
  await subscription.attend(guest);
  expect([1, 2, 3, 4].map(() => subscription.use('aiEmails'))).toEqual([true, true, true, false]);
  subscription.use('savedTemplates');
  clock.move(days(40));
  const later = start();
  await later.attend(guest);
  expect(later.snapshot().usage).toEqual({ ...noUsage(), savedTemplates: 1 });
  later.use('aiEmails');
  later.reset('savedTemplates');
  expect(later.snapshot().usage).toEqual({ ...noUsage(), aiEmails: 1 });
  later.reset();
  expect(later.snapshot().usage).toEqual(noUsage());
});

test('many screens ask the hub one question, and after a change one that is newer', async () => {
  const { hub, start } = browser({}, pro);
  const subscription = start();
  const looking = [subscription.attend(person('usr_1')), subscription.attend(person('usr_1'))];
  expect(hub.asked).toBe(1);
  const after = { ...pro, usage: { ...noUsage(), aiEmails: 5 } };
  hub.answer = after;
  await Promise.all([...looking, subscription.refresh(), subscription.refresh()]);
  expect(hub.asked).toBe(2);
  expect(subscription.snapshot().usage.aiEmails).toBe(5);
});

test('an answer that comes when somebody else is here is not theirs', async () => {
  const { start, hub, storage } = browser({}, pro);
  const subscription = start();
  const asked = subscription.attend(person('usr_1'));
  await subscription.attend(guest);
  await asked;
  expect(hub.asked).toBe(1);
  expect(subscription.snapshot()).toMatchObject({ currentPlan: 'FREE', standing: 'local' });
  expect(storage.size).toBe(0);
});
