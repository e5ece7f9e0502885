// Long because: one server is tried from all sides, over one small kit.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { type PlanId, plans } from '#features/plans/rules/plans.ts';
import { useDatabase } from '#testing/database.ts';
import { memberFiles } from '#testing/member-files.ts';
import { savedHub } from '#testing/saved-hub.ts';
import { capped } from '../rules/content.ts';
import type { ChangesAnswer, TemplateAnswer, WriteAnswer } from '../rules/contract.ts';
import { sizes } from '../rules/sizes.ts';
import type { SavedTables } from './tables.ts';

const db = await useDatabase();
const key = () => randomText(20);
let ids = 0;
const newId = () => `tpl_test_${++ids}`;
const text = (content: string) => ({ content, fields: [], formData: {} });

async function hubWith(options: Parameters<typeof savedHub>[1] = {}, plan?: PlanId) {
  const hub = await savedHub(db, options);
  const ada = await hub.member(`usr_${randomText(8)}`, plan);
  const add = (id = newId(), more: object = {}) =>
    ada.ask<WriteAnswer>('POST', '/api/saved', {
      key: key(),
      id,
      name: 'NDA',
      ...text('<p>one</p>'),
      ...more,
    });
  const list = async () => (await ada.ask<ChangesAnswer>('GET', '/api/saved/changes')).heads;
  const open = (id: string) => ada.ask<TemplateAnswer>('GET', `/api/saved/${id}`);
  return { hub, ada, add, list, open };
}
type Ada = Awaited<ReturnType<typeof hubWith>>['ada'];
const edit = (ada: Ada, id: string, base: number, content: string, more: object = {}) =>
  ada.ask<WriteAnswer>('PATCH', `/api/saved/${id}`, { key: key(), base, ...text(content), ...more });
async function upload(ada: Ada, id: string, content: string): Promise<string> {
  const response = await ada.send('PUT', `/api/saved/${id}/upload/content`, content, {
    'content-type': 'text/html',
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { upload: string }).upload;
}

test('a text that brings its template out of the bin says so, sent again too, and no other write does', async () => {
  const { ada, add, list } = await hubWith();
  const { head } = await add();
  const first = await edit(ada, head.id, head.contentVersion, '<p>two</p>');
  expect(first.isBack).toBeUndefined();
  await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: first.version });
  const starred = await ada.ask<WriteAnswer>('PATCH', `/api/saved/${head.id}`, {
    key: key(),
    base: first.version,
    starred: true,
  });
  expect([starred.isBack, starred.head.deletedAt === null]).toEqual([undefined, false]);
  const body = { key: key(), base: first.version, ...text('<p>three</p>') };
  for (let again = 0; again < 2; again++) {
    const back = await ada.ask<WriteAnswer>('PATCH', `/api/saved/${head.id}`, body);
    expect([back.outcome, back.isBack, back.head.deletedAt]).toEqual(['saved', true, null]);
  }
  const later = await edit(ada, head.id, first.version + 3, '<p>four</p>');
  expect([later.outcome, later.isBack]).toEqual(['saved', undefined]);
  expect((await list()).filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);
});

test('[SAVE-2] what is saved is stored as it was given, and read again as it was stored', async () => {
  const { add, open, ada } = await hubWith();
  const fields = [{ name: 'client', label: 'Client', type: 'text', placeholder: 'Enter Client...' }];
  const { head } = await add('tpl_whole', {
    fields,
    formData: { odd: 'a\0b\ud800', deep: { list: [1, null] } },
    branding: { companyName: 'Ada' },
    isBranded: true,
    originalContentLength: 10,
  });
  expect(head).toMatchObject({
    id: 'tpl_whole',
    version: 1,
    name: 'NDA',
    branding: { companyName: 'Ada' },
    excerpt: 'one',
  });
  expect((await open('tpl_whole')).template).toMatchObject({
    userId: ada.uid,
    content: '<p>one</p>',
    fields,
    formData: { deep: { list: [1, null] } },
    isBranded: true,
    originalContentLength: 10,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
  });
});

test('50 saves at the same time are 50 templates, each with a place of its own in the order', async () => {
  const { add, list } = await hubWith();
  await Promise.all(Array.from({ length: 50 }, () => add()));
  const heads = await list();
  expect(new Set(heads.map(({ id }) => id)).size).toBe(50);
  expect(new Set(heads.map(({ seq }) => seq)).size).toBe(50);
});

