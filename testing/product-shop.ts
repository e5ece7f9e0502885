import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { randomText } from '#base/id.ts';
import { createShown, findAct, ticketsInMemory } from '#features/desk/server/public.ts';
import type { GivenFile } from '#platform/server/desk.ts';
import { catalogueFolder } from './catalogue-folder.ts';
import type { TestDatabase } from './database.ts';
import { storeHub } from './store-hub.ts';

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** What a browser would send of a form that nobody touched. */
export function fieldsIn(page: string): Record<string, string> {
  const found: Record<string, string> = {};
  const note = (name: string, value: string) => {
    if (name !== '') found[name] = unescaped(value);
  };
  for (const [tag] of page.matchAll(/<input[^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(tag) ?? [];
    const [, value = ''] = /value="([^"]*)"/.exec(tag) ?? [];
    if (!tag.includes('type="checkbox"') || tag.includes(' checked')) note(name, value);
  }
  for (const [, name = '', value = ''] of page.matchAll(
    /<textarea[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g,
  ))
    note(name, value.replace(/^\n/, '').replaceAll('\n', '\r\n'));
  for (const [, name = '', inner = ''] of page.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  ))
    note(name, /value="([^"]*)"\s+selected/.exec(inner)?.[1] ?? '');
  return found;
}

/** The products of a shop, some shipped, and the desk's own pages and forms about them. */
export async function productShop(
  db: TestDatabase,
  own: Record<string, string>[],
  shipped: Record<string, string>[] = [],
) {
  const box = await catalogueFolder(...shipped);
  onTestFinished(() => box[Symbol.asyncDispose]());
  const hub = await storeHub(db, own, { shipped: join(box.dir, 'catalog') });
  const pages = hub.feature.desk ?? [];
  const at = pages.find(({ path }) => path === 'products')!;
  const place = { name: 'Desk', styles: 'desk.css' };
  const shown = createShown({ base: '', hub: () => 'Birch', place, tickets: ticketsInMemory(), headers: {} });
  const records: { before?: unknown; after?: unknown }[] = [];
  // Files that were uploaded, by what the form says of them.
  const uploaded = new Map<string, GivenFile>();
  const reader = {
    pages,
    given: async (ids: readonly string[]) => ids.flatMap((id) => uploaded.get(id) ?? []),
    async recorded<T>(_act: string, _subject: string, deed: () => Promise<T>) {
      const done = await deed();
      records.push(done as never);
      return done;
    },
  };
  const actOf = (name: string, id: string) => findAct(at, id, name)!;
  const ask = async (name: string, id = '') => (await shown.ask(reader, at, actOf(name, id), id)).text();
  const open = async (name: string, id = '') => fieldsIn(await ask(name, id));
  const send = async (name: string, id: string, form: Record<string, string>) => {
    const answer = await shown.act(reader, at, actOf(name, id), id, form);
    return { status: answer.status, page: await answer.text(), goesTo: answer.headers.get('location') ?? '' };
  };
  const path = (file: string) => join(hub.site.dir, 'catalog', file);
  return {
    hub,
    records,
    /** What a form's field says once these files are on the hub. */
    async uploads(files: Record<string, string | Uint8Array>): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'given-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const chosen = [];
      for (const [name, content] of Object.entries(files)) {
        const id = randomText(40);
        await writeFile(join(folder, id), content);
        uploaded.set(id, { name, bytes: content.length, path: join(folder, id) });
        chosen.push({ id, name, size: content.length });
      }
      return JSON.stringify(chosen);
    },
    given: (field: string) =>
      (JSON.parse(field) as { id: string }[]).map(({ id }) => uploaded.get(id)?.path ?? ''),
    ask,
    open,
    send,
    /** A form opened, filled in and sent. */
    does: async (name: string, id: string, typed: Record<string, string> = {}) =>
      send(name, id, { ...(await open(name, id)), ...typed }),
    list: async () => (await shown.list(reader, at, {})).text(),
    one: async (id: string) => (await shown.one(reader, at, id, {})).text(),
    read: (file: string) => readFile(path(file), 'utf8'),
    names: (folder: string) => readdir(path(folder)).catch(() => []),
    shippedText: (id: string) => readFile(join(box.dir, 'catalog', id, 'product.md'), 'utf8'),
    onSale: async () =>
      (
        await db.pool.query<{ id: string }>('select id from store_product where on_sale order by id')
      ).rows.map(({ id }) => id),
    titleOf: async (id: string) =>
      (await db.pool.query<{ title: string }>('select title from store_product where id = $1', [id])).rows[0]
        ?.title,
  };
}
