import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { memberFiles } from '#testing/member-files.ts';
import { savedHub } from '#testing/saved-hub.ts';
import type { FormAnswer } from '../rules/forms.ts';

const db = await useDatabase();

const state = (content: string, timestamp: string) => ({ data: { content }, timestamp });
const path = '/api/saved-forms/mutual-nda';

const change = (
  device: string,
  turn: number,
  changed: { path: string; value: unknown; upon: number }[],
  more: { epoch?: string | null; dismissed?: string[]; timestamp?: string } = {},
) => ({
  device: `device-${device}`,
  turn,
  epoch: null,
  changed,
  dismissed: [],
  timestamp: '2026-11-21T12:00:00.000Z',
  ...more,
});
const answersIn = ({ record }: FormAnswer): unknown => JSON.parse(record?.data.content ?? 'null');

test('[SAVE-13] a form’s state is kept under its name, for its owner alone, to the letter, with its time', async () => {
  const hub = await savedHub(db);
  const [ada, bob] = [await hub.member('form-ada'), await hub.member('form-bob')];
  expect(await ada.ask<FormAnswer>('GET', path)).toMatchObject({ record: null, version: 0, others: [] });
  const first = state('{"name":"Wren \\u0000 \\ud83d"}', '2026-11-21T12:00:00.500Z');
  expect((await ada.ask<FormAnswer>('PUT', path, first)).record).toEqual(first);
  expect((await ada.ask<FormAnswer>('GET', path)).record).toEqual(first);
  expect((await bob.ask<FormAnswer>('GET', path)).record).toBeNull();
  expect((await ada.send('PUT', '/api/saved-forms/a.b', first)).status).toBe(404);
});

test('no write is answered and dropped, whatever its clock says: what it replaces is kept beside it', async () => {
  const hub = await savedHub(db);
  const ada = await hub.member('form-clocks');
  await ada.ask('PUT', path, state('{"name":"Wren","fee":"1"}', '2036-01-01T00:00:00.000Z'));
  const late = await ada.ask<FormAnswer>('PUT', path, state('{"name":"Halden"}', '1996-01-01T00:00:00.000Z'));
  expect(answersIn(late)).toEqual({ name: 'Halden' });
  expect(late.others).toMatchObject([
    { path: 'name', value: 'Wren' },
    { path: 'fee', value: '1' },
  ]);
  // A clock that says nothing of use costs nobody their text.
  const odd = await ada.send('PUT', path, state('{"name":"Odd"}', '0000-01-01T00:00:00Z'));
  expect(odd.status).toBe(200);
});

test('two devices at one time keep both their answers, in the order in which they arrive', async () => {
  const hub = await savedHub(db);
  const ada = await hub.member('form-two');
  await ada.ask('PUT', path, change('desk', 1, [{ path: 'side.name', value: 'Wren', upon: 0 }]));
  const both = await Promise.all([
    ada.ask<FormAnswer>('PUT', path, change('desk', 2, [{ path: 'fee', value: '100', upon: 1 }])),
    ada.ask<FormAnswer>('PUT', path, change('phone', 1, [{ path: 'side.address', value: 'Cork', upon: 1 }])),
  ]);
  expect(both.map(({ version }) => version).sort()).toEqual([2, 3]);
  const now = await ada.ask<FormAnswer>('GET', path);
  expect(answersIn(now)).toEqual({ side: { name: 'Wren', address: 'Cork' }, fee: '100' });
  // The same answer changed on both: the later arrival stands, the other one is kept until somebody decides.
  await ada.ask('PUT', path, change('desk', 3, [{ path: 'fee', value: '200', upon: 3 }]));
  const second = await ada.ask<FormAnswer>(
    'PUT',
    path,
    change('phone', 2, [{ path: 'fee', value: '300', upon: 3 }]),
  );
  expect(answersIn(second)).toMatchObject({ fee: '300' });
  expect(second.others).toMatchObject([{ path: 'fee', value: '200' }]);
  // Its answer was lost and it is sent again: done once.
  const again = await ada.ask<FormAnswer>(
    'PUT',
    path,
    change('phone', 2, [{ path: 'fee', value: '300', upon: 3 }]),
  );
  expect(again).toEqual(second);
  const id = second.others[0]?.id ?? '';
  const decided = await ada.ask<FormAnswer>('PUT', path, change('desk', 4, [], { dismissed: [id] }));
  expect(decided.others).toEqual([]);
});

