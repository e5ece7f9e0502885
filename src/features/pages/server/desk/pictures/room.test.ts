import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useDatabase } from '#testing/database.ts';
import { shippedDir, siteFolder } from '#testing/site-folder.ts';
import type { GivenFile } from '#platform/server/desk.ts';
import { silentLog } from '#platform/server/log.ts';
import { openSite } from '#platform/server/site/open.ts';
import { picturesRoom } from './room.ts';

const db = await useDatabase();
const shipped = (path: string) => readFile(join(shippedDir, path));
const page = (text: string) => `---\ntitle: T\ndescription: D\nupdated: 2026-01-01\n---\n${text}\n`;
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8"/></svg>';

async function desk(files: Record<string, string | Uint8Array> = {}) {
  const folder = await siteFolder(files);
  const uploads = await mkdtemp(join(tmpdir(), 'given-'));
  let minutes = 0;
  const clock = { now: () => new Date(Date.parse('2026-11-28T15:00:00Z') + 60_000 * minutes++) };
  const open = () => openSite(folder.dir, shippedDir, silentLog, clock);
  const site = await open();
  const room = picturesRoom({ db, site, clock } as unknown as Parameters<typeof picturesRoom>[0]);
  const givenOf = async (given: Record<string, string | Uint8Array>) => {
    const list: GivenFile[] = [];
    for (const [name, content] of Object.entries(given)) {
      const path = join(uploads, `${list.length}`);
      await writeFile(path, content);
      list.push({ name, path, bytes: Buffer.from(content).length });
    }
    return { files: async () => list };
  };
  const actOf = (name: string) => room.acts!.find((each) => each.name === name)!;
  return {
    site,
    room,
    ask: (name: string, id: string) => actOf(name).ask(id),
    does: async (name: string, id: string, given: Record<string, string | Uint8Array> = {}) =>
      actOf(name).act(id, {}, undefined, await givenOf(given)),
    preview: async (name: string, id: string, given: Record<string, string | Uint8Array>) =>
      actOf(name).preview?.(id, {}, await givenOf(given)),
    own: () => readdir(folder.dir).catch((): string[] => []),
    put: folder.put,
    /** Whether the hub would start with what lies there. */
    async starts() {
      (await open()).close();
      return true;
    },
    async [Symbol.asyncDispose]() {
      site.close();
      await rm(uploads, { recursive: true });
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a logo is looked at, used, replaced by one of another kind, taken back and removed', async () => {
  const png = await shipped('brand/icon-192.png');
  await using at = await desk({
    'hub.md': '---\nname: Birch\nlogo: old.png # from the agency\n---\n',
    'old.png': png,
  });
  expect(at.site.words().logo).toMatch(/^\/brand\/old\.png/);
  const seen = await at.preview('change', 'logo', { 'Logo final.svg': svg });
  expect(seen?.site?.logo).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(at.site.words().logo).toMatch(/old\.png/);

  await at.does('change', 'logo', { 'Logo final.svg': svg, 'Logo final.as-mail.png': png });
  expect(at.site.words()).toMatchObject({
    logo: expect.stringMatching(/^\/brand\/logo\.svg\?v=/) as string,
    mailLogo: expect.stringMatching(/^\/brand\/logo\.png\?v=/) as string,
  });
  await at.does('change', 'logo', { 'x.jpg.exe': png });
  expect(at.site.words().logo).toMatch(/^\/brand\/logo\.png/);
  expect((await at.own()).filter((name) => name.startsWith('logo'))).toEqual(['logo.png']);
  const [version] = await at.site.pictures.versions({ id: 'logo', files: ['logo.svg', 'logo.png'] });
  expect(JSON.stringify(await at.room.one?.(`logo@${version?.name}`))).toContain('data:image/svg+xml');
  await at.does('restore', `logo@${version?.name}`);
  expect(at.site.words().logo).toMatch(/^\/brand\/logo\.svg/);
  await at.does('remove', 'logo');
  expect(at.site.words().logo).toBeNull();
  await expect(at.does('remove', 'logo')).rejects.toMatchObject({ code: 'conflict' });
  expect(await at.starts()).toBe(true);
});

test('an app icon comes in every size that a device asks for, and none of them is missing', async () => {
  await using at = await desk();
  const copies = {
    'i.as-favicon.png': await shipped('brand/favicon.png'),
    'i.as-apple-touch-icon.png': await shipped('brand/apple-touch-icon.png'),
    'i.as-icon-192.png': await shipped('brand/icon-192.png'),
    'i.as-icon-512.png': await shipped('brand/icon-512.png'),
    'i.as-icon-maskable-512.png': await shipped('brand/icon-maskable-512.png'),
  };
  const whole = { 'i.png': await shipped('brand/icon-512.png') };
  for (const missing of Object.keys(copies)) {
    const { [missing as keyof typeof copies]: _gone, ...rest } = copies;
    await expect(at.does('change', 'icon', { ...whole, ...rest }), missing).rejects.toThrow('couldn’t draw');
  }
  // Of another size than its name says.
  await expect(
    at.does('change', 'icon', { ...whole, ...copies, 'i.as-icon-512.png': copies['i.as-icon-192.png'] }),
  ).rejects.toThrow('couldn’t draw');
  expect(await at.own()).toEqual([]);
  await at.does('change', 'icon', { ...whole, ...copies });
  expect((await at.own()).filter((name) => !name.startsWith('.'))).toHaveLength(6);
  expect(Buffer.from(at.site.asset('/brand/mark.svg')?.bytes ?? []).toString()).toContain('data:image/png');
  expect(await at.starts()).toBe(true);
});

test('a picture of a page can’t go while a text shows it, and comes back with a press when it has', async () => {
  await using at = await desk();
  const done = await at.does('add', '', {
    'Our Wörkshop!.PNG': await shipped('brand/favicon.png'),
    'b.svg': svg,
  });
  expect(done.words).toContain('our-workshop.png, b.svg');
  // Of the same name, it is another one.
  expect((await at.does('add', '', { 'b.svg': svg })).words).toContain('b-2.svg');
  await at.put({
    'pages/a.md': page('![x](/images/our-workshop.png)'),
    'pages/b.md': page('/images/b.svgz'),
  });
  await at.site.settled();
  await expect(at.does('remove', 'our-workshop.png')).rejects.toThrow('pages/a.md');
  await at.does('remove', 'b.svg');
  expect(at.site.images()).not.toContain('b.svg');
  expect(JSON.stringify(await at.room.list({}))).toContain('removed 2026-11-28');
  await expect(at.does('change', 'b.svg', { 'b.svg': svg })).rejects.toMatchObject({ code: 'not_found' });
  const [version] = await at.site.pictures.versions({ id: 'b.svg', files: ['images/b.svg'] });
  await at.does('restore', `b.svg@${version?.name}`);
  expect(at.site.images()).toContain('b.svg');
  await expect(at.does('change', 'b.svg', { 'x.svg': await shipped('brand/favicon.png') })).rejects.toThrow(
    'Only an SVG',
  );
  expect(await at.starts()).toBe(true);
});

test('what isn’t a picture changes nothing, whatever it is called', async () => {
  await using at = await desk();
  const wrong: Record<string, string | Uint8Array>[] = [
    {},
    { 'logo.png': '<script>alert(1)</script>' },
    { 'logo.svg': '<svg>&evil;</svg>' },
    { 'logo.png': '' },
    { 'logo.png': new Uint8Array(6 * 1024 ** 2) },
    { 'a.svg': svg, 'b.svg': svg },
  ];
  for (const given of wrong)
    await expect(at.does('change', 'logo', given), Object.keys(given).join()).rejects.toMatchObject({
      details: { fields: { given: expect.any(String) as string } },
    });
  for (const id of ['../hub.md', 'hub.md', 'logo@../x', 'x.png@', '', 'none.png'])
    await expect(at.room.one?.(id), id).rejects.toMatchObject({ code: 'not_found' });
  expect(await at.own()).toEqual([]);
  const cleaned = await at.does('change', 'logo', {
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script><path d="M0"/></svg>',
  });
  expect(cleaned.words).toBe('Logo changed. Left out of it: <script>.');
});
