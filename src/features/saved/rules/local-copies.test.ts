import { expect, test } from 'vitest';
import type { SavedTemplate } from './contract.ts';
import { summaryOf, withLocalCopy } from './local-copies.ts';
import { reconcile } from './merge.ts';
import { cutCopy, prepareSave } from './record.ts';
import { jsonBytes } from './sizes.ts';
import { planSimple, saveSimple } from './simple-record.ts';

function record(id: string, content: string, minute = 0, userId = 'u'): SavedTemplate {
  const prepared = prepareSave(
    { userId, id, content, name: id },
    new Date(Date.UTC(2026, 0, 1, 0, minute)),
    id,
  );
  if (!prepared.ok) throw new Error(prepared.error);
  return prepared.value.record;
}
const many = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => record(`t${n}`, 'x'.repeat(length), n));

test('[SAVE-11] the local list stays under 3145728 bytes, and cleanup keeps the newest', () => {
  const { list, dropped } = withLocalCopy(many(40, 100_000), record('new', 'y'.repeat(100_000), 99), 'usual');
  expect(jsonBytes(list)).toBeLessThanOrEqual(3_145_728);
  expect(jsonBytes([...list, dropped[0]])).toBeGreaterThan(3_145_728);
  expect(list[0]?.id).toBe('new');
  expect(list.slice(1).map(({ id }) => id)).toEqual(
    Array.from({ length: list.length - 1 }, (_, n) => `t${39 - n}`),
  );
  expect(list.length + dropped.length).toBe(41);
});

test('[SAVE-11] in the large-document path the 10 newest stay, under 2097152 bytes', () => {
  expect(withLocalCopy(many(30, 10), record('new', 'y', 99), 'large').list.map(({ id }) => id)).toEqual([
    'new',
    't29',
    't28',
    't27',
    't26',
    't25',
    't24',
    't23',
    't22',
    't21',
  ]);
  const { list } = withLocalCopy(many(9, 400_000), record('new', 'y'.repeat(400_000), 99), 'large');
  expect(jsonBytes(list)).toBeLessThanOrEqual(2_097_152);
  expect(list).toHaveLength(5);
});

test('[SAVE-11] the summary cache holds what it is meant to hold and no more', () => {
  const branded = {
    ...record('a', 'text'),
    branding: { companyName: 'Ada', logo: 'data:x', primaryColor: '#000000', fontFamily: 'serif' },
  };
  expect(summaryOf(branded)).toEqual({
    id: 'a',
    name: 'a',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    isStoredInStorage: false,
    contentURL: null,
    contentLength: 4,
    branding: { companyName: 'Ada', primaryColor: '#000000' },
  });
});

test('an older copy never replaces a newer one, in whichever order they come', () => {
  const [older, newer] = [record('a', 'old', 1), record('a', 'new', 2)];
  expect(reconcile(older, newer)).toEqual({ shown: newer, aside: null });
  expect(reconcile(newer, older)).toEqual({ shown: newer, aside: null });
  expect(withLocalCopy([newer], older, 'usual').list).toEqual([newer]);
});

test('a cut copy never replaces the full text', () => {
  const full = record('a', 'x'.repeat(1000), 1);
  const cut = { ...cutCopy(full, 'x'.repeat(10)), updatedAt: '2026-01-01T00:05:00.000Z' };
  expect(reconcile(full, cut).shown).toEqual(full);
  expect(withLocalCopy([full], cut, 'usual').list[0]?.content).toHaveLength(1000);
  // Cut from a later edit: shown and labelled, with the last full text beside it.
  const later = { ...cutCopy(record('a', 'y'.repeat(1000), 9), 'y'.repeat(10)) };
  expect(reconcile(full, later)).toEqual({ shown: later, aside: full });
  expect(withLocalCopy([full], later, 'usual').dropped).toEqual([full]);
});

const at = new Date('2026-11-21T12:00:00Z');
test('[SAVE-13] up to 800000 serialised characters the record goes to the database as it is', () => {
  const frame = JSON.stringify({ userId: 'u', template: 't', data: { content: '' }, timestamp: at }).length;
  const exact = { content: 'x'.repeat(800_000 - frame) };
  expect(planSimple('u', 't', exact, at)).toMatchObject({
    database: { userId: 'u', template: 't', timestamp: at, data: exact },
    local: null,
  });
  const over = planSimple('u', 't', { content: `${exact.content}x` }, at);
  expect(over.local?.data.content).toBe(`${exact.content}x`);
  expect(over.database?.data).toMatchObject({
    isCompressed: true,
    originalSize: exact.content.length + 1,
    compressedSize: 400_000,
  });
  expect(over.database?.data.content).toHaveLength(400_000);
  expect(over.database?.storageNote).toBeTruthy();
});

test('[SAVE-13] without a uid it is kept locally under the placeholder, and that is no failure', async () => {
  const plan = planSimple(null, 't', { content: 'x' }, at);
  expect(plan.database).toBeNull();
  expect(plan.local?.userId).toBe('offline_user');
  expect(
    await saveSimple(plan, {
      database: async () => Promise.reject(new Error('asked')),
      local: async () => {},
    }),
  ).toBe(true);
});

test('[SAVE-13] the helper is true when it is anywhere, and false only when everything failed', async () => {
  const works = async () => {};
  const fails = async () => Promise.reject(new Error('no'));
  const small = planSimple('u', 't', { content: 'x' }, at);
  const large = planSimple('u', 't', { content: 'x'.repeat(900_000) }, at);
  for (const plan of [small, large]) {
    expect(await saveSimple(plan, { database: works, local: fails })).toBe(true);
    expect(await saveSimple(plan, { database: fails, local: works })).toBe(true);
    expect(await saveSimple(plan, { database: fails, local: fails })).toBe(false);
  }
});