test('a write sent again, also at the same time, is done once and answered the same', async () => {
  const { ada, list, add } = await hubWith();
  const body = { key: key(), id: newId(), name: 'Once', ...text('x') };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ada.ask<WriteAnswer>('POST', '/api/saved', body)),
  );
  expect(new Set(answers.map(({ head, version, outcome }) => `${head.id} ${version} ${outcome}`)).size).toBe(
    1,
  );
  expect(await list()).toHaveLength(1);

  const { head } = await add();
  const change = { key: key(), base: 1, ...text('changed') };
  const path = `/api/saved/${head.id}`;
  const changed = await Promise.all(
    Array.from({ length: 10 }, () => ada.ask<WriteAnswer>('PATCH', path, change)),
  );
  expect(new Set(changed.map(({ version, outcome }) => `${version} ${outcome}`))).toEqual(
    new Set(['2 saved']),
  );
  const star = { key: key(), base: 2, starred: true };
  await Promise.all(Array.from({ length: 10 }, () => ada.ask('PATCH', path, star)));
  expect(await list()).toHaveLength(2);
  expect((await list()).find(({ id }) => id === head.id)).toMatchObject({ version: 3, starred: true });
});

test('a replay tells the version that it made, not one that somebody made since', async () => {
  const { ada, add } = await hubWith();
  const { head } = await add();
  const mine = { key: key(), base: 1, ...text('mine') };
  await ada.ask('PATCH', `/api/saved/${head.id}`, mine);
  await edit(ada, head.id, 2, 'theirs');
  expect(await ada.ask('PATCH', `/api/saved/${head.id}`, mine)).toMatchObject({
    outcome: 'saved',
    version: 2,
    head: { version: 3 },
  });
});

test('a conflicting edit keeps both: the later becomes a copy whose name says so', async () => {
  const { ada, add, open, list } = await hubWith();
  const { head } = await add();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => edit(ada, head.id, 1, `edit ${n}`)));
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
    'copied',
    'copied',
    'copied',
    'copied',
    'saved',
  ]);
  const contents = await Promise.all((await list()).map(async ({ id }) => (await open(id)).template.content));
  expect(contents.sort()).toEqual(['edit 1', 'edit 2', 'edit 3', 'edit 4', 'edit 5']);
  const copied = answers.find(({ outcome }) => outcome === 'copied');
  expect(copied?.head.name).toBe('NDA (conflicting edit, 2026-11-21 12:00 UTC)');
});

test('a new name and a new text from two devices do not conflict', async () => {
  const { ada, add, open } = await hubWith();
  const { head } = await add();
  await ada.ask('PATCH', `/api/saved/${head.id}`, {
    key: key(),
    base: 1,
    name: 'Renamed',
    folder: ' Clients ',
  });
  expect(await edit(ada, head.id, 1, 'text')).toMatchObject({ outcome: 'saved', version: 3 });
  expect(await open(head.id)).toMatchObject({
    template: { name: 'Renamed', content: 'text' },
    head: { folder: 'Clients' },
  });
});

test('a part of the text leaves the other parts as they were', async () => {
  const { ada, add, open } = await hubWith();
  const { head } = await add(newId(), { branding: { companyName: 'Ada' } });
  await ada.ask('PATCH', `/api/saved/${head.id}`, { key: key(), base: 1, formData: { a: 1 } });
  expect((await open(head.id)).template).toMatchObject({
    content: '<p>one</p>',
    formData: { a: 1 },
    branding: { companyName: 'Ada' },
  });
});

test('[LIST-5] deleting puts into the bin, undo takes it back, after 30 days it is gone with its files', async () => {
  const { hub, ada, add, list, open } = await hubWith();
  const { head } = await add();
  expect(await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: 1 })).toMatchObject({
    outcome: 'deleted',
  });
  expect((await list())[0]?.deletedAt).not.toBeNull();
  await ada.ask('POST', `/api/saved/${head.id}/restore`, { key: key() });
  expect((await list())[0]?.deletedAt).toBeNull();

  const version = (await list())[0]?.version ?? 0;
  await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: version });
  hub.clock.move(days(29));
  await hub.runJobs();
  expect((await open(head.id)).template.content).toBe('<p>one</p>');
  hub.clock.move(days(2));
  await hub.runJobs();
  expect((await list())[0]).toMatchObject({ isPurged: true, name: '', excerpt: '' });
  expect((await ada.send('GET', `/api/saved/${head.id}`)).status).toBe(404);
  const { rows } =
    await sql`select content from saved_template where owner_id = ${ada.uid} and content is not null`.execute(
      db.tables(),
    );
  expect(rows).toEqual([]);
});

