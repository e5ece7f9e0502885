import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import type { Problem } from '#base/problem.ts';
import type { Asked, DeskPage } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { pagesRoom, projectsRoom } from './rooms.ts';

const db = await useDatabase();

async function desk(files: Record<string, string> = {}) {
  const folder = await siteFolder(files);
  let minutes = 0;
  const clock = { now: () => new Date(Date.parse('2026-11-28T15:00:00Z') + 60_000 * minutes++) };
  const site = await openSite(folder.dir, shippedDir, silentLog, clock);
  const config = { desk: { path: '/office' } };
  const parts = { db, site, clock, config, origin: () => 'https://hub.example' } as unknown as Parameters<
    typeof pagesRoom
  >[0];
  const rooms = { pages: pagesRoom(parts), portfolio: projectsRoom(parts) };
  const actOf = (room: DeskPage, name: string) => {
    const act = room.acts?.find((each) => each.name === name);
    if (!act) throw new Error(`no act ${name}`);
    return act;
  };
  return {
    site,
    ...rooms,
    read: (path: string) => readFile(join(folder.dir, path), 'utf8'),
    put: folder.put,
    async form(room: DeskPage, name: string, id: string): Promise<Asked> {
      const { fields } = await actOf(room, name).ask(id);
      return Object.fromEntries(fields.map((field) => [field.name, field.value ?? '']));
    },
    does: (room: DeskPage, name: string, id: string, form: Asked = {}) => actOf(room, name).act(id, form),
    preview: (room: DeskPage, name: string, id: string, form: Asked = {}) =>
      actOf(room, name).preview?.(id, form),
    async [Symbol.asyncDispose]() {
      site.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const imprint = { title: 'Imprint', description: 'Who we are.', page: 'We are **Birch**.' };

test('a page is made, looked at, changed, taken back to what it said, deleted and put back', async () => {
  await using at = await desk();
  const seen = await at.preview(at.pages, 'new', '', imprint);
  expect(seen).toMatchObject({
    address: '/imprint',
    data: { html: '<p>We are <strong>Birch</strong>.</p>' },
  });
  expect(at.site.page('imprint')).toBeUndefined();

  const made = await at.does(at.pages, 'new', '', imprint);
  expect(made).toMatchObject({ words: 'Page made: https://hub.example/imprint', goOn: 'pages/imprint' });
  expect(at.site.page('imprint')).toMatchObject({ title: 'Imprint', updated: '2026-11-28' });
  expect(at.site.words().morePages).toEqual([{ path: '/imprint', title: 'Imprint' }]);

  const form = await at.form(at.pages, 'edit', 'imprint');
  await at.does(at.pages, 'edit', 'imprint', { ...form, page: 'We moved.' });
  expect(at.site.page('imprint')?.html).toBe('<p>We moved.</p>');
  const [version] = await at.site.texts.versions('pages/imprint.md');
  await at.does(at.pages, 'restore', `imprint@${version?.name}`);
  expect(at.site.page('imprint')?.html).toContain('Birch');

  await at.does(at.pages, 'remove', 'imprint');
  expect(at.site.page('imprint')).toBeUndefined();
  const [last] = await at.site.texts.versions('pages/imprint.md');
  await at.does(at.pages, 'restore', `imprint@${last?.name}`);
  expect(at.site.page('imprint')?.html).toContain('Birch');
});

test('a shipped page becomes a copy by its first change, and comes back when that is deleted', async () => {
  await using at = await desk();
  const before = at.site.page('about');
  const form = await at.form(at.pages, 'edit', 'about');
  await at.does(at.pages, 'edit', 'about', { ...form, title: 'About us' });
  expect(at.site.page('about')).toMatchObject({ title: 'About us', html: before?.html, asks: before?.asks });
  await at.does(at.pages, 'remove', 'about');
  expect(at.site.page('about')).toEqual(before);
  await expect(at.does(at.pages, 'remove', 'about')).rejects.toThrow('comes with the hub');
});

test('what the hub couldn’t start with is refused at its field, and nothing changes', async () => {
  await using at = await desk();
  const tries: [Asked, string][] = [
    [{ ...imprint, title: '' }, 'title'],
    [{ ...imprint, title: '', address: 'imprint' }, 'title'],
    [{ ...imprint, description: 'x'.repeat(201) }, 'description'],
    [{ ...imprint, address: 'Über uns' }, 'address'],
    [{ ...imprint, address: '../hub' }, 'address'],
    [{ ...imprint, page: 'a\0b' }, 'page'],
    [{ ...imprint, page: '*a_'.repeat(5000) }, 'page'],
  ];
  for (const [form, field] of tries)
    await expect(at.does(at.pages, 'new', '', form), field).rejects.toMatchObject({
      details: { fields: { [field]: expect.any(String) as string } },
    });
  // The hub's own, the desk's, one that is there, and a picture that isn't.
  for (const form of [
    { ...imprint, address: 'store' },
    { ...imprint, address: 'office' },
    { ...imprint, address: 'about' },
    { ...imprint, page: '![x](/images/none.png)' },
    { ...imprint, page: '{{seller.nonsense}}' },
  ])
    await expect(at.does(at.pages, 'new', '', form)).rejects.toMatchObject({
      status: expect.any(Number) as number,
    });
  expect(at.site.words().morePages).toEqual([]);
  expect(await at.site.texts.names('pages')).toEqual(['about', 'privacy', 'support', 'terms']);
});

test('a project is taken off the site with its text, and put back as it was', async () => {
  const own = '---\ntitle: Ours\nsummary: S\nyear: 2026 # this year\nrole: R\ntags: []\n---\nText.\n';
  await using at = await desk({ 'portfolio/ours.md': own });
  const [shipped] = at.site.projects().filter(({ slug }) => slug !== 'ours');
  for (const slug of ['ours', shipped?.slug ?? '']) {
    const before = at.site.projects().find((each) => each.slug === slug);
    await at.does(at.portfolio, 'hide', slug);
    await at.does(at.portfolio, 'hide', slug);
    expect(at.site.projects().some((each) => each.slug === slug)).toBe(false);
    const { blocks } = await at.portfolio.list({});
    expect(JSON.stringify(blocks)).toContain('off the site');
    await at.does(at.portfolio, 'show', slug);
    expect(at.site.projects().find((each) => each.slug === slug)).toEqual(before);
  }
  expect(await at.read('portfolio/ours.md')).toBe(own);
});

test('[law] whatever two operators and an editor do to a page, nothing that was public is lost', async () => {
  const word = fc.constantFrom('oak', 'birch', 'elm', 'ash');
  const step = fc.oneof(
    fc.record({ does: fc.constant('open' as const), who: fc.nat(1) }),
    fc.record({ does: fc.constant('save' as const), who: fc.nat(1), word }),
    fc.record({ does: fc.constant('hand' as const), word }),
    fc.record({ does: fc.constant('remove' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      await using at = await desk({
        'pages/imprint.md': '---\ntitle: T\ndescription: D\nupdated: 2026-01-01\n---\nfirst\n',
      });
      const forms: Asked[] = [{}, {}];
      const codes = new Set<string>();
      const refused = (error: Problem) => void codes.add(error.code);
      const seen = new Set<string>();
      const look = async () => seen.add((await at.site.texts.read('pages/imprint.md'))?.text ?? '');
      await look();
      for (const each of steps) {
        if (each.does === 'open')
          forms[each.who] = await at.form(at.pages, 'edit', 'imprint').catch(() => ({}));
        else if (each.does === 'save')
          await at.does(at.pages, 'edit', 'imprint', { ...forms[each.who], page: each.word }).catch(refused);
        else if (each.does === 'remove') await at.does(at.pages, 'remove', 'imprint').catch(refused);
        else {
          const text = (await at.site.texts.read('pages/imprint.md'))?.text;
          // Who writes by hand, over what they have read, has it in their editor.
          if (text) {
            seen.delete(text);
            await at.put({ 'pages/imprint.md': text.replace(/[^\n]*\n$/, `${each.word}\n`) });
          }
        }
        await look();
      }
      seen.delete('');
      expect(['conflict', 'not_found']).toEqual(expect.arrayContaining([...codes]));
      const versions = await at.site.texts.versions('pages/imprint.md');
      const kept = await Promise.all(
        versions.map(({ name }) => at.site.texts.version('pages/imprint.md', name)),
      );
      kept.push((await at.site.texts.read('pages/imprint.md'))?.text ?? '');
      for (const text of seen) expect(kept).toContain(text);
    }),
    { numRuns: 25 },
  );
});
