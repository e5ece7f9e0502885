// Long because: one browser with a server behind it stands in for both sides.
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Problem } from '#base/problem.ts';
import { automationKey } from '../rules/automation.ts';
import type { CampaignBody, OverviewAnswer } from '../rules/contract.ts';
import { firstSettings, noAnalytics } from '../rules/automation.ts';
import { firstDelivery } from '../rules/sequence.ts';
import { firstCampaign } from '../rules/writing.ts';
import { type Automation, createAutomation, newLocalId } from './automation.ts';
import type { AutomationWorld } from './automation-world.ts';
import { useAutomation } from './automation-provider.tsx';

test('[AUTH-9] useAutomation outside its provider says what it needs', () => {
  const Lost = () => {
    useAutomation();
    return null;
  };
  expect(() => renderToString(createElement(Lost))).toThrow(
    'useAutomation must be used within an AutomationProvider',
  );
});

const cart = {
  email: 'bea@example.com',
  name: '',
  totalCents: 1000,
  currency: 'USD',
  items: [],
  restoreUrl: '',
  consent: false,
};
const user = (uid: string, isOffline = false) => ({ uid, email: 'a@b.co', displayName: 'A', isOffline });
const make = async (automation: Automation, campaign: CampaignBody): Promise<string> =>
  (await automation.saveCampaign(newLocalId(), campaign)).id;
const firstSeen = { settings: { ...firstSettings(), maxEmails: 2 }, delivery: firstDelivery() };
const guest = { ready: true, mode: 'online' as const, user: null };

/** A browser of which everything is known; the hub behind it keeps what it is sent. */
function world(stored: Record<string, string> = {}, isFull = false) {
  const sent: string[] = [];
  const campaigns: OverviewAnswer['campaigns'] = [];
  let shop = { settings: { ...firstSettings(), maxEmails: 2 }, delivery: firstDelivery() };
  const said: string[] = [];
  let refusal: Problem | null = null;
  const overview = (): OverviewAnswer => ({
    carts: [],
    next: null,
    ...shop,
    campaigns,
    figures: {
      analytics: { ...noAnalytics(), totalAbandoned: sent.length },
      currency: 'USD',
      revenue: [],
      byClick: { carts: 0, revenue: [] },
      alone: { carts: 0, revenue: [] },
      months: [],
      campaigns: [],
      steps: [],
      uplift: null,
    },
    connection: { pageKey: null, key: 'k', secret: 's', shops: [], heard: [] },
    mail: { mayReach: true, canSend: true, brandName: '', brandAddress: '' },
  });
  const outside: AutomationWorld = {
    overview: async () => overview(),
    async addCart({ email }) {
      if (refusal) throw refusal;
      sent.push(email);
      return { id: 'crt_1', isNew: true };
    },
    setStatus: async () => {},
    async saveSettings(settings, delivery) {
      shop = { settings, delivery };
    },
    makeCampaign: (id, body) => outside.saveCampaign(id, body),
    async saveCampaign(at, body) {
      const before = campaigns.findIndex((each) => each.id === at);
      if (before >= 0) campaigns.splice(before, 1);
      campaigns.unshift({ ...body, id: at, onSince: null });
      return { id: at };
    },
    removeCampaign: async () => {},
    orderCampaigns: async () => {},
    now: () => new Date('2026-11-21T12:00:00Z'),
    read: (key) => stored[key] ?? null,
    write(key, value) {
      if (isFull) return 'full';
      stored[key] = value;
      return 'written';
    },
    warn: (words) => said.push(words),
  };
  return { outside, stored, sent, said, refuse: (next: Problem | null) => (refusal = next) };
}
const kept = (stored: Record<string, string>) =>
  JSON.parse(stored[automationKey] ?? 'null') as { abandonedCarts: { email: string }[] } | null;

test('[AUTO-1] what cannot be parsed is logged, passed over, and stays until something is written', async () => {
  const { outside, stored, said } = world({ [automationKey]: '{half' });
  const automation = createAutomation(outside);
  await automation.attend(guest);
  expect(said).toEqual(['automationData in local storage can’t be read and is ignored']);
  expect(automation.snapshot()).toMatchObject({ abandonedCarts: [], standing: 'local' });
  expect(stored[automationKey]).toBe('{half');
});

test('[AUTO-2] on this device a cart at the limit is refused with false, and one below it is kept', async () => {
  const { outside, stored } = world();
  const automation = createAutomation(outside);
  await automation.attend(guest);
  expect(await automation.addCart(cart, () => false)).toBe(false);
  expect(kept(stored)).toBeNull();
  expect(await automation.addCart(cart, () => true)).toBe(true);
  expect(kept(stored)?.abandonedCarts).toHaveLength(1);
});

test('[AUTO-2] the hub’s refusal is false too; a hub that does not answer is an error, not a full plan', async () => {
  const { outside, refuse } = world();
  const automation = createAutomation(outside);
  await automation.attend({ ...guest, user: user('usr_1') });
  refuse(new Problem('limit_reached'));
  expect(await automation.addCart(cart, () => true)).toBe(false);
  refuse(new Problem('unavailable'));
  await expect(automation.addCart(cart, () => true)).rejects.toThrow('server is busy');
});

