// Long because: one browser with tabs and one hub stand in for all of the store’s tests.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#base/problem.ts';
import type { ApiOptions } from '#platform/web/api.ts';
import type { WebViewer } from '#platform/web/viewer.ts';
import { brandingKey, defaultBranding } from '../rules/branding.ts';
import type { PutBrandingBody } from '../rules/contract.ts';
import { logoKey, markKey } from '../rules/keys.ts';
import type { AccountBranding } from '../rules/sync.ts';
import type { Box } from './device.ts';
import { leave } from './sign-out.ts';
import { createBrandingStore } from './store.ts';

const picture = (letter: string, length = 400) => `data:image/png;base64,${letter.repeat(length)}`;
const guest: WebViewer = { ready: true, mode: 'online', user: null };
const as = (uid: string, mode: 'online' | 'offline' = 'online'): WebViewer => ({
  ready: true,
  mode,
  user: { uid, email: '', displayName: '', isOffline: uid.startsWith('offline_') },
});

/** Local storage that is shared and can be full; each tab has a session storage of its own. */
function browser() {
  const local = new Map<string, string>();
  const room = { left: Infinity };
  const size = (without: string) =>
    [...local].reduce((sum, [key, value]) => sum + (key === without ? 0 : key.length + value.length), 0);
  const accounts = new Map<string, AccountBranding>();
  let now = 1000;
  const net = { isUp: true, puts: [] as PutBrandingBody[], signedIn: 'usr_ada' as string | null };

  async function ask<T>(_path: string, { method = 'GET', body }: ApiOptions = {}): Promise<T> {
    await Promise.resolve();
    if (!net.isUp) throw new Problem('unavailable');
    if (net.signedIn === null) throw new Problem('unauthenticated');
    const saved = accounts.get(net.signedIn) ?? null;
    if (method === 'GET') return { saved } as T;
    const { owner, branding, changedAt, base } = body as PutBrandingBody;
    net.puts.push(body as PutBrandingBody);
    if (owner !== net.signedIn) throw new Problem('forbidden');
    if (base !== (saved?.changedAt ?? null)) return { taken: false, saved } as T;
    const taken = { branding, changedAt: Math.max(Math.min(changedAt, now), (base ?? -1) + 1) };
    accounts.set(owner, taken);
    return { taken: true, saved: taken } as T;
  }

  function tab(session = new Map<string, string>()) {
    const box: Box = {
      read: (key, area) => (area === 'session' ? session : local).get(key) ?? null,
      write(key, value, area) {
        if (area !== 'session' && size(key) + key.length + value.length > room.left) return 'full';
        (area === 'session' ? session : local).set(key, value);
        return 'written';
      },
      remove: (key, area) => void (area === 'session' ? session : local).delete(key),
    };
    /** A page of this tab; a reload is another one. */
    function open(viewer: WebViewer) {
      const timers = new Set<() => void>();
      const here = { viewer };
      const store = createBrandingStore({
        box,
        now: () => ++now,
        viewer: () => here.viewer,
        ask,
        later(act) {
          timers.add(act);
          return () => timers.delete(act);
        },
      });
      store.start();
      return {
        ...store,
        async rest() {
          for (let turn = 0; turn < 5; turn++) {
            for (const act of timers) act();
            timers.clear();
            for (let tick = 0; tick < 20; tick++) await Promise.resolve();
          }
        },
        become(next: WebViewer) {
          here.viewer = next;
          store.settle();
        },
        get branding() {
          return store.state().branding;
        },
      };
    }
    return { open, box, session };
  }
  return {
    local,
    room,
    size,
    accounts,
    net,
    tab,
    stored: () => JSON.parse(local.get(brandingKey) ?? 'null') as typeof defaultBranding,
  };
}

