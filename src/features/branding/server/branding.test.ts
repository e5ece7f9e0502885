import { expect, test } from 'vitest';
import { createMemberData } from '#features/accounts/server/public.ts';
import { accountsHub, errorOf } from '#testing/accounts-hub.ts';
import { useDatabase } from '#testing/database.ts';
import { memberFiles } from '#testing/member-files.ts';
import { defaultBranding } from '../rules/branding.ts';
import type { BrandingAnswer, PutBrandingAnswer } from '../rules/contract.ts';
import { branding } from './index.ts';

const db = await useDatabase();
const memberData = createMemberData();
const hub = accountsHub(db, { memberData, beside: (platform) => [branding(platform, { memberData })] });
const [feature] = hub.beside;

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const wren = {
  ...defaultBranding,
  companyName: 'Wren',
  address: '12 Harbour Row\nCork',
  logo: `data:image/png;base64,${onePixel}`,
};

let people = 0;
async function member() {
  const browser = hub.browser();
  const email = `brand${++people}@example.com`;
  await browser.post('/api/auth/sign-up', { displayName: 'Person', email, password: 'meadow-lantern-otter' });
  const uid = (await browser.who())?.uid ?? '';
  const send = (method: 'GET' | 'PUT', body?: unknown) =>
    method === 'GET' ? browser.get('/api/branding') : browser.put('/api/branding', body);
  return {
    browser,
    uid,
    email,
    send,
    get: async () => ((await (await send('GET')).json()) as BrandingAnswer).saved,
    async put(words: Partial<typeof wren>, base: number | null, changedAt?: number) {
      const response = await send('PUT', { owner: uid, branding: { ...wren, ...words }, changedAt, base });
      expect(response.status).toBe(200);
      const { taken, saved } = (await response.json()) as PutBrandingAnswer;
      return { taken, at: saved?.changedAt ?? 0, phone: saved?.branding.phone };
    },
  };
}

test('a branding is kept with the account, and nobody else sees it', async () => {
  const [ada, bob] = [await member(), await member()];
  expect(await ada.get()).toBeNull();
  const { taken, at } = await ada.put({}, null);
  expect(taken).toBe(true);
  expect(await ada.get()).toEqual({ branding: wren, changedAt: at, clashedUpon: null });
  expect(await bob.get()).toBeNull();
  expect((await hub.browser().get('/api/branding')).status).toBe(401);
});

test('a change that was not made upon the newest is not taken, and the newest is answered', async () => {
  const ada = await member();
  const first = await ada.put({ phone: '1' }, null);
  expect(await ada.put({ phone: '2' }, null)).toEqual({ taken: false, at: first.at, phone: '1' });
  const second = await ada.put({ phone: '2' }, first.at);
  expect(second).toMatchObject({ taken: true, phone: '2' });
  expect(await ada.put({ phone: '3' }, first.at)).toEqual({ taken: false, at: second.at, phone: '2' });
});

test('of many devices that change it at once one is taken', async () => {
  const ada = await member();
  const { at } = await ada.put({}, null);
  const tries = (one: typeof ada, base: number | null) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => one.put({ phone: String(n) }, base)));
  expect((await tries(ada, at)).filter(({ taken }) => taken).length).toBe(1);
  expect((await tries(await member(), null)).filter(({ taken }) => taken).length).toBe(1);
});

test('the hub’s clock counts, whether a device’s runs ahead or behind', async () => {
  const ada = await member();
  const now = Date.now();
  const ahead = await ada.put({}, null, now + 86_400_000);
  expect(Math.abs(ahead.at - now)).toBeLessThan(60_000);
  const behind = await ada.put({ phone: '2' }, ahead.at, 10);
  expect(behind.at).toBeGreaterThan(ahead.at);
  expect(behind.at - ahead.at).toBeLessThan(60_000);
});

test('a page of another person is refused, and writes nothing', async () => {
  const [ada, bob] = [await member(), await member()];
  const response = await bob.send('PUT', { owner: ada.uid, branding: wren, changedAt: 1, base: null });
  expect(response.status).toBe(403);
  expect(await bob.get()).toBeNull();
});

test('what is no branding is refused with words at its field', async () => {
  const ada = await member();
  const body = (words: Record<string, unknown>) => ({
    owner: ada.uid,
    branding: { ...wren, ...words },
    changedAt: 1,
    base: null,
  });
  const refused: [Record<string, unknown>, string][] = [
    [{ companyName: 7 }, 'branding.companyName'],
    [{ companyName: 'x'.repeat(401) }, 'branding.companyName'],
    [{ phone: 'a\u0000b' }, 'branding.phone'],
    [{ phone: '\ud800' }, 'branding.phone'],
    [{ logo: 'https://wren.example/logo.png' }, 'branding.logo'],
    [{ logo: 'data:text/html;base64,PHNjcmlwdD4=' }, 'branding.logo'],
    [{ logo: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'branding.logo'],
    [{ logo: `data:image/jpeg;base64,${onePixel}` }, 'branding.logo'],
  ];
  for (const [words, field] of refused) {
    const response = await ada.send('PUT', body(words));
    expect(response.status, JSON.stringify(words).slice(0, 80)).toBe(400);
    expect(Object.keys((await errorOf(response)).fields ?? {})).toEqual([field]);
  }
  expect((await ada.send('PUT', body({ isAdmin: true }))).status).toBe(400);
  expect((await ada.send('PUT', { ...body({}), uid: 'usr_other' })).status).toBe(400);
  expect(
    (await ada.send('PUT', body({ logo: `data:image/png;base64,${'A'.repeat(310 * 1024)}` }))).status,
  ).toBe(400);
  expect(
    (await ada.send('PUT', body({ logo: `data:image/png;base64,${'A'.repeat(400 * 1024)}` }))).status,
  ).toBe(413);
  expect(await ada.get()).toBeNull();
  expect(hub.unexpected).toEqual([]);
});

test('a member takes it along in their export, the logo as a picture that opens', async () => {
  const ada = await member();
  const { at } = await ada.put({}, null);
  const files = await memberFiles(memberData, ada.uid);
  expect(files.map(({ path }) => path)).toEqual(['branding/branding.json', 'branding/logo.png']);
  expect(JSON.parse(new TextDecoder().decode(files[0]?.bytes))).toMatchObject({
    companyName: 'Wren',
    logo: 'logo.png',
    changedAt: new Date(at).toISOString(),
  });
  expect(Buffer.from(files[1]?.bytes ?? []).toString('base64')).toBe(onePixel);
});

test('it goes with the account, and on request of the person', async () => {
  const [ada, bob] = [await member(), await member()];
  await ada.put({}, null);
  await bob.put({}, null);
  expect(await feature?.person?.export(ada.email)).toMatchObject({ branding: { companyName: 'Wren' } });
  expect(await feature?.person?.erase(ada.email)).toEqual(['The branding of the account was deleted.']);
  expect(await feature?.person?.export(ada.email)).toBeNull();
  expect(await feature?.person?.erase(ada.email)).toEqual([]);
  expect(await feature?.person?.export('nobody@example.com')).toBeNull();
  expect((await bob.browser.post('/api/account/delete', { password: 'meadow-lantern-otter' })).status).toBe(
    200,
  );
  const { rowCount } = await db.pool.query('select from branding where owner_id = $1', [bob.uid]);
  expect(rowCount).toBe(0);
});
