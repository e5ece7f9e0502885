import { beforeEach, expect, test, vi } from 'vitest';
import { createDurable, type Settlement, type Waiting } from '#platform/web/durable.ts';
import { memoryDisk } from '#testing/memory-disk.ts';
import type { SavedTemplate } from '../rules/contract.ts';
import { prepareSave } from '../rules/record.ts';
import { localKeys } from '../rules/local-copies.ts';
import { keepAtOnce, localRecords } from './local.ts';
import { sendLocal } from './send-local.ts';

const owner = 'usr_ada';
const held = new Map<string, string>();
beforeEach(() => {
  held.clear();
  vi.stubGlobal('window', {
    addEventListener: () => {},
    localStorage: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
      removeItem: (key: string) => void held.delete(key),
    },
  });
});

function copy(id: string, more: Partial<SavedTemplate> = {}): SavedTemplate {
  const prepared = prepareSave({ userId: owner, id, content: `<p>${id}</p>`, name: id }, new Date(0), id);
  if (!prepared.ok) throw new Error(prepared.error);
  return { ...prepared.value.record, ...more };
}
const keep = (...records: SavedTemplate[]) => held.set(localKeys.records, JSON.stringify(records));
const purged = { id: 'tpl_gone', version: 3, contentVersion: 3, seq: 9, isPurged: true };
const never = async (): Promise<Settlement> => Promise.reject(new Error('not to be sent'));

test('a template in local storage alone is queued for the account, once, and what is known is not', async () => {
  const durable = createDurable(memoryDisk(), () => {});
  await durable.applyRemote(owner, 'saved', [{ ...purged, id: 'tpl_known', isPurged: false }], 9);
  await durable.applyRemote(owner, 'saved', [purged], 9);
  keep(copy('tpl_alone'), copy('tpl_known'), copy('tpl_gone'), copy('tpl_other', { userId: 'usr_bob' }));
  await sendLocal(durable, owner, never);
  await sendLocal(durable, owner, never);
  const rows = await durable.waiting(owner);
  expect(rows.map(({ id, op }) => [id, op.what, op.payload['ifUnknown']])).toEqual([
    ['tpl_alone', 'add', true],
  ]);
  // The account deleted it for good long ago: its answer is the end of it here, too.
  const row = (await durable.next(owner)) as Waiting;
  await durable.settle(row, {
    head: { ...purged, id: 'tpl_alone' },
    version: 3,
    isCopy: false,
    isTheirs: true,
  });
  const { kept, body } = await durable.one(owner, 'saved', 'tpl_alone');
  expect([kept?.remote?.isPurged, body]).toEqual([true, null]);
});

test('a change that the durable store refused goes out upon the version it was made upon, by its own key', async () => {
  const durable = createDurable(memoryDisk(), () => {});
  keep(copy('tpl_mine', { unsent: { key: 'key-1234567890', base: 4 } }));
  await sendLocal(durable, owner, never);
  expect(await durable.waiting(owner)).toMatchObject([
    { id: 'tpl_mine', op: { what: 'change', key: 'key-1234567890', base: 4 } },
  ]);
  expect(localRecords()[0]).not.toHaveProperty('unsent');
});

test('a page that went between the store and taking its copy back leaves one save, not two', async () => {
  const durable = createDurable(memoryDisk(), () => {});
  const record = copy('tpl_mine', { unsent: { key: 'key-1234567890', base: 0 } });
  const { unsent, ...body } = record;
  const head = { id: record.id, version: 0, contentVersion: 0, seq: 0, isPurged: false };
  const op = { what: 'add' as const, key: unsent?.key ?? '', base: 0, payload: {} };
  const row = await durable.edit({
    owner,
    kind: 'saved',
    id: record.id,
    head,
    body,
    op,
    at: record.updatedAt,
  });
  keep(record);
  await sendLocal(durable, owner, never);
  expect(await durable.waiting(owner)).toEqual([row]);
  expect(localRecords()[0]).not.toHaveProperty('unsent');
  await durable.settle(row, { head: { ...head, version: 1, seq: 1 }, version: 1, isCopy: false });
  keep(record);
  await sendLocal(durable, owner, never);
  expect(await durable.waiting(owner)).toEqual([]);
});

test('what is kept at once is taken back alone, and what lay there before comes back', () => {
  const former = copy('tpl_mine');
  keep(former, copy('tpl_other'));
  const takeBack = keepAtOnce(
    copy('tpl_mine', { content: '<p>new</p>', unsent: { key: 'key-1234567891', base: 1 } }),
  );
  expect(localRecords().find(({ id }) => id === 'tpl_mine')?.unsent).toEqual({
    key: 'key-1234567891',
    base: 1,
  });
  takeBack();
  expect(localRecords().find(({ id }) => id === 'tpl_mine')).toEqual(former);
  expect(localRecords()).toHaveLength(2);
  const first = keepAtOnce(copy('tpl_new', { unsent: { key: 'key-1234567892', base: 0 } }));
  // Saved again meanwhile: that one is not this one's to take back.
  keepAtOnce(copy('tpl_new', { content: '<p>later</p>', unsent: { key: 'key-1234567893', base: 0 } }));
  first();
  expect(localRecords().find(({ id }) => id === 'tpl_new')?.unsent?.key).toBe('key-1234567893');
});

test('a cut copy takes no whole text’s place: it goes as made upon nothing, and stands beside it', async () => {
  const durable = createDurable(memoryDisk(), () => {});
  keep(copy('tpl_cut', { unsent: { key: 'key-1234567890', base: 4 }, isCompressed: true }));
  await sendLocal(durable, owner, never);
  expect(await durable.waiting(owner)).toMatchObject([{ op: { what: 'change', base: 0 } }]);
});

test('where this browser keeps nothing it goes straight to the account, marked as sent by its answer', async () => {
  const disk = memoryDisk();
  disk.failFrom(1);
  const durable = createDurable(disk, () => {});
  keep(copy('tpl_mine', { unsent: { key: 'key-1234567890', base: 0 } }));
  const sent: Waiting[] = [];
  await sendLocal(durable, owner, async (row) => {
    sent.push(row);
    return { head: { ...purged, id: row.id, isPurged: false }, version: 1, isCopy: false };
  });
  expect(sent).toMatchObject([{ id: 'tpl_mine', op: { what: 'add', key: 'key-1234567890' } }]);
  expect(localRecords()[0]).not.toHaveProperty('unsent');
});