test('[BRAND-1] every change is stored at once, under userBranding, as ten texts', () => {
  const { tab, stored, local } = browser();
  const page = tab().open(guest);
  expect(local.size).toBe(0);
  page.update({ companyName: 'W' });
  expect(stored()).toEqual({ ...defaultBranding, companyName: 'W' });
  page.update({ companyName: 'Wr' });
  page.update({ logo: picture('A') });
  expect(stored()).toEqual({ ...defaultBranding, companyName: 'Wr', logo: picture('A') });
});

test('[BRAND-2] over the quota it is stored without the logo, which the tab keeps, and a reload has both', () => {
  const { tab, stored, room } = browser();
  const first = tab();
  const page = first.open(guest);
  page.update({ companyName: 'Wren' });
  room.left = 700;
  page.update({ logo: picture('A') });
  expect(stored()).toEqual({ ...defaultBranding, companyName: 'Wren' });
  expect(first.session.get(logoKey)).toBe(picture('A'));
  expect(page.state().kept).toBe('logo-in-tab');
  const again = first.open(guest);
  expect(again.branding).toMatchObject({ companyName: 'Wren', logo: picture('A') });
  again.update({ phone: '7' });
  expect(first.open(guest).branding).toMatchObject({ phone: '7', logo: picture('A') });
});

test('[BRAND-2] the tab’s logo is restored beside whatever the tab itself did not write', () => {
  const { tab, local } = browser();
  const first = tab(new Map([[logoKey, picture('A')]]));
  local.set(brandingKey, JSON.stringify({ ...defaultBranding, companyName: 'Wren' }));
  expect(first.open(guest).branding.logo).toBe(picture('A'));
  local.set(brandingKey, JSON.stringify({ ...defaultBranding, logo: picture('B') }));
  expect(first.open(guest).branding.logo).toBe(picture('A'));
  local.set(brandingKey, JSON.stringify({ ...defaultBranding, logo: '/f/logo.png' }));
  expect(first.open(guest).branding.logo).toBe('/f/logo.png');
});

test('a removed logo does not come back, nor does an older one', () => {
  const { tab, room } = browser();
  const first = tab();
  const page = first.open(guest);
  room.left = 700;
  page.update({ companyName: 'Wren', logo: picture('A') });
  page.update({ logo: picture('B') });
  expect(first.open(guest).branding.logo).toBe(picture('B'));
  page.update({ logo: '' });
  expect(first.session.has(logoKey)).toBe(false);
  expect(first.open(guest).branding.logo).toBe('');
  room.left = Infinity;
  page.update({ logo: picture('C') });
  expect(first.session.has(logoKey)).toBe(false);
});

test('whichever tab changes the logo, and however full the storage is: after a reload nobody sees an older one', () => {
  const act = fc.record({
    tab: fc.constantFrom(0, 1),
    logo: fc.constantFrom('', 'A', 'B', 'C'),
    isFull: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      const { tab, room } = browser();
      const tabs = [tab(), tab()];
      let latest = '';
      let writer: number | undefined;
      for (const { tab: which, logo, isFull } of acts) {
        const page = tabs[which]?.open(guest);
        room.left = isFull ? 720 : Infinity;
        const next = logo && picture(logo);
        if (page?.branding.logo === next) continue;
        latest = next;
        writer = which;
        page?.update({ companyName: 'Wren', logo: next });
      }
      for (const each of tabs) expect([latest, '']).toContain(each.open(guest).branding.logo);
      if (writer !== undefined) expect(tabs[writer]?.open(guest).branding.logo).toBe(latest);
    }),
    { numRuns: 300 },
  );
});

test('where not even the texts fit, they stay on the page, and it says so', () => {
  const { tab, local, room } = browser();
  room.left = 10;
  const page = tab().open(guest);
  page.update({ companyName: 'Wren' });
  page.update({ phone: '7' });
  expect(page.branding).toMatchObject({ companyName: 'Wren', phone: '7' });
  expect(page.state().kept).toBe('nothing');
  expect(local.size).toBe(0);
  room.left = Infinity;
  page.update({ email: 'a@wren.example' });
  expect(page.state().kept).toBe('whole');
  expect(tab().open(guest).branding).toMatchObject({
    companyName: 'Wren',
    phone: '7',
    email: 'a@wren.example',
  });
});