test('deleting an older version does not take a newer edit away, and an edit brings back what was deleted', async () => {
  const { ada, add, list, open } = await hubWith();
  const { head } = await add();
  await edit(ada, head.id, 1, 'newer');
  expect(await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: 1 })).toMatchObject({
    outcome: 'kept',
  });
  expect((await open(head.id)).template.content).toBe('newer');
  await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: 2 });
  await edit(ada, head.id, 2, 'edited offline');
  expect((await list())[0]?.deletedAt).toBeNull();

  await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: 99, forGood: true });
  const late = await edit(ada, head.id, 4, 'edited very late');
  expect(late.outcome).toBe('copied');
  expect((await open(late.head.id)).template.content).toBe('edited very late');
});

test('[SAVE-6] a large record lies in file storage, with its address instead of its content', async () => {
  const { hub, ada, add, open } = await hubWith();
  const content = `<p>${'\u20ac'.repeat(400_000)}</p>`;
  const id = newId();
  const { head } = await add(id, { content: undefined, upload: await upload(ada, id, content) });
  const contentURL = `/api/saved/${id}/content?v=1`;
  expect(head).toMatchObject({ isStoredInStorage: true, contentURL, contentLength: content.length });
  expect((await open(id)).template).toMatchObject({
    content: '',
    contentURL,
    contentLength: content.length,
    isStoredInStorage: true,
  });
  expect(await hub.files.has(`templates/${ada.uid}/${id}/content.html`)).toBe(true);

  const served = await ada.send('GET', contentURL);
  expect(await served.text()).toBe(content);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, max-age=3600',
    'content-security-policy': 'sandbox',
    'content-disposition': 'attachment; filename="content.html"',
    'x-content-type-options': 'nosniff',
  });
  // An update has an address of its own, and the one before is not kept by any cache.
  await edit(ada, id, 1, 'x', { content: undefined, upload: await upload(ada, id, `${content}2`) });
  expect((await open(id)).template.contentURL).toBe(`/api/saved/${id}/content?v=2`);
  expect((await ada.send('GET', contentURL)).headers.get('cache-control')).toBe('no-store');
});

test('[SAVE-6] the server puts a large text into file storage also where a browser did not', async () => {
  const { ada, add, open } = await hubWith();
  const content = '\u20ac'.repeat(300_000);
  const { head } = await add(newId(), { content });
  expect(head.isStoredInStorage).toBe(true);
  expect(await (await ada.send('GET', head.contentURL ?? '')).text()).toBe(content);
  await edit(ada, head.id, 1, 'short again');
  expect((await open(head.id)).template).toMatchObject({ content: 'short again' });
});

test('[SAVE-6] a record above 1048576 bytes is refused, and nothing of it is stored', async () => {
  const { ada, list } = await hubWith();
  const response = await ada.send('POST', '/api/saved', {
    key: key(),
    id: newId(),
    ...text('x'),
    formData: { a: 'x'.repeat(1_048_576) },
  });
  expect(response.status).toBe(413);
  expect(await list()).toEqual([]);
});

test('[SAVE-6] the logo of a large record is a PNG of its own, kept for a day', async () => {
  const { ada, add, open } = await hubWith();
  const id = newId();
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
  expect(
    (await ada.send('PUT', `/api/saved/${id}/upload/logo`, '<svg/>', { 'content-type': 'image/png' })).status,
  ).toBe(415);
  expect(
    (await ada.send('PUT', `/api/saved/${id}/upload/logo`, png, { 'content-type': 'image/png' })).status,
  ).toBe(200);
  await add(id, {
    content: undefined,
    upload: await upload(ada, id, 'large'),
    branding: { companyName: 'Ada', logo: 'uploaded' },
  });
  const logo = (await open(id)).template.branding?.logo ?? '';
  expect(logo).toBe(`/api/saved/${id}/logo?v=1`);
  const served = await ada.send('GET', logo);
  expect(served.headers.get('cache-control')).toBe('private, max-age=86400');
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(png);
  // Saved again with its own address, it stays.
  await edit(ada, id, 1, '', {
    content: undefined,
    upload: await upload(ada, id, 'larger'),
    branding: { companyName: 'Ada', logo },
  });
  expect((await open(id)).template.branding?.logo).toBe(logo);
});

