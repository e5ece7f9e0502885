import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import type { Asked } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { siteRoom } from './site-room.ts';
import { siteZip } from './site-zip.ts';

const db = await useDatabase();

async function desk(files: Record<string, string> = {}) {
  const folder = await siteFolder(files);
  let minutes = 0;
  const clock = { now: () => new Date(Date.parse('2026-11-28T15:00:00Z') + 60_000 * minutes++) };
  const site = await openSite(folder.dir, shippedDir, silentLog, clock);
  const room = siteRoom({ db, site, clock, config: { siteDir: folder.dir } } as unknown as Parameters<
    typeof siteRoom
  >[0]);
  const actOf = (name: string) => room.acts!.find((each) => each.name === name)!;
  return {
    site,
    room,
    dir: folder.dir,
    form: async (): Promise<Asked> =>
      Object.fromEntries((await actOf('edit').ask('')).fields.map(({ name, value = '' }) => [name, value])),
    does: (name: string, form: Asked = {}, id = '') => actOf(name).act(id, form),
    preview: (form: Asked) => actOf('edit').preview?.('', form),
    async [Symbol.asyncDispose]() {
      site.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('names and colors are previewed, saved, public at once, taken back; what else is there stays', async () => {
  const own =
    '---\nseller:\n  legalName: Birch Ltd # as registered\n  address: [1 Lane]\n  country: IE\n  email: a@birch.example\nsocial:\n  GitHub: https://github.com/birch\n---\nWe are Birch.\n';
  await using at = await desk({ 'hub.md': own });
  const typed = {
    ...(await at.form()),
    name: 'Birch',
    accent: '#0b6e4f',
    processors: 'Host Ltd\n\nMail SA ',
  };
  expect((await at.preview(typed))?.site).toMatchObject({ name: 'Birch', accent: '#0B6E4F' });
  expect(at.site.words().name).toBe('Devpreneur');
  await at.does('edit', typed);
  expect(at.site.words()).toMatchObject({ name: 'Birch', accent: '#0B6E4F', social: [{ label: 'GitHub' }] });
  const text = (await at.site.texts.read('hub.md'))?.text ?? '';
  expect(text).toContain('legalName: Birch Ltd # as registered');
  expect(text).toContain('We are Birch.');
  expect(await at.form()).toMatchObject({ name: 'Birch', accent: '0b6e4f', processors: 'Host Ltd\nMail SA' });
  const [version] = await at.site.texts.versions('hub.md');
  await at.does('restore', {}, `hub@${version?.name}`);
  expect((await at.site.texts.read('hub.md'))?.text).toBe(own);
  expect(at.site.words().name).toBe('Devpreneur');
  for (const id of ['hub@', 'hub@../hub', 'hub'])
    await expect(at.does('restore', {}, id), id).rejects.toMatchObject({ code: 'not_found' });
});

test('what the start would refuse is told at its field, and nothing changes', async () => {
  await using at = await desk();
  const form = await at.form();
  for (const [field, value] of [
    ['accent', 'blue'],
    ['language', 'Klingon!'],
    ['supportEmail', 'nobody'],
    ['hours', 'always'],
    ['menu', 'Shop'],
    ['menu', 'Shop: javascript:alert(1)'],
    ['menu', 'Shop: //evil.example'],
    ['menuMore', Array(13).fill('Shop: /store').join('\n')],
    ['menu', 'Everything that we sell: /store\nEverything that we have written: /portfolio'],
    ['social', 'Mastodon: http://example.social'],
    ['social', 'A: https://a.example\nA: https://b.example'],
    ['processors', Array(30).fill('x').join('\n')],
    ['page', '*a_'.repeat(5000)],
  ] as const)
    await expect(at.does('edit', { ...form, [field]: value }), field).rejects.toMatchObject({
      details: { fields: { [field]: expect.any(String) as string } },
    });
  const menuSays = async (menu: string) => {
    const error: unknown = await at.does('edit', { ...form, menu }).catch((problem: unknown) => problem);
    return (error as { details: { fields: Record<string, string> } }).details.fields['menu'];
  };
  expect(await menuSays('Shop\nWork: /portfolio\nNews')).toMatch(/“Shop”, “News”/);
  const said = await menuSays('Shop: javascript:alert(1)\nWork: /portfolio\nNews: //evil.example');
  expect(said).toContain('javascript:alert(1)');
  expect(said).toContain('//evil.example');
  expect(await at.site.texts.read('hub.md')).toMatchObject({ from: 'shipped' });
});

test('menus and social links are previewed, public in their order, changed, and given back to the hub', async () => {
  const own =
    '---\nsocial:\n  GitHub: https://github.com/birch # ours\n  Old: https://old.example\nmenu:\n  - Shop: /store\n---\n';
  await using at = await desk({ 'hub.md': own });
  const form = await at.form();
  expect(form).toMatchObject({
    menu: 'Shop: /store',
    menuMore: '',
    social: 'GitHub: https://github.com/birch\nOld: https://old.example',
  });
  const typed = {
    ...form,
    menu: 'Work: how : /portfolio/night-train\n\n 2026 : /store?tag=new#top ',
    footer: 'Imprint:/imprint\nJournal: https://journal.example.com/a',
    social: 'GitHub: https://github.com/birch\nMastodon: https://example.social/@you',
  };
  const links = {
    menu: [
      { label: 'Work: how', url: '/portfolio/night-train' },
      { label: '2026', url: '/store?tag=new#top' },
    ],
    footer: [
      { label: 'Imprint', url: '/imprint' },
      { label: 'Journal', url: 'https://journal.example.com/a' },
    ],
    social: [
      { label: 'GitHub', url: 'https://github.com/birch' },
      { label: 'Mastodon', url: 'https://example.social/@you' },
    ],
  };
  expect((await at.preview(typed))?.site).toMatchObject(links);
  expect(at.site.words().footer).toBeUndefined();
  await at.does('edit', typed);
  expect(at.site.words()).toMatchObject(links);
  expect((await at.site.texts.read('hub.md'))?.text).toContain('github.com/birch # ours');
  await at.does('edit', { ...(await at.form()), menu: '', footer: '', social: '' });
  expect(at.site.words()).toMatchObject({ social: [] });
  expect(at.site.words()).not.toHaveProperty('menu');
});

test('[law] a menu is public as it was typed, line by line, or refused at its field with nothing changed', async () => {
  const label = fc.oneof(
    fc.string({ minLength: 1, maxLength: 14 }),
    fc.constantFrom(
      'Shop',
      '12',
      '007',
      '__proto__',
      'constructor',
      'a: b',
      '- x',
      '"',
      '#1',
      'ünï',
      '{{name}}',
      '\u202Ex',
    ),
  );
  const url = fc.oneof(
    fc.constantFrom('/store', '/', 'https://example.com/a?b#c', '/a:b', '/%20', '/#x'),
    fc.constantFrom(
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'http://x.example',
      'data:x',
      'store',
    ),
    fc.webPath(),
  );
  const menu = fc.array(fc.tuple(label, url), { minLength: 1, maxLength: 3 });
  const seen = { saved: 0, refused: 0 };
  await using at = await desk();
  await fc.assert(
    fc.asyncProperty(menu, fc.constantFrom('menu', 'menuMore', 'footer', 'social'), async (lines, name) => {
      const before = await at.site.texts.read('hub.md');
      const typed = lines.map(([says, to]) => `${says}: ${to}`).join('\n');
      const form = { ...(await at.form()), menu: '', menuMore: '', footer: '', social: '', [name]: typed };
      const outcome = await at.does('edit', form).then(
        () => 'saved' as const,
        (error: { details?: { fields?: object } }) => Object.keys(error.details?.fields ?? {}),
      );
      const now = await at.site.texts.read('hub.md');
      const words = at.site.words()[name as 'menu'] ?? [];
      const kept = typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
      seen[outcome === 'saved' ? 'saved' : 'refused'] += 1;
      const isSaved = outcome === 'saved';
      expect(isSaved ? 'saved' : outcome).toEqual(isSaved ? 'saved' : [name]);
      expect(isSaved ? '' : now?.text).toBe(isSaved ? '' : before?.text);
      expect(isSaved ? words.length : 0).toBe(isSaved ? kept.length : 0);
      for (const each of isSaved ? words : []) expect(each.url).toMatch(/^(?:\/(?![/\\])|https:\/\/)/);
      const again = (await at.form())[name];
      const shown = words.map((each) => `${each.label}: ${each.url}`).join('\n');
      expect(isSaved ? again : '').toBe(isSaved ? shown : '');
    }),
    { numRuns: 150 },
  );
  expect(Math.min(seen.saved, seen.refused)).toBeGreaterThan(5);
});

test('[law] the download holds every file of the site as it is, and nothing of another place', async () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,8}\.(md|png|bin)$/);
  const files = fc.dictionary(
    fc
      .tuple(fc.constantFrom('', 'pages/', 'catalog/kit/', 'images/'), name)
      .map(([place, file]) => place + file),
    fc.uint8Array({ maxLength: 200 }),
    { maxKeys: 8 },
  );
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      await using site = await siteFolder();
      await mkdir(site.dir, { recursive: true });
      await site.put({ ...all, '.versions/hub/x.md': 'old', 'catalog/.next/kit/a.md': 'draft' });
      await writeFile(join(site.dir, '../secret.txt'), 'secret');
      await symlink(join(site.dir, '../secret.txt'), join(site.dir, 'link.txt'));
      const { bytes, files: count } = await siteZip(site.dir, new Date('2026-11-28T15:00:00Z'));
      const zip = unzipSync(new Uint8Array(await new Response(bytes).arrayBuffer()));
      expect(Object.keys(zip).sort()).toEqual(Object.keys(all).sort());
      expect(count).toBe(Object.keys(all).length);
      for (const [path, content] of Object.entries(all)) expect([...(zip[path] ?? [])]).toEqual([...content]);
    }),
    { numRuns: 25 },
  );
});
