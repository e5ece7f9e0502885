import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FunnelHead } from '#features/funnels/rules/contract.ts';
import { gate } from '#features/plans/rules/gate.ts';
import { noUsage } from '#features/plans/rules/usage.ts';
import type { SavedHead } from '#features/saved/rules/contract.ts';
import type { OrderView } from '#features/store/rules/order-contract.ts';
import { placeOfAnchor } from './places.ts';
import { recentWork } from './recent.ts';
import { firstSteps } from './steps.ts';
import { type AccountFacts, waitingFor } from './waiting.ts';

const nothing: AccountFacts = {
  user: { email: 'ada@example.com', emailVerified: true, isOffline: false },
  unsent: [],
  refusals: [],
  funnels: [],
  billing: { current: null },
  orders: [],
  recovery: null,
  agreements: null,
};

const order = (more: Partial<OrderView>, version = '1.0', newest = '1.0') =>
  ({
    id: 'ord_1',
    state: 'paid',
    isDelivered: true,
    paidAt: '2026-11-21T12:00:00.000Z',
    lines: [
      { title: 'Launch checklist', version, versions: [{ version: newest, files: [{ name: 'a.md' }] }] },
    ],
    ...more,
  }) as unknown as OrderView;
const funnel = (more: Partial<FunnelHead> = {}) =>
  ({
    id: 'f1',
    name: 'Guide',
    updatedAt: '2026-11-22T12:00:00.000Z',
    publishRefusal: null,
    live: null,
    ...more,
  }) as FunnelHead;
const cart = { status: 'abandoned' };
const recovery = (isOn: boolean, autoRecovery = true) =>
  ({
    carts: [cart, cart, { status: 'recovered' }],
    campaigns: [{ isOn }],
    settings: { autoRecovery },
  }) as never;
const full = gate(
  'FREE',
  'savedTemplates',
  { ...noUsage(), aiTemplateUsage: 0, savedTemplates: 5 },
  {
    year: 2026,
    index: 10,
  },
);

test('what others wait for stands at the top: three by name, the rest as a number', () => {
  const yours = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `NDA ${id}`, link: `/sign?t=${id}` }));
  const waits = waitingFor({ ...nothing, agreements: { yours: yours as never, count: 9 } });
  expect(waits.map(({ title }) => title)).toEqual([
    '“NDA a” waits for you',
    '“NDA b” waits for you',
    '“NDA c” waits for you',
    '6 more agreements wait for you',
  ]);
  expect(waits[0]?.action.href).toBe('/sign?t=a');
});

test('an account in which everything is done waits for nothing', () => {
  expect(waitingFor(nothing)).toEqual([]);
  expect(waitingFor({ ...nothing, orders: null, billing: null })).toEqual([]);
});

test('money comes first, then work that could get lost, the account, its limits, and what is new', () => {
  if (full.allowed) throw new Error('Five of five leave no room');
  const waits = waitingFor({
    user: { ...nothing.user, emailVerified: false },
    unsent: [{ name: 'Mutual NDA', refusal: null, isFunnel: false }],
    refusals: [full.refusal],
    funnels: [funnel({ publishRefusal: 'This address is taken.' })],
    billing: { current: { state: 'past_due' } as never },
    orders: [order({ isDelivered: false })],
    recovery: recovery(false),
    agreements: null,
  });
  expect(waits.map(({ title, action: { href } }) => [title, href])).toEqual([
    ['The last payment failed', '/dashboard/billing'],
    ['1 change not synced yet', '/dashboard/templates'],
    ['Confirm your email address', '/dashboard/account'],
    ['5 of 5 saved templates used', '/plans'],
    ['“Guide” wasn’t published', '/tools/funnel-builder?id=f1'],
    ['2 abandoned carts without reminders', '/automation'],
    ['Download Launch checklist', '/my-purchases'],
  ]);
});

test.each([
  ['a new version of what was bought', { orders: [order({}, '1.0', '1.1')] }, 'Launch checklist 1.1 is out'],
  [
    'carts while reminders are off',
    { recovery: recovery(true, false) },
    '2 abandoned carts without reminders',
  ],
  ['carts that are written about', { recovery: recovery(true) }, undefined],
  ['an order that was refunded', { orders: [order({ lines: [], isDelivered: false })] }, undefined],
  [
    'what the account refused',
    { unsent: [{ name: 'Guide', refusal: 'Too large.', isFunnel: true }] },
    '1 change couldn’t be synced',
  ],
] as const)('%s', (_what, facts, title) => {
  expect(waitingFor({ ...nothing, ...facts })[0]?.title).toBe(title);
});

test('who works on this device alone is asked for nothing that needs the account', () => {
  const user = { email: 'offline@devpreneur.local', emailVerified: false, isOffline: true };
  const unsent = [{ name: 'Mutual NDA', refusal: null, isFunnel: false }];
  expect(waitingFor({ ...nothing, user, unsent, billing: null, orders: null })).toEqual([]);
});

test('recent work is the newest of everything, and nothing from the bin', () => {
  const at = fc
    .integer({ min: 0, max: 10_000 })
    .map((n) => new Date(Date.UTC(2026, 0, 1) + n * 1e6).toISOString());
  const heads = fc.array(fc.record({ at, isGone: fc.boolean() }), { maxLength: 20 });
  fc.assert(
    fc.property(
      heads,
      fc.array(at, { maxLength: 12 }),
      fc.array(at, { maxLength: 12 }),
      (docs, funnels, orders) => {
        const newest = (all: string[]) => all.sort().toReversed();
        const saved = docs
          .map(({ at: updatedAt, isGone }, n) => ({
            id: `d${n}`,
            name: '',
            folder: '',
            updatedAt,
            deletedAt: isGone ? updatedAt : null,
            isPurged: false,
          }))
          .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)) as SavedHead[];
        const recent = recentWork(
          saved,
          newest(funnels).map((updatedAt, n) => funnel({ id: `f${n}`, updatedAt })),
          newest(orders).map((paidAt, n) => order({ id: `o${n}`, paidAt })),
        );
        const all = [...docs.filter(({ isGone }) => !isGone).map((doc) => doc.at), ...funnels, ...orders];
        expect(recent.map((one) => one.at)).toEqual(newest(all).slice(0, 8));
      },
    ),
  );
});

test('first steps are ticked by what is there, and offline none needs an account', () => {
  const user = { emailVerified: false, isOffline: false };
  const done = { companyName: ' ', documents: 1, funnels: 0 };
  expect(firstSteps({ user, ...done }).map((step) => step.done)).toEqual([false, false, true, false]);
  expect(firstSteps({ user: { ...user, isOffline: true }, ...done })).toHaveLength(3);
});

test('only an anchor of old leads anywhere', () => {
  expect(placeOfAnchor('#api-keys')).toBe('/dashboard/api-keys');
  for (const other of ['', '#', '#toString', '#__proto__', '#Branding'])
    expect(placeOfAnchor(other)).toBeNull();
});