test('of two uploads for one template neither replaces the other: each write finds its own', async () => {
  const { ada, add, open } = await hubWith();
  const { head } = await add();
  const mine = await upload(ada, head.id, 'mine');
  const theirs = await upload(ada, head.id, 'theirs');
  await edit(ada, head.id, 1, '', { content: undefined, upload: mine });
  const copy = await edit(ada, head.id, 1, '', { content: undefined, upload: theirs });
  expect(copy.outcome).toBe('copied');
  for (const [id, content] of [
    [head.id, 'mine'],
    [copy.head.id, 'theirs'],
  ] as const) {
    const { template } = await open(id);
    expect(await (await ada.send('GET', template.contentURL ?? '')).text()).toBe(content);
  }
  const gone = { key: key(), base: 2, upload: 'f'.repeat(64), fields: [], formData: {} };
  expect((await ada.send('PATCH', `/api/saved/${head.id}`, gone)).status).toBe(409);
});

test('a process that dies between the file and the database loses neither text', async () => {
  let dies = false;
  const { hub, ada, add, open } = await hubWith({
    files: (real) => ({
      ...real,
      async put(name, bytes) {
        await real.put(name, bytes);
        if (dies && name.endsWith('/content.html')) throw new Error('killed');
      },
    }),
  });
  const id = newId();
  await add(id, { content: undefined, upload: await upload(ada, id, 'first') });
  const second = await upload(ada, id, 'second');
  dies = true;
  const lost = await ada.send('PATCH', `/api/saved/${id}`, {
    key: key(),
    base: 1,
    upload: second,
    fields: [],
    formData: {},
  });
  expect(lost.status).toBe(503);
  dies = false;
  const { template } = await open(id);
  expect(await (await ada.send('GET', template.contentURL ?? '')).text()).toBe('first');
  await edit(ada, id, 1, '', { content: undefined, upload: second });
  expect(await (await ada.send('GET', (await open(id)).template.contentURL ?? '')).text()).toBe('second');
  expect(hub.unexpected).toEqual([]);
});

test('file storage that fails is 503 with its words, and nothing is said to be saved', async () => {
  const { ada, list } = await hubWith({
    files: (real) => ({ ...real, put: async () => Promise.reject(new Error('EIO')) }),
  });
  const response = await ada.send('PUT', `/api/saved/${newId()}/upload/content`, 'x', {
    'content-type': 'text/html',
  });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ error: { message: 'Firebase Storage not available' } });
  expect(await list()).toEqual([]);
});

test('another member gets of everything the answer for what never was', async () => {
  const { hub, ada, add, open } = await hubWith();
  const { head } = await add();
  const bob = await hub.member(`usr_${randomText(8)}`);
  const bodyOf = async (method: string, path: string, body?: unknown) => {
    const response = await bob.send(method, path, body);
    return [response.status, (await response.text()).replace(/"requestId":"[^"]+"/, '')];
  };
  const tries: [string, string, unknown?][] = [
    ['GET', ''],
    ['GET', '/content?v=1'],
    ['GET', '/logo?v=1'],
    ['PATCH', '', { key: key(), base: 1, name: 'x' }],
    ['PATCH', '', { key: key(), base: 1, ...text('x') }],
    ['DELETE', '', { key: key(), base: 1 }],
    ['POST', '/restore', { key: key() }],
  ];
  for (const [method, path, body] of tries) {
    const theirs = await bodyOf(method, `/api/saved/${head.id}${path}`, body && { ...body, key: key() });
    expect(theirs, `${method} ${path}`).toEqual(
      await bodyOf(method, `/api/saved/never_was${path}`, body && { ...body, key: key() }),
    );
    expect(theirs[0], `${method} ${path}`).toBe(404);
  }
  // An id that somebody else has is free for one's own.
  await bob.ask('POST', '/api/saved', { key: key(), id: head.id, ...text('bob') });
  expect((await open(head.id)).template.content).toBe('<p>one</p>');
  expect((await ada.ask<ChangesAnswer>('GET', '/api/saved/changes')).heads).toHaveLength(1);
  expect((await hub.app.request('http://hub.test/api/saved/changes')).status).toBe(401);
});

test('a device’s copy is taken only where the account never had it; deleted for good it stays deleted', async () => {
  const { ada, add, open } = await hubWith();
  const found = (id: string) =>
    ada.ask<WriteAnswer>('POST', '/api/saved', { key: key(), id, ifUnknown: true, ...text('<p>copy</p>') });
  expect(await found('tpl_only_here')).toMatchObject({ outcome: 'saved', head: { id: 'tpl_only_here' } });
  const { head } = await add();
  expect(await found(head.id)).toMatchObject({ outcome: 'kept', head: { id: head.id } });
  expect((await open(head.id)).template.content).toBe('<p>one</p>');
  await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: 1, forGood: true });
  expect(await found(head.id)).toMatchObject({ outcome: 'deleted', head: { isPurged: true } });
});