test('a guest’s carts go along at sign-in, and to the account when they say so; what is refused stays', async () => {
  const { outside, stored, sent, refuse } = world();
  const automation = createAutomation(outside);
  await automation.attend(guest);
  await automation.addCart(cart, () => true);
  await automation.addCart({ ...cart, email: 'cy@example.com' }, () => true);
  await automation.attend({ ...guest, user: user('usr_1') });
  expect(automation.snapshot()).toMatchObject({ standing: 'known', settings: { maxEmails: 2 } });
  expect(automation.snapshot().unsent.carts).toHaveLength(2);
  refuse(new Problem('limit_reached'));
  expect(await automation.sendUnsent()).toEqual({ sent: 0, left: 2 });
  refuse(null);
  expect(await automation.sendUnsent()).toEqual({ sent: 2, left: 0 });
  expect(sent).toEqual(['cy@example.com', 'bea@example.com']);
  expect(kept(stored)?.abandonedCarts).toEqual([]);
});

test('a campaign whose answer was lost is made once, however it is sent again', async () => {
  const { outside } = world();
  let isLost = true;
  const losing = {
    ...outside,
    async makeCampaign(id: string, body: CampaignBody) {
      const made = await outside.makeCampaign(id, body);
      if (isLost) throw new Problem('unavailable');
      return made;
    },
  };
  const automation = createAutomation(losing);
  const names = () => automation.snapshot().campaigns.map(({ name }) => name);
  await automation.attend(guest);
  await make(automation, { ...firstCampaign(), name: 'As a guest' });
  await automation.attend({ ...guest, user: user('usr_1') });
  const copy = { ...firstCampaign(), name: 'Copy' };
  await expect(automation.sendUnsent()).rejects.toThrow();
  const as = newLocalId();
  await expect(automation.saveCampaign(as, copy)).rejects.toThrow();
  isLost = false;
  await automation.sendUnsent();
  await automation.saveCampaign(as, copy);
  expect(names()).toEqual(['Copy', 'As a guest']);
  // Meant as a second one, it is one.
  await make(automation, copy);
  expect(names()).toEqual(['Copy', 'Copy', 'As a guest']);
});

test('[AUTO-1] campaigns of a guest are kept on this device in their order, off, and can be removed', async () => {
  const { outside, stored } = world();
  const automation = createAutomation(outside);
  await automation.attend(guest);
  const one = await make(automation, { ...firstCampaign(), name: 'One', isOn: true });
  const two = await make(automation, { ...firstCampaign(), name: 'Two' });
  await automation.saveCampaign(one, { ...firstCampaign(), name: 'First' });
  const names = () =>
    (
      JSON.parse(stored[automationKey] ?? '{}') as { campaigns: { name: string; isOn: boolean }[] }
    ).campaigns.map(({ name, isOn }) => `${name} ${isOn ? 'on' : 'off'}`);
  expect(names()).toEqual(['Two off', 'First off']);
  await automation.orderCampaigns([one, two]);
  expect(names()).toEqual(['First off', 'Two off']);
  await automation.removeCampaign(one);
  expect(names()).toEqual(['Two off']);
});

test('without the hub only what is on this device alone can be removed: the rest would come back', async () => {
  const { outside } = world();
  const automation = createAutomation(outside);
  await automation.attend({ ...guest, user: user('usr_1') });
  const sent = await make(automation, firstCampaign());
  await automation.attend({ ready: true, mode: 'offline', user: user('usr_1', true) });
  const ours = await make(automation, { ...firstCampaign(), name: 'Ours' });
  await expect(automation.removeCampaign(sent)).rejects.toThrow('once you are online');
  await automation.removeCampaign(ours);
  expect(automation.snapshot().campaigns.map(({ id }) => id)).toEqual([sent]);
});

test('two devices change one campaign and the settings: each keeps what the other saved since', async () => {
  const { outside } = world();
  const here = { ...guest, user: user('usr_1') };
  const laptop = createAutomation(outside);
  await laptop.attend(here);
  const id = await make(laptop, firstCampaign());
  const phone = createAutomation({ ...outside, read: () => null, write: () => 'written' });
  await phone.attend(here);
  const seen = firstCampaign();
  await phone.saveCampaign(id, { ...seen, name: 'From the phone' }, seen);
  const steps = seen.steps.map((step) => ({ ...step, body: 'From the laptop' }));
  await laptop.saveCampaign(id, { ...seen, steps }, seen);
  expect(laptop.snapshot().campaigns).toMatchObject([{ id, name: 'From the phone', steps }]);

  await phone.saveSettings({ settings: {}, delivery: { postalAddress: '1 Mill Lane' } }, firstSeen);
  const own = { settings: { maxEmails: 4 }, delivery: { shopName: 'Birch Press' } };
  expect(await laptop.saveSettings(own, firstSeen)).toEqual({ settings: {}, delivery: {} });
  expect(laptop.snapshot().remote).toMatchObject({
    settings: { maxEmails: 4 },
    delivery: { postalAddress: '1 Mill Lane', shopName: 'Birch Press' },
  });
});

