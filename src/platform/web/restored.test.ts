import { expect, test } from 'vitest';
import { memoryDisk } from '#testing/memory-disk.ts';
import { type Change, createDurable, type Edit, type HeadLike } from './durable.ts';

const owner = 'usr_ada';
const kind = 'note';
const head = (id: string, seq: number, more: Partial<HeadLike> = {}): HeadLike => ({
  id,
  version: seq,
  contentVersion: seq,
  seq,
  isPurged: false,
  updatedAt: `2026-11-22T12:00:${String(seq).padStart(2, '0')}.000Z`,
  ...more,
});
let keys = 0;
const tellAgain = (body: unknown) => ({ key: `again-${++keys}`, payload: { text: body } });

function device() {
  const changes: Change[] = [];
  const durable = createDurable(memoryDisk(), (change) => changes.push(change));
  const ids = async () =>
    (await durable.list(owner, kind))
      .filter(({ local, remote }) => !(local ?? remote)?.isPurged)
      .map(({ id }) => id)
      .sort();
  return { durable, changes, ids };
}

test('a position in another history is dropped, and the account’s data is read from the start', async () => {
  const { durable, ids } = device();
  await durable.applyRemote(owner, kind, [head('a', 1), head('b', 9)], 9, 'before');
  expect(await durable.place(owner, kind)).toEqual({ value: 9, epoch: 'before' });
  await durable.applyAll(owner, kind, [head('a', 1), head('c', 3)], { value: 3, epoch: 'after' }, tellAgain);
  expect(await durable.place(owner, kind)).toEqual({ value: 3, epoch: 'after' });
  expect(await ids()).toEqual(['a', 'c']);
});

test('what a backup lacks and this device has is sent again; others’ edits are not overwritten', async () => {
  const { durable, ids } = device();
  for (const [id, version] of [
    ['lost', 5],
    ['older', 6],
    ['newer', 2],
  ] as const)
    await durable.keepRead(owner, kind, head(id, version), `text of ${id}`);
  const told = [head('older', 2), head('newer', 4, { updatedAt: '2026-11-22T13:00:00.000Z' })];
  await durable.applyAll(owner, kind, told, { value: 4, epoch: 'after' }, tellAgain);
  const waiting = await durable.waiting(owner);
  expect(waiting.map(({ id, op }) => [id, op.what, op.base, op.payload['text']])).toEqual([
    ['lost', 'add', 0, 'text of lost'],
    ['older', 'change', 2, 'text of older'],
  ]);
  expect(await ids()).toEqual(['lost', 'newer', 'older']);
  expect((await durable.one(owner, kind, 'newer')).body).toBeNull();
});

test('permanently deleted items stay deleted, and their text is removed', async () => {
  const { durable, changes } = device();
  await durable.keepRead(owner, kind, head('a', 1), 'text');
  await durable.applyRemote(owner, kind, [head('a', 2, { isPurged: true })], 2);
  expect(changes.at(-1)).toMatchObject({ kept: [], gone: ['a'] });
  const { kept, body } = await durable.one(owner, kind, 'a');
  expect([kept?.remote?.isPurged, body]).toEqual([true, null]);
});

const edit = (id: string, what: Edit['op']['what'], more: Partial<Edit> = {}): Edit => ({
  owner,
  kind,
  id,
  head: head(id, 0),
  at: '',
  op: { what, key: `key-${++keys}`, base: 0, payload: {} },
  ...more,
});

test('saving again after a rejection is the same write, and not a second one', async () => {
  const { durable } = device();
  const first = edit('a', 'add', {
    body: 'one',
    op: { what: 'add', key: 'k1', base: 0, payload: { text: 1 } },
  });
  await durable.edit(first);
  const row = await durable.next(owner);
  await durable.refuse(row ?? (await durable.edit(first)), 'Your plan is full.');
  expect(await durable.next(owner)).toBeNull();
  await durable.edit(
    edit('a', 'change', {
      body: 'two',
      on: 'k1',
      op: { what: 'change', key: 'k2', base: 0, payload: { text: 2 } },
    }),
  );
  const waiting = await durable.waiting(owner);
  expect(waiting).toMatchObject([{ id: 'a', refusal: null, op: { what: 'add', payload: { text: 2 } } }]);
  expect(await durable.next(owner)).toMatchObject({ id: 'a' });
});

test('five thousand deletions are queued first, each found without a full scan', async () => {
  const { durable, changes } = device();
  const all = Array.from({ length: 5000 }, (_, n) => edit(`n${n}`, 'remove'));
  await durable.editAll(all);
  expect(await durable.waiting(owner)).toHaveLength(5000);
  expect(changes).toHaveLength(1);
  const row = await durable.next(owner);
  expect(row?.id).toBe('n0');
  if (row) await durable.settle(row, { head: head('n0', 7, { isPurged: true }), version: 7, isCopy: false });
  expect((await durable.next(owner))?.id).toBe('n1');
});