test('a document that was deleted elsewhere, or never was here, is saved under its own name', async () => {
  const { ada, add } = await hubWith();
  const { head } = await add();
  await ada.ask('DELETE', `/api/saved/${head.id}`, { key: key(), base: 1, forGood: true });
  const change = { key: key(), base: 1, nameIfNew: 'NDA with Wren', ...text('<p>two</p>') };
  expect(await ada.ask<WriteAnswer>('PATCH', `/api/saved/${head.id}`, change)).toMatchObject({
    outcome: 'copied',
    head: { name: 'NDA with Wren' },
  });
  const first = { key: key(), id: newId(), nameIfNew: 'Quote', ...text('<p>three</p>') };
  const made = await ada.ask<WriteAnswer>('POST', '/api/saved', first);
  expect(made.head.name).toBe('Quote');
  const again = { key: key(), base: 1, nameIfNew: 'Another', ...text('<p>four</p>') };
  expect(await ada.ask<WriteAnswer>('PATCH', `/api/saved/${made.head.id}`, again)).toMatchObject({
    head: { name: 'Quote' },
  });
});

test('a place beyond the account, or of another history, is told everything from the beginning', async () => {
  const { ada, add } = await hubWith();
  await add();
  const ask = (query: string) => ada.ask<ChangesAnswer>('GET', `/api/saved/changes?${query}`);
  const { seq, epoch, isAnew } = await ask('after=0');
  expect(isAnew).toBe(false);
  expect(await ask(`after=${seq}&epoch=${epoch}`)).toMatchObject({ heads: [], isAnew: false });
  expect(await ask(`after=${seq + 1}`)).toMatchObject({ heads: [{}], isAnew: true });
  expect(await ask(`after=${seq}&epoch=another`)).toMatchObject({ heads: [{}], seq, epoch, isAnew: true });
});

test('letters that no database holds, and numbers past its own, are no error of the hub', async () => {
  const { ada, add, hub } = await hubWith();
  const { head } = await add(newId(), {
    name: 'a\0b\ud800',
    folder: '\0',
    branding: { companyName: '\0\udfff' },
  });
  expect(head.name).toBe('ab\ufffd');
  for (const base of [2 ** 31, 2 ** 53 - 1, 1e300]) {
    const answer = await ada.send('PATCH', `/api/saved/${head.id}`, { key: key(), base, ...text('x') });
    expect(answer.status).toBe(400);
  }
  expect((await ada.send('GET', '/api/saved/search?q=%00a')).status).toBe(200);
  expect(hub.unexpected).toEqual([]);
});

test('keys that a write has no business with change nothing', async () => {
  const { ada, add, open } = await hubWith();
  const { head } = await add(newId(), {
    ownerId: 'usr_x',
    userId: 'usr_x',
    version: 99,
    seq: 0,
    plan: 'ENTERPRISE',
    is_stored: true,
    contentURL: 'https://evil.example',
    __proto__: { starred: true },
  });
  await ada.ask('PATCH', `/api/saved/${head.id}`, {
    key: key(),
    base: 1,
    starred: false,
    userId: 'usr_x',
    updatedAt: '1999-01-01T00:00:00Z',
    deletedAt: '1999-01-01T00:00:00Z',
  });
  expect(await open(head.id)).toMatchObject({
    template: { userId: ada.uid, updatedAt: '2026-11-21T12:00:00.000Z' },
    head: { version: 2, starred: false, deletedAt: null, contentURL: null },
  });
});

test('ids that could lead out of a folder are refused before anything is touched', async () => {
  const { ada, list } = await hubWith();
  for (const id of ['../x', 'a/b', '', 'x'.repeat(65), 'a.b', 'ä']) {
    expect((await ada.send('POST', '/api/saved', { key: key(), id, ...text('x') })).status).toBe(400);
  }
  expect((await ada.send('PUT', '/api/saved/..%2f..%2fx/upload/content', 'x')).status).toBe(404);
  expect(await list()).toEqual([]);
});

