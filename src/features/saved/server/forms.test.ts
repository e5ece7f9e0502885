import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { savedHub } from '#testing/saved-hub.ts';
import type { FormAnswer } from '../rules/forms.ts';

const db = await useDatabase();

const state = (content: string, timestamp: string) => ({ data: { content }, timestamp });
const path = '/api/saved-forms/mutual-nda';

test('[SAVE-13] the state of a form is kept under its name, for its owner alone, and an older one never replaces a newer', async () => {
  const hub = await savedHub(db);
  const [ada, bob] = [await hub.member('form-ada'), await hub.member('form-bob')];
  expect(await ada.ask<FormAnswer>('GET', path)).toEqual({ record: null });
  const newer = state('{"name":"Wren \\u0000 \\ud83d"}', '2026-11-21T12:00:00.500Z');
  expect(await ada.ask<FormAnswer>('PUT', path, newer)).toEqual({ record: newer });
  const late = await ada.ask<FormAnswer>('PUT', path, state('{}', '2026-11-21T12:00:00.400Z'));
  expect(late.record).toEqual(newer);
  expect(await ada.ask<FormAnswer>('GET', path)).toEqual({ record: newer });
  expect(await bob.ask<FormAnswer>('GET', path)).toEqual({ record: null });
  expect((await ada.send('PUT', '/api/saved-forms/a.b', newer)).status).toBe(404);
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

test('forms and templates are in what somebody takes along and in an export by mail, and go with the account', async () => {
  const hub = await savedHub(db);
  const ada = await hub.member('form-leaving');
  await ada.ask('PUT', path, state('{"a":1}', '2026-11-21T12:00:00.000Z'));
  await ada.ask('POST', '/api/saved', {
    key: 'key-leaving-1',
    id: 'tpl_leaving',
    name: 'NDA',
    content: '<p>Hi</p>',
  });
  expect((await hub.memberData.gather(ada.uid)).map((file) => file.path)).toEqual([
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
  expect(await hub.memberData.gather(ada.uid)).toEqual([]);
});
