import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { randomText } from '#base/id.ts';
import type { Database } from '#platform/server/database/database.ts';
import { openDatabase } from '#platform/server/database/open.ts';
import { silentLog } from '#platform/server/log.ts';
import { useDatabase } from '#testing/database.ts';
import { faultProxy } from '#testing/fault-proxy.ts';
import { eventReader, savedHub } from '#testing/saved-hub.ts';
import type { SavedHead } from '../rules/contract.ts';
import { placeOf } from './events.ts';

const db = await useDatabase();
const key = () => randomText(20);
let ids = 0;

async function hubWith(options: Parameters<typeof savedHub>[1] = {}, on: Database = db) {
  const hub = await savedHub(on, options);
  const ada = await hub.member(`usr_${randomText(8)}`);
  const add = () =>
    ada.ask('POST', '/api/saved', { key: key(), id: `tpl_${++ids}`, content: 'x', fields: [], formData: {} });
  async function events(after: number | string = 0, headers: Record<string, string> = {}) {
    const response = await ada.send('GET', `/api/saved/events?after=${after}`, undefined, headers);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = eventReader(response);
    onTestFinished(() => reader.close());
    return reader;
  }
  return { hub, ada, add, events };
}

/** Reads until so many changes were told, or until it is live. */
async function heads(
  reader: Awaited<ReturnType<Awaited<ReturnType<typeof hubWith>>['events']>>,
  count: number,
): Promise<SavedHead[]> {
  const all: SavedHead[] = [];
  while (all.length < count) {
    const event = await reader.next();
    if (!event) break;
    if (event.event === 'change') all.push(...(event.data as SavedHead[]));
  }
  return all;
}

test('[LIST-1] a subscriber gets what is there, then each change as a change, and nobody else’s', async () => {
  const { hub, add, events } = await hubWith();
  await add();
  await add();
  const reader = await events();
  expect((await heads(reader, 2)).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(await reader.next()).toEqual({ event: 'live', id: null, data: 2 });
  const bob = await hub.member(`usr_${randomText(8)}`);
  await bob.ask('POST', '/api/saved', { key: key(), id: 'tpl_bob', content: 'x', fields: [], formData: {} });
  await add();
  const { id, data } = (await reader.next()) ?? {};
  expect(id).toBe('3');
  expect((data as SavedHead[]).map(({ seq }) => seq)).toEqual([3]);
});

test('an empty list is live at once', async () => {
  const { events } = await hubWith();
  expect(await (await events()).next()).toEqual({ event: 'live', id: null, data: 0 });
});

test('whoever comes back with the last id gets the rest, without a gap and without what they know', async () => {
  const { add, events } = await hubWith();
  await add();
  const first = await events();
  await heads(first, 1);
  await first.close();
  await Promise.all(Array.from({ length: 20 }, () => add()));
  const again = await events(0, { 'last-event-id': '1' });
  expect((await heads(again, 20)).map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  expect(placeOf('7', 3)).toBe(7);
  expect(placeOf('nonsense', 3)).toBe(3);
});

test('100 changes at once reach 20 subscribers, every one of them and in order', async () => {
  const { add, events } = await hubWith();
  const readers = await Promise.all(Array.from({ length: 20 }, () => events()));
  const told = readers.map((reader) => heads(reader, 100));
  await Promise.all(Array.from({ length: 100 }, () => add()));
  for (const all of await Promise.all(told)) {
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  }
});

test('more than a page of changes arrives in pages, and is live after the last', async () => {
  const { ada, events } = await hubWith();
  await sql`insert into saved_owner values (${ada.uid}, 1200)`.execute(db.tables());
  await sql`
    insert into saved_template (owner_id, id, version, content_version, seq, name, created_at, updated_at, content, rest, content_length, bytes, excerpt)
    select ${ada.uid}, 'many_' || n, 1, 1, n, 'n', now(), now(), 'x', '{}', 1, 1, 'x' from generate_series(1, 1200) n`.execute(
    db.tables(),
  );
  const reader = await events();
  expect(await heads(reader, 1200)).toHaveLength(1200);
  expect(await reader.next()).toMatchObject({ event: 'live', data: 1200 });
});

test('a session that has ended hears no more', async () => {
  const { hub, ada, events } = await hubWith({ heartbeatMs: 20 });
  const reader = await events();
  await reader.next();
  hub.signOut(ada.uid);
  expect(await reader.next()).toBeNull();
});

test('a database connection that is cut in the middle of changes loses none', async () => {
  const { hostname, port, searchParams } = new URL(db.url);
  const path = searchParams.get('host');
  const proxy = await faultProxy(
    path?.startsWith('/')
      ? { path: `${path}/.s.PGSQL.${port || 5432}` }
      : { port: Number(port), host: hostname },
  );
  onTestFinished(() => proxy.close());
  const url = new URL(db.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const cut = await openDatabase({ databaseUrl: url.href, dataDir: '' }, silentLog);
  onTestFinished(() => cut.close());

  const { hub, ada, events } = await hubWith({}, cut);
  const direct = await savedHub(db);
  const writer = await direct.member(ada.uid);
  const reader = await events();
  await reader.next();
  proxy.set({ down: true });
  for (let n = 0; n < 5; n++) {
    await writer.ask('POST', '/api/saved', {
      key: key(),
      id: `tpl_cut_${n}`,
      content: 'x',
      fields: [],
      formData: {},
    });
  }
  proxy.set({});
  // Either the stream goes on by itself, or it ends and the browser comes back with its place.
  const told = await heads(reader, 5);
  const place = told.at(-1)?.seq ?? 0;
  for (;;) {
    const response = await ada.send('GET', `/api/saved/changes?after=${place}`);
    if (response.status === 503) continue;
    const rest = ((await response.json()) as { heads: SavedHead[] }).heads;
    expect([...told, ...rest].map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    break;
  }
  expect(hub.unexpected).toEqual([]);
});