test('a plan that is full refuses one more with words, also for 20 at once, and never a conflicting copy', async () => {
  const { ada, add, list } = await hubWith({}, 'FREE');
  const most = plans.FREE.limits.savedTemplates;
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => add()));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  const first = (await list())[0];
  const refused = await ada.send('POST', '/api/saved', { key: key(), id: newId(), ...text('x') });
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({
    error: { code: 'limit_reached', message: expect.stringContaining('saved on this device') },
  });
  await edit(ada, first?.id ?? '', 1, 'a');
  // Ten beyond the plan, that no device's edit is lost; a program that edits on and on is refused as a save is.
  for (let n = 0; n < 10; n++) expect((await edit(ada, first?.id ?? '', 1, `b${n}`)).outcome).toBe('copied');
  const more = { key: key(), base: 1, ...text('c') };
  expect((await ada.send('PATCH', `/api/saved/${first?.id}`, more)).status).toBe(402);
});

test('a search finds every word in name and text, with its signs taken literally', async () => {
  const { ada, add } = await hubWith();
  const a = await add(newId(), {
    name: 'Mutual 100% NDA',
    content: '<p class="zebra">Confidential <b>matter</b></p>',
  });
  await add(newId(), { name: 'Invoice', content: '<p>1000 NDA</p>' });
  const found = async (q: string) =>
    (await ada.ask<{ ids: string[] }>('GET', `/api/saved/search?q=${encodeURIComponent(q)}`)).ids;
  expect(await found('confidential nda')).toEqual([a.head.id]);
  expect(await found('100%')).toEqual([a.head.id]);
  expect(await found('zebra')).toEqual([]);
});

test('somebody takes their templates along, and nothing of them is left when they go', async () => {
  const { hub, ada, add } = await hubWith();
  await add('tpl_small');
  await add('tpl_large', { content: undefined, upload: await upload(ada, 'tpl_large', 'large') });
  const paths = (await memberFiles(hub.memberData, ada.uid)).map(({ path }) => path).sort();
  expect(paths).toEqual([
    'templates/tpl_large/content.html',
    'templates/tpl_large/template.json',
    'templates/tpl_small/content.html',
    'templates/tpl_small/template.json',
  ]);
  await db.transaction((trx) => hub.memberData.forget(trx, ada.uid));
  await hub.runJobs();
  for (const table of ['saved_owner', 'saved_template', 'saved_write'] as (keyof SavedTables)[]) {
    const { rows } = await sql`select from ${sql.table(table)} where owner_id = ${ada.uid}`.execute(
      db.tables(),
    );
    expect(rows, table).toEqual([]);
  }
  expect(await hub.files.has(`templates/${ada.uid}/tpl_large/content.html`)).toBe(false);
});

test('an upload is known by the hash of its bytes', async () => {
  const { ada } = await hubWith();
  expect(await upload(ada, newId(), 'abc')).toBe(createHash('sha256').update('abc').digest('hex'));
});

test('[SAVE-4] the whole of a cut text is in the account for its owner and content, and goes with it', async () => {
  const { hub, ada, add, open } = await hubWith();
  const bob = await hub.member(`usr_${randomText(8)}`);
  // A cut inside of a preformatted part, whose spaces the account normalises.
  const whole = `<pre>${'a  b\n'.repeat(120_000)}</pre><p>end €</p>`;
  const { head } = await add(newId(), { content: capped(whole), isCompressed: true });
  const path = `/api/saved/${head.id}/whole`;
  const put = (who: Ada, body: string) => who.send('PUT', path, body, { 'content-type': 'text/html' });
  expect((await ada.send('GET', path)).status).toBe(404);
  expect((await put(ada, whole.replace('a', 'A'))).status).toBe(409);
  expect((await put(ada, whole.slice(0, 1000))).status).toBe(409);
  expect((await put(ada, 'x'.repeat(sizes.wholeBytes + 1))).status).toBe(413);
  expect((await put(bob, whole)).status).toBe(404);
  expect((await put(ada, whole)).status).toBe(200);
  const answer = await ada.send('GET', path);
  expect(await answer.text()).toBe(whole);
  expect(answer.headers.get('content-security-policy')).toBe('sandbox');
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  expect((await bob.send('GET', path)).status).toBe(404);
  const gathered = await memberFiles(hub.memberData, ada.uid);
  expect(gathered.map((file) => file.path)).toContain(`templates/${head.id}/whole.html`);

  await edit(ada, head.id, (await open(head.id)).head.contentVersion, '<p>short</p>', {
    isCompressed: false,
  });
  expect((await ada.send('GET', path)).status).toBe(404);
  expect((await put(ada, whole)).status).toBe(409);
});