test('a change in one tab is seen in the other, and neither overwrites the other’s field', () => {
  const { tab } = browser();
  const [one, two] = [tab().open(guest), tab().open(guest)];
  one.update({ companyName: 'Wren' });
  two.update({ phone: '7' });
  expect(two.branding).toMatchObject({ companyName: 'Wren', phone: '7' });
  one.heardElsewhere();
  expect(one.branding).toMatchObject({ companyName: 'Wren', phone: '7' });
});

test('at sign-in a guest’s branding goes into the empty account', async () => {
  const { tab, accounts } = browser();
  const page = tab().open(guest);
  page.update({ companyName: 'Wren' });
  page.become(as('usr_ada'));
  await page.rest();
  expect(accounts.get('usr_ada')?.branding.companyName).toBe('Wren');
  expect(page.state().sending).toBe('sent');
});

test('at sign-in the account’s later branding comes, and the guest’s is offered back; taking it back is no loss either', async () => {
  const { tab, accounts, stored } = browser();
  const page = tab().open(guest);
  page.update({ companyName: 'Wren' });
  accounts.set('usr_ada', {
    branding: { ...defaultBranding, companyName: 'Wold', phone: '7' },
    changedAt: 900_000,
  });
  page.become(as('usr_ada'));
  await page.rest();
  expect(stored()).toMatchObject({ companyName: 'Wold', phone: '7' });
  expect(page.state().aside?.companyName).toBe('Wren');
  page.takeAside();
  await page.rest();
  expect(accounts.get('usr_ada')?.branding).toMatchObject({ companyName: 'Wren', phone: '' });
  expect(page.state().aside?.companyName).toBe('Wold');
  page.forgetAside();
  expect(tab().open(as('usr_ada')).state().aside).toBeNull();
});

test('a local change that is newer than the account is sent, an older account never replaces it', async () => {
  const { tab, accounts } = browser();
  accounts.set('usr_ada', {
    branding: { ...defaultBranding, companyName: 'Wold', phone: '7' },
    changedAt: 1,
  });
  const page = tab().open(as('usr_ada'));
  page.update({ companyName: 'Wren' });
  await page.rest();
  expect(page.branding).toMatchObject({ companyName: 'Wren', phone: '7' });
  expect(accounts.get('usr_ada')?.branding).toMatchObject({ companyName: 'Wren', phone: '7' });
});

test('while the hub does not answer changes wait on the device, through a reload, and go when it answers', async () => {
  const { tab, accounts, net } = browser();
  const one = tab();
  net.isUp = false;
  const page = one.open(as('usr_ada'));
  page.update({ companyName: 'Wren' });
  await page.rest();
  expect(page.state()).toMatchObject({ sending: 'waiting', isSettled: true });
  net.isUp = true;
  const again = one.open(as('usr_ada'));
  await again.rest();
  expect(accounts.get('usr_ada')?.branding.companyName).toBe('Wren');
});

test('letters typed in a row are one message, and another device’s change in between is kept', async () => {
  const { tab, accounts, net } = browser();
  const page = tab().open(as('usr_ada'));
  await page.rest();
  for (const companyName of ['W', 'Wr', 'Wre', 'Wren']) page.update({ companyName });
  await page.rest();
  expect(net.puts.length).toBe(1);
  const saved = accounts.get('usr_ada');
  accounts.set('usr_ada', {
    branding: { ...defaultBranding, companyName: 'Wren', phone: '7' },
    changedAt: (saved?.changedAt ?? 0) + 1,
  });
  page.update({ email: 'a@wren.example' });
  await page.rest();
  expect(accounts.get('usr_ada')?.branding).toMatchObject({
    companyName: 'Wren',
    phone: '7',
    email: 'a@wren.example',
  });
  expect(page.branding.phone).toBe('7');
});

