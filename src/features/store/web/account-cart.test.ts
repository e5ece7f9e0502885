import { beforeEach, expect, test, vi } from 'vitest';
import type { CartItem } from '../rules/cart.ts';

interface Kept {
  items: CartItem[];
  version: number;
}

/** An account's cart as the hub keeps it: by version, the parts of its items in an order of its own. */
function hub(first: Kept = { items: [], version: 0 }) {
  const state = { now: first, writes: 0, before: () => {} };
  vi.stubGlobal('fetch', async (_path: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'PUT') {
      const meet = state.before;
      state.before = () => {};
      meet();
      const sent = JSON.parse(body ?? '') as Kept;
      if (sent.version === state.now.version) {
        state.now = { items: sent.items.map(turned), version: sent.version + 1 };
        state.writes++;
      }
    }
    return new Response(JSON.stringify(state.now));
  });
  return state;
}
const turned = (item: CartItem) =>
  Object.fromEntries(Object.entries(item).toReversed()) as unknown as CartItem;

/** One browser with its storage; each tab of it starts the code anew. */
function device(items: CartItem[] = []) {
  const storage = new Map([['cart', JSON.stringify(items)]]);
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  const tab = async () => {
    vi.resetModules();
    vi.stubGlobal('window', { localStorage, addEventListener: () => {} });
    const [{ joinAccountCart, leaveCart }, { cart }] = await Promise.all([
      import('./account-cart.ts'),
      import('./cart.ts'),
    ]);
    return { join: joinAccountCart, leave: leaveCart, cart };
  };
  return { tab, ids: () => (JSON.parse(storage.get('cart') ?? 'null') as CartItem[]).map(({ id }) => id) };
}

const ofIds = (...ids: string[]): CartItem[] => ids.map((id) => ({ id, quantity: 1 }));
beforeEach(() => vi.unstubAllGlobals());

test('[CART-1] at sign-in the device’s cart and the account’s are one, on both; twice changes nothing', async () => {
  const account = hub({ items: ofIds('pack', 'gift'), version: 4 });
  const browser = device(ofIds('icons', 'pack'));
  await (await browser.tab()).join('ann');
  expect(browser.ids()).toEqual(['icons', 'pack', 'gift']);
  expect(account.now.items.map(({ id }) => id)).toEqual(['icons', 'pack', 'gift']);
  await (await browser.tab()).join('ann');
  expect(browser.ids()).toEqual(['icons', 'pack', 'gift']);
  expect(account.writes).toBe(1);
});

test('two tabs that sign in at once double nothing', async () => {
  const account = hub({ items: ofIds('pack'), version: 1 });
  const browser = device(ofIds('icons'));
  const [one, other] = [await browser.tab(), await browser.tab()];
  await Promise.all([one.join('ann'), other.join('ann')]);
  expect(browser.ids()).toEqual(['icons', 'pack']);
  expect(account.writes).toBe(1);
});

test('[CART-2] a removal on one device reaches the other, and a write that came between is not lost', async () => {
  const account = hub();
  const phone = device(ofIds('pack', 'icons'));
  await (await phone.tab()).join('ann');
  const desk = device();
  await (await desk.tab()).join('ann');
  expect(desk.ids()).toEqual(['pack', 'icons']);
  const here = await desk.tab();
  here.cart.remove('pack');
  account.before = () => {
    account.now = { items: [...account.now.items, { id: 'gift' }], version: account.now.version + 1 };
  };
  await here.join('ann');
  expect(desk.ids()).toEqual(['icons', 'gift']);
  await (await phone.tab()).join('ann');
  expect(phone.ids()).toEqual(['icons', 'gift']);
});

test('what is put in while the account answers stays in', async () => {
  const account = hub({ items: ofIds('gift'), version: 1 });
  const browser = device(ofIds('pack'));
  const tab = await browser.tab();
  account.before = () => tab.cart.add({ id: 'icons' });
  await tab.join('ann');
  expect(browser.ids()).toEqual(['pack', 'icons', 'gift']);
});

test('the next account at this device gets nothing of it; what was never confirmed waits for its owner', async () => {
  const account = hub();
  const browser = device(ofIds('pack'));
  const tab = await browser.tab();
  await tab.join('ann');
  tab.cart.add({ id: 'icons', quantity: 1 });
  tab.leave('ann');
  expect(browser.ids()).toEqual([]);
  const anns = account.now;
  account.now = { items: [], version: 0 };
  await (await browser.tab()).join('bob');
  expect(browser.ids()).toEqual([]);
  account.now = anns;
  await (await browser.tab()).join('ann');
  expect(browser.ids()).toEqual(['pack', 'icons']);
});

test('while the hub is away the cart stays as it is', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const browser = device(ofIds('pack'));
  await expect((await browser.tab()).join('ann')).rejects.toThrow('The hub does not answer');
  expect(browser.ids()).toEqual(['pack']);
});