test('what two devices put into one field is told to the later one, which can have the other’s back', async () => {
  const { outside } = world();
  const here = { ...guest, user: user('usr_1') };
  const laptop = createAutomation(outside);
  await laptop.attend(here);
  const seen = firstCampaign();
  const id = await make(laptop, seen);
  await laptop.saveCampaign(id, { ...seen, name: 'From the laptop' }, seen);
  const steps = seen.steps.map((step) => ({ ...step, body: 'From here' }));
  const { gaveWay } = await laptop.saveCampaign(id, { ...seen, name: 'From here', steps }, seen);
  expect(gaveWay).toMatchObject({ name: 'From the laptop', steps });

  await laptop.saveSettings({ settings: { maxEmails: 5 }, delivery: { shopName: 'Birch' } }, firstSeen);
  const own = { settings: { maxEmails: 4, emailDelay: 2 }, delivery: { shopName: 'Birch' } };
  expect(await laptop.saveSettings(own, firstSeen)).toEqual({ settings: { maxEmails: 5 }, delivery: {} });
});

test('a campaign that is changed offline lies beside the account’s until it is sent', async () => {
  const { outside } = world();
  const automation = createAutomation(outside);
  const here = { ...guest, user: user('usr_1') };
  await automation.attend(here);
  const id = await make(automation, { ...firstCampaign(), name: 'Mine' });
  await automation.attend({ ready: true, mode: 'offline', user: user('usr_1', true) });
  const { id: copy } = await automation.saveCampaign(id, { ...firstCampaign(), name: 'Mine, changed' });
  await automation.saveCampaign(copy, { ...firstCampaign(), name: 'Mine, changed twice' });
  const names = () => automation.snapshot().campaigns.map(({ name }) => name);
  expect(names()).toEqual(['Mine, changed twice', 'Mine']);
  await automation.attend(here);
  expect(names()).toEqual(['Mine, changed twice', 'Mine']);
});

test('where the device has no room nothing is said to be kept', async () => {
  const automation = createAutomation(world({}, true).outside);
  await automation.attend(guest);
  const words = 'This device’s storage is full.';
  await expect(automation.addCart(cart, () => true)).rejects.toThrow(words);
  await expect(make(automation, firstCampaign())).rejects.toThrow(words);
  await expect(
    automation.saveSettings({ settings: { maxEmails: 4 }, delivery: {} }, firstSeen),
  ).rejects.toThrow(words);
  expect(automation.snapshot()).toMatchObject({ abandonedCarts: [], campaigns: [] });
});

test('settings saved by a member before the hub’s first answer go to the account, not over its copy here', async () => {
  const { outside } = world();
  let answer = () => {};
  const first = new Promise<void>((resolve) => (answer = resolve));
  let isFirst = true;
  const late = async () => {
    if (isFirst) {
      isFirst = false;
      await first;
    }
    return outside.overview();
  };
  const automation = createAutomation({ ...outside, overview: late });
  const attending = automation.attend({ ...guest, user: user('usr_1') });
  await automation.saveSettings({ settings: {}, delivery: { shopName: 'Birch Press' } }, firstSeen);
  answer();
  await attending;
  expect(automation.snapshot().remote?.delivery.shopName).toBe('Birch Press');
});

test('an overview that was asked for before a save and answers after it changes nothing', async () => {
  const { outside } = world();
  let answer = () => {};
  let late: Promise<void> | null = new Promise((resolve) => (answer = resolve));
  const slow = async () => {
    const now = structuredClone(await outside.overview());
    const wait = late;
    late = null;
    await wait;
    return now;
  };
  const automation = createAutomation({ ...outside, overview: slow });
  const attending = automation.attend({ ...guest, user: user('usr_1') });
  await automation.saveSettings({ settings: {}, delivery: { timeZone: 'Asia/Tokyo' } }, firstSeen);
  answer();
  await attending;
  expect(automation.snapshot().remote?.delivery.timeZone).toBe('Asia/Tokyo');
});

test('when the hub last answered stays known while it does not, and is another’s no more', async () => {
  const { outside } = world();
  let isAway = false;
  const automation = createAutomation({
    ...outside,
    overview: () => (isAway ? Promise.reject(new Problem('unavailable')) : outside.overview()),
  });
  await automation.attend({ ...guest, user: user('usr_1') });
  isAway = true;
  await automation.refresh();
  expect(automation.snapshot()).toMatchObject({ standing: 'unknown', heardAt: outside.now() });
  await automation.attend({ ...guest, user: user('usr_2') });
  expect(automation.snapshot()).toMatchObject({ standing: 'unknown', heardAt: null });
});