test('a session that ended is said and nothing is lost', async () => {
  const { tab, net, accounts, stored } = browser();
  const page = tab().open(as('usr_ada'));
  await page.rest();
  net.signedIn = null;
  page.update({ companyName: 'Wren' });
  await page.rest();
  expect(page.state().sending).toBe('signed-out');
  expect(stored().companyName).toBe('Wren');
  net.signedIn = 'usr_ada';
  page.wake();
  await page.rest();
  expect(accounts.get('usr_ada')?.branding.companyName).toBe('Wren');
});

test('a page of one person never writes into the account of another who signed in elsewhere', async () => {
  const { tab, net, accounts } = browser();
  const page = tab().open(as('usr_ada'));
  await page.rest();
  net.signedIn = 'usr_bob';
  page.update({ companyName: 'Wren' });
  await page.rest();
  expect(accounts.has('usr_bob')).toBe(false);
});

test('at sign-out the next person finds nothing, once the server has confirmed', async () => {
  const { tab, local, room } = browser();
  const one = tab();
  const page = one.open(as('usr_ada'));
  room.left = 700;
  page.update({ companyName: 'Wren', logo: picture('A') });
  await page.rest();
  expect(page.state().sending).toBe('sent');
  leave('usr_ada', one.box);
  expect([...local.keys()]).toEqual([]);
  expect([...one.session.keys()]).toEqual([]);
});

test('at sign-out what the server has not got waits hidden, and is there for its owner only', async () => {
  const { tab, local, net, accounts } = browser();
  const one = tab();
  net.isUp = false;
  const page = one.open(as('usr_ada'));
  page.update({ companyName: 'Wren', logo: picture('A') });
  await page.rest();
  leave('usr_ada', one.box);
  expect(local.has(brandingKey)).toBe(false);
  expect(local.has(markKey)).toBe(false);

  net.isUp = true;
  net.signedIn = 'usr_bob';
  const bob = one.open(as('usr_bob'));
  await bob.rest();
  expect(bob.branding).toEqual(defaultBranding);
  expect(bob.state().aside).toBeNull();
  leave('usr_bob', one.box);

  net.signedIn = 'usr_ada';
  const back = one.open(as('usr_ada'));
  await back.rest();
  expect(back.branding).toMatchObject({ companyName: 'Wren', logo: picture('A') });
  expect(accounts.get('usr_ada')?.branding.companyName).toBe('Wren');
  expect([...local.keys()].filter((key) => key.includes('usr_ada'))).toEqual([]);
});

test('a session that ran out without a sign-out leaves nothing to the next person either', async () => {
  const { tab, net } = browser();
  const one = tab();
  const page = one.open(as('usr_ada'));
  page.update({ companyName: 'Wren' });
  await page.rest();
  expect(one.open(guest).branding).toEqual(defaultBranding);
  net.signedIn = 'usr_ada';
  const back = one.open(as('usr_ada'));
  await back.rest();
  expect(back.branding.companyName).toBe('Wren');
});

test('what was made working offline without an account is offered after signing in', async () => {
  const { tab, net } = browser();
  const one = tab();
  one.open(as('offline_17', 'offline')).update({ companyName: 'Wren' });
  expect(net.puts).toEqual([]);
  leave('offline_17', one.box);
  expect(one.open(guest).branding).toEqual(defaultBranding);
  const page = one.open(as('usr_ada'));
  await page.rest();
  expect(page.branding).toEqual(defaultBranding);
  expect(page.state().aside?.companyName).toBe('Wren');
  page.takeAside();
  await page.rest();
  expect(page.branding.companyName).toBe('Wren');
  expect(page.state().sending).toBe('sent');
});
