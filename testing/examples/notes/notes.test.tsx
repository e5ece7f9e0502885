import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createMemberData } from '#features/accounts/server/public.ts';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { memberFiles } from '#testing/member-files.ts';
import { up } from './migration.ts';
import type { AllNotes, OneNote } from './rules/contract.ts';
import { notes } from './server/index.ts';
import Notes from './web/pages/notes.tsx';

const db = await useDatabase();
await up(db.tables());
const memberData = createMemberData();
const hub = accountsHub(db, { memberData, beside: (platform) => [notes(platform, { memberData })] });

let people = 0;
async function member() {
  const browser = hub.browser();
  const email = `notes${++people}@example.com`;
  await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password: 'meadow-lantern-otter' });
  const write = async (text: string) =>
    ((await (await browser.post('/api/notes', { text })).json()) as OneNote).note;
  const texts = async () =>
    ((await (await browser.get('/api/notes')).json()) as AllNotes).notes.map(({ text }) => text);
  return { browser, email, uid: (await browser.who())?.uid ?? '', write, texts };
}

test('a note is there for its writer, the newest first, and for nobody else', async () => {
  const [ada, bob] = [await member(), await member()];
  await ada.write('Call the printer');
  const { id } = await ada.write('  Order paper ');
  expect(await ada.texts()).toEqual(['Order paper', 'Call the printer']);
  expect(await bob.texts()).toEqual([]);
  expect((await bob.browser.delete(`/api/notes/${id}`)).status).toBe(404);
  expect((await ada.browser.delete(`/api/notes/${id}`)).status).toBe(200);
  expect(await ada.texts()).toEqual(['Call the printer']);
  expect((await hub.browser().get('/api/notes')).status).toBe(401);
});

test('what cannot be a note is refused with words at its field', async () => {
  const { browser, texts } = await member();
  for (const [text, words] of [
    ['  ', 'Write something first.'],
    ['x'.repeat(2001), 'A note has at most 2,000 characters.'],
  ]) {
    const answer = await browser.post('/api/notes', { text });
    expect([answer.status, (await errorOf(answer)).fields]).toEqual([400, { text: words }]);
  }
  expect(await texts()).toEqual([]);
});

test('notes are in the zip of one’s data, in what the operator exports, and gone when they are erased', async () => {
  const { uid, email, write, texts } = await member();
  await write('Mine');
  const [feature] = hub.beside;
  expect((await memberFiles(memberData, uid)).map(({ path }) => path)).toContain('notes.json');
  expect(await feature?.person?.export(email)).toMatchObject([{ text: 'Mine' }]);
  expect(await feature?.person?.erase(email)).toEqual(['Notes that were deleted: 1.']);
  expect(await texts()).toEqual([]);
});

test('the page is drawn before its notes are there', () => {
  expect(renderToString(<Notes />)).toMatch(/<h1[^>]*>Notes<.*A new note/s);
});

test('the guide says word for word what stands here', () => {
  const guide = readFileSync(new URL('../../../docs/adding-a-feature.md', import.meta.url), 'utf8');
  const quoted = [...guide.matchAll(/<!-- (\S+) -->\n```tsx?\n(.+?)\n```/gs)];
  expect(quoted.map(([, path]) => path)).toEqual([
    'migration.ts',
    'rules/contract.ts',
    'server/tables.ts',
    'server/index.ts',
    'web/pages/notes.tsx',
  ]);
  for (const [, path = '', text] of quoted)
    expect(text).toBe(readFileSync(new URL(path, import.meta.url), 'utf8').trimEnd());
});