test('a value in a group’s place loses nothing; odd names and thousands of them are no harm', async () => {
  const hub = await savedHub(db);
  const ada = await hub.member('form-groups');
  await ada.ask('PUT', path, change('desk', 1, [{ path: 'side.name', value: 'Wren', upon: 0 }]));
  const odd = await ada.ask<FormAnswer>(
    'PUT',
    path,
    change('phone', 1, [
      { path: 'side', value: 'a text', upon: 0 },
      { path: 'constructor', value: 'x', upon: 0 },
    ]),
  );
  expect(answersIn(odd)).toEqual({ side: 'a text', constructor: 'x' });
  expect(odd.others).toMatchObject([{ path: 'side.name', value: 'Wren' }]);
  const many = (from: number) =>
    Array.from({ length: 2000 }, (_, n) => ({
      path: `g${from + n}.${'d.'.repeat(6)}x`,
      value: n,
      upon: 0,
    }));
  const since = performance.now();
  for (const turn of [2, 3]) await ada.ask('PUT', path, change('phone', turn, many(turn * 2000)));
  expect((await ada.send('PUT', path, change('phone', 4, many(90_000)))).status).toBe(413);
  expect(performance.now() - since).toBeLessThan(5000);
  const deep = [{ path: `a${'.b'.repeat(8)}`, value: 1, upon: 0 }];
  expect((await ada.send('PUT', path, change('phone', 5, deep))).status).toBe(400);
});

test('a device that knows more than the account, or another history of it, is told to begin anew', async () => {
  const hub = await savedHub(db);
  const ada = await hub.member('form-restored');
  const first = await ada.ask<FormAnswer>(
    'PUT',
    path,
    change('desk', 1, [{ path: 'a', value: '1', upon: 0 }]),
  );
  const ahead = await ada.send('PUT', path, change('desk', 2, [{ path: 'a', value: '2', upon: 9 }]));
  expect(ahead.status).toBe(409);
  const epoch = first.epoch;
  expect((await ada.send('PUT', path, change('desk', 3, [], { epoch: `${epoch}x` }))).status).toBe(409);
  expect((await ada.send('PUT', path, change('desk', 3, [], { epoch }))).status).toBe(200);
});

test('[SAVE-13] a cut record is stored with its marks, and a longer one than the limit is refused', async () => {
  const hub = await savedHub(db);
  const ada = await hub.member('form-long');
  const cut = {
    data: {
      content: 'x'.repeat(400_000),
      isCompressed: true,
      originalSize: 900_000,
      compressedSize: 400_000,
    },
    storageNote: 'Cut',
    timestamp: '2026-11-21T12:00:00.000Z',
  };
  expect((await ada.ask<FormAnswer>('PUT', path, cut)).record).toEqual(cut);
  const padded = { ...cut, data: { content: 'x', more: 'x'.repeat(900_000) } };
  expect((await ada.send('PUT', path, padded)).status).toBe(413);
  expect((await ada.ask<FormAnswer>('GET', path)).record?.data.originalSize).toBe(900_000);
});

test('forms and templates are in what somebody takes along and in an export, and go with the account', async () => {
  const hub = await savedHub(db);
  const ada = await hub.member('form-leaving');
  await ada.ask('PUT', path, state('{"a":1}', '2026-11-21T12:00:00.000Z'));
  await ada.ask('POST', '/api/saved', {
    key: 'key-leaving-1',
    id: 'tpl_leaving',
    name: 'NDA',
    content: '<p>Hi</p>',
  });
  expect((await memberFiles(hub.memberData, ada.uid)).map((file) => file.path)).toEqual([
    'templates/tpl_leaving/template.json',
    'templates/tpl_leaving/content.html',
    'forms/mutual-nda.json',
  ]);
  expect(await hub.feature.person?.export('form-leaving@example.com')).toMatchObject({
    'templates/tpl_leaving/template.json': { name: 'NDA' },
    'templates/tpl_leaving/content.html': '<p>Hi</p>',
    'forms/mutual-nda.json': { template: 'mutual-nda', data: { content: '{"a":1}' } },
  });
  expect(await hub.feature.person?.export('nobody@example.com')).toBeNull();
  await db
    .tables<{ account_user: { id: string } }>()
    .deleteFrom('account_user')
    .where('id', '=', ada.uid)
    .execute();
  expect(await memberFiles(hub.memberData, ada.uid)).toEqual([]);
});
