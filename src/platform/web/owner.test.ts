// Long because: one browser stands in for every row of the table.
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { createStorage } from '#testing/browser-storage.ts';
import type { Area } from './area.ts';
import { keyWords } from './key-words.ts';
import { type Declared, type StoredKey, storedKeys } from './keys.ts';

/** A browser: its device outlives its tabs, and a tab outlives its pages. */
let device: Storage;
let tab: Storage;
let now = 0;
let owner: typeof import('./owner.ts');
let storage: typeof import('./storage.ts');
let offers: typeof import('./offers.ts');
let former: typeof import('./former.ts');

async function openPage(): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('window', { localStorage: device, sessionStorage: tab, addEventListener: () => {} });
  owner = await import('./owner.ts');
  storage = await import('./storage.ts');
  offers = await import('./offers.ts');
  former = await import('./former.ts');
  owner.presentOwner();
  await owner.readyToJoin();
}

async function openTab(): Promise<void> {
  tab = createStorage();
  await openPage();
}

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  device = createStorage();
  await openTab();
});

/** Signing in and out as the accounts feature does: this device remembers its last member. */
function signIn(uid: string): void {
  device.setItem(uid.startsWith('offline_') ? 'offlineUser' : 'hub.lastMember', JSON.stringify({ uid }));
  owner.becomeOwner(uid);
}
function signOut(): void {
  for (const key of ['offlineUser', 'hub.lastMember']) device.removeItem(key);
  owner.leaveOwner();
}
function pass(minutes: number): void {
  now += minutes * 60_000;
  vi.setSystemTime(now);
}

interface Place {
  key: StoredKey;
  area: Area;
  row: Declared;
  noun: readonly [string, string] | undefined;
}
const places = (Object.entries(storedKeys) as [string, Declared][]).flatMap(([name, row]): Place[] => {
  const key = name.replace('*', 'one') as StoredKey;
  const areas: Area[] =
    row.area === 'both' ? ['local', 'session'] : [row.area === 'tab' ? 'session' : 'local'];
  const { noun } = keyWords[name as keyof typeof storedKeys];
  return areas.map((area) => ({ key, area, row, noun }));
});
const owned = places.filter(({ row }) => row.owner !== 'device');
const joining = owned.filter(({ row }) => row.signIn === 'joins');
/** Everything a reader could find under any declared key. */
const reachable = () => places.map(({ key, area }) => storage.readStored(key, area) ?? '').join('\n');
const textOf = (words: string) => JSON.stringify([{ id: words, words }]);
const named = ({ key, area }: Place) => `${key} in ${area}`;

test.each(owned.map((place) => [named(place), place] as const))(
  'a member’s data under %s is hidden from everyone else and returns with its owner',
  async (_, { key, area, row }) => {
    signIn('ada');
    storage.writeStored(key, textOf('of ada'), area);
    signOut();
    expect(reachable()).not.toContain('of ada');
    signIn('ben');
    expect(reachable()).not.toContain('of ada');
    expect(await offers.leftHere()).toEqual([]);
    storage.writeStored(key, textOf('of ben'), area);
    signOut();
    signIn('ada');
    expect(storage.readStored(key, area)).toBe(row.signOut === 'goes' ? null : textOf('of ada'));
  },
);

test.each(owned.map((place) => [named(place), place] as const))(
  'a session that ended without a logout leaves %s to no one else',
  async (_, { key, area }) => {
    signIn('ada');
    storage.writeStored(key, textOf('of ada'), area);
    device.removeItem('hub.lastMember');
    await openPage();
    expect(reachable()).not.toContain('of ada');
    signIn('ben');
    expect(reachable()).not.toContain('of ada');
    owner.becomeOwner('ada');
    expect(storage.readStored(key, area)).toBe(textOf('of ada'));
  },
);

test.each(joining.map((place) => [named(place), place] as const))(
  'what a guest began in this visit under %s joins the account they sign in to',
  async (_, { key, area, row }) => {
    const head = joining.find((one) => storedNameOf(one) === row.follows);
    if (head) storage.writeStored(head.key, textOf('the head'), head.area);
    storage.writeStored(key, textOf('of the guest'), area);
    signIn('ada');
    expect(storage.readStored(key, area)).toBe(textOf('of the guest'));
    expect(await offers.leftHere()).toEqual([]);
    signOut();
    expect(reachable()).not.toContain('of the guest');
  },
);

test.each(joining.map((place) => [named(place), place] as const))(
  'what was under %s before this visit is never taken silently; Add brings it',
  async (_, { key, area, row, noun }) => {
    const head = joining.find((one) => storedNameOf(one) === row.follows);
    if (head) storage.writeStored(head.key, textOf('the head'), head.area);
    storage.writeStored(key, textOf('of somebody'), area);
    pass(31);
    owner.presentOwner();
    signIn('ada');
    expect(reachable()).not.toContain('of somebody');
    const left = await offers.leftHere();
    // It is offered under its own label, or moves with what it follows; anything with neither stays where it is.
    const isOffered = Boolean(noun || head?.noun);
    expect(left).toHaveLength(isOffered ? 1 : 0);
    await offers.takeLeft(left);
    expect(storage.readStored(key, area)).toBe(isOffered ? textOf('of somebody') : null);
    expect(await offers.leftHere()).toEqual([]);
  },
);

test.each(joining.filter(({ noun }) => noun).map((place) => [named(place), place] as const))(
  'an offline user’s data under %s is offered at the next sign-in; if declined, it stays',
  async (_, { key, area }) => {
    signIn('offline_1');
    storage.writeStored(key, textOf('of nobody known'), area);
    signOut();
    expect(reachable()).not.toContain('of nobody known');
    signIn('ada');
    expect(reachable()).not.toContain('of nobody known');
    const left = await offers.leftHere();
    expect(left.map(({ owner: whose, names }) => [whose, names.length])).toEqual([['offline_1', 1]]);
    offers.refuseLeft(left);
    expect(await offers.leftHere()).toEqual([]);
    signOut();
    signIn('ben');
    expect(await offers.leftHere()).toHaveLength(1);
    await offers.takeLeft(await offers.leftHere());
    expect(storage.readStored(key, area)).toBe(textOf('of nobody known'));
  },
);

test('everything that can join has a label in the offer, unless it follows or has no text', () => {
  const isNamed = ({ row, noun }: Place) =>
    Boolean(row.follows || row.isTouched || row.signOut === 'goes' || noun);
  expect(joining.filter((place) => !isNamed(place)).map(named)).toEqual([]);
});

test('an offer takes what it named; what someone else left meanwhile stays', async () => {
  storage.writeStored('hub.edit.nda', textOf('of somebody'));
  pass(31);
  owner.presentOwner();
  signIn('ada');
  const left = await offers.leftHere();
  device.setItem('simpleRecord:recovery-campaigns', textOf('of another'));
  await offers.takeLeft(left);
  expect(storage.readStored('hub.edit.nda')).toBe(textOf('of somebody'));
  expect(storage.readStored('simpleRecord:recovery-campaigns')).toBeNull();
  expect(device.getItem('simpleRecord:recovery-campaigns')).toBe(textOf('of another'));
});

const storedNameOf = ({ key }: Place) => key.replace(/one$/, '*');

test('a tab closed by the next person is a separate visit', async () => {
  storage.writeStored('hub.edit.nda', '{"html":"of the first"}');
  await openTab();
  signIn('ada');
  expect(storage.readStored('hub.edit.nda')).toBeNull();
  expect((await offers.leftHere()).map(({ noun, names }) => [noun[0], names.length])).toEqual([
    ['document', 1],
  ]);
});

test('a logout in one tab ends the visit in all others, even suspended ones', async () => {
  const [first, second] = [tab, createStorage()];
  tab = second;
  await openPage();
  storage.writeStored('hub.edit.nda', '{"html":"of whoever left"}');
  tab = first;
  await openPage();
  signIn('offline_1');
  pass(1);
  signOut();
  tab = second;
  await openPage();
  signIn('ada');
  expect(storage.readStored('hub.edit.nda')).toBeNull();
});

test('a reloaded page is the same visit', async () => {
  storage.writeStored('hub.edit.nda', '{"html":"mine"}');
  await openPage();
  signIn('ada');
  expect(storage.readStored('hub.edit.nda')).toBe('{"html":"mine"}');
});

test('yesterday’s cart, if changed in this visit, belongs to this visit', async () => {
  storage.writeStored('cart', '[{"id":"a"}]');
  await openTab();
  storage.writeStored('cart', '[{"id":"a"},{"id":"b"}]');
  signIn('ada');
  expect(storage.readStored('cart')).toBe('[{"id":"a"},{"id":"b"}]');
});

test('answers that give way to those of this visit are set aside and can be restored', () => {
  signIn('ada');
  storage.writeStored('documentAnswers:nda', '{"a":"earlier"}');
  signOut();
  storage.writeStored('documentAnswers:nda', '{"a":"just typed"}');
  signIn('ada');
  expect(storage.readStored('documentAnswers:nda')).toBe('{"a":"just typed"}');
  expect(former.formerOf('documentAnswers:nda')?.value).toBe('{"a":"earlier"}');
  former.takeBack('documentAnswers:nda');
  expect(storage.readStored('documentAnswers:nda')).toBe('{"a":"earlier"}');
  expect(former.formerOf('documentAnswers:nda')?.value).toBe('{"a":"just typed"}');
  former.dropFormer('documentAnswers:nda');
  expect(former.formerOf('documentAnswers:nda')).toBeNull();
});

test('an exact name contains the current owner’s plain value, and nothing of others', () => {
  signIn('ada');
  storage.writeStored('cart', '[{"id":"a"}]');
  expect(device.getItem('cart')).toBe('[{"id":"a"}]');
  signOut();
  expect(device.getItem('cart')).toBeNull();
});

test('records that name their owner are updated', async () => {
  signIn('offline_1');
  storage.writeStored(
    'localSavedTemplates',
    '[{"id":"t","userId":"offline_1","name":"\\"userId\\":\\"offline_1\\""}]',
  );
  signOut();
  signIn('ada');
  await offers.takeLeft(await offers.leftHere());
  const [record] = JSON.parse(storage.readStored('localSavedTemplates') ?? '[]') as {
    userId: string;
    name: string;
  }[];
  expect(record).toMatchObject({ userId: 'ada', name: '"userId":"offline_1"' });
});

test('a URL can’t refer to someone else’s draft', () => {
  signIn('ada');
  storage.writeStored('hub.edit.nda', '{"html":"of ada"}');
  signOut();
  expect(storage.readStored('hub.edit.nda@ada')).toBeNull();
});

test('data from a release without owners belongs to whoever is here', async () => {
  device.setItem('hub.lastMember', '{"uid":"ada"}');
  device.setItem('documentAnswers:nda', '{"a":"of ada"}');
  device.setItem('cart', '[{"id":"a"}]');
  await openTab();
  expect(storage.readStored('documentAnswers:nda')).toBe('{"a":"of ada"}');
  signOut();
  expect(reachable()).not.toContain('of ada');
  expect(storage.readStored('cart')).toBeNull();
});

test('a tab of someone who has left writes nothing to the next person', async () => {
  signIn('ada');
  const late = storage;
  await openPage();
  signOut();
  signIn('ben');
  late.writeStored('cart', '[{"id":"of ada"}]');
  late.writeStored('hub.edit.nda', 'of ada');
  expect(reachable()).not.toContain('of ada');
});

test('a key that isn’t in the table can’t be stored', () => {
  expect(() => storage.writeStored('hub.somethingNew' as StoredKey, 'x')).toThrow('not declared');
  expect(() => storage.writeStored('cart', '[]', 'session')).toThrow('not declared');
});

test('law: no one reads another’s data, except a guest’s of the same visit or what was added', async () => {
  const people = ['ada', 'ben', 'offline_1', 'offline_2'];
  const act = fc.oneof(
    fc.record({ do: fc.constant('write' as const), at: fc.nat(owned.length - 1) }),
    fc.record({ do: fc.constant('in' as const), who: fc.constantFrom(...people) }),
    fc.constant({ do: 'out' as const }),
    fc.constant({ do: 'lost' as const }),
    fc.constant({ do: 'page' as const }),
    fc.constant({ do: 'tab' as const }),
    fc.constant({ do: 'pause' as const }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      device = createStorage();
      await openTab();
      let count = 0;
      let visit = 0;
      const texts = new Map<string, { by: string; visit: number; joins: boolean }>();
      for (const one of acts) {
        const who = owner.presentOwner();
        if (one.do === 'write') {
          const { key, area, row } = owned[one.at] as Place;
          const text = `text-${count++}-`;
          texts.set(text, { by: who, visit, joins: row.signIn === 'joins' });
          storage.writeStored(key, textOf(text), area);
        } else if (one.do === 'in' && one.who !== who) {
          signIn(one.who);
          if (who !== 'guest') visit++;
          else
            for (const of of texts.values())
              // This visit's guest turns out to be them.
              if (of.by === 'guest' && of.visit === visit && of.joins) of.by = 'guest or ' + one.who;
        } else if (one.do === 'out' || one.do === 'lost') {
          if (one.do === 'out') signOut();
          else {
            for (const key of ['offlineUser', 'hub.lastMember']) device.removeItem(key);
            owner.becomeOwner('guest');
          }
          if (who !== 'guest' || one.do === 'out') visit++;
        } else if (one.do === 'page') await openPage();
        else if (one.do === 'tab') {
          visit++;
          await openTab();
        } else if (one.do === 'pause') {
          visit++;
          pass(31);
        }
        const here = owner.presentOwner();
        const seen = reachable();
        for (const [text, of] of texts) {
          const isSeen = seen.includes(text);
          // One that couldn't join has stayed with the guest.
          if (of.by.startsWith('guest or ')) of.by = isSeen ? here : 'guest';
          expect(isSeen && of.by !== here, `${text} of ${of.by} before ${here}`).toBe(false);
        }
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('without room on the device, work stays in this tab and reappears on its next page', async () => {
  storage.writeStored('hub.contactDraft', 'words', 'session');
  tab.setItem('offlineUser', JSON.stringify({ uid: 'offline_1' }));
  owner.becomeOwner('offline_1');
  await openPage();
  expect(owner.presentOwner()).toBe('offline_1');
  expect(storage.readStored('hub.contactDraft', 'session')).toBe('words');
  owner.leaveOwner();
  expect(tab.getItem('offlineUser')).toBeNull();
  expect(owner.presentOwner()).toBe('guest');
});

const recovery = (...ids: string[]) =>
  JSON.stringify({
    abandonedCarts: ids.map((id) => ({ id, email: `${id}@example.com` })),
    settings: { maxEmails: 2 },
  });
const cartsThere = () =>
  (
    JSON.parse(storage.readStored('automationData') ?? '{"abandonedCarts":[]}') as {
      abandonedCarts: { id: string }[];
    }
  ).abandonedCarts.map(({ id }) => id);

test('a guest’s recovery data appears next to the account’s, also where entries remained', () => {
  signIn('ada');
  storage.writeStored('automationData', recovery('local_hers', 'crt_account'));
  signOut();
  expect(Object.values(device as unknown as Record<string, string>).join('\n')).not.toContain('crt_account');
  storage.writeStored('automationData', recovery('local_guest'));
  signIn('ada');
  expect(cartsThere()).toEqual(['local_guest', 'local_hers']);
});

test('recovery data created without an account is added to the member’s copy', async () => {
  storage.writeStored('automationData', recovery('local_guest'));
  pass(31);
  await openPage();
  signIn('ada');
  storage.writeStored('automationData', recovery('crt_account'));
  await offers.takeLeft(await offers.leftHere());
  expect(cartsThere()).toEqual(['local_guest', 'crt_account']);
  expect(await offers.leftHere()).toEqual([]);
});

test('someone working without an account gets all of their recovery data back', () => {
  signIn('offline_1');
  storage.writeStored('automationData', recovery('local_one', 'cart_of_before'));
  signOut();
  signIn('offline_1');
  expect(cartsThere()).toEqual(['local_one', 'cart_of_before']);
});

test('what a guest’s page holds in memory only stays when it turns out who they are, and goes with them', () => {
  let heard = 0;
  storage.onOtherOwner('documentAnswers:nda', () => heard++);
  signIn('usr_ada');
  expect(heard).toBe(0);
  signOut();
  expect(heard).toBe(1);
  // What is stored is read again: it came along, or belongs to an earlier guest.
  storage.writeStored('documentAnswers:nda', '{"a":1}');
  signIn('usr_ben');
  expect(heard).toBeGreaterThan(1);
});

test('a tab whose member the device could not keep is unsure, and begins as theirs once the hub says so', async () => {
  tab.setItem('hub.owner', 'usr_ada');
  tab.setItem('hub.contactDraft@usr_ada', 'of ada');
  vi.resetModules();
  owner = await import('./owner.ts');
  storage = await import('./storage.ts');
  expect(owner.unsureHolder()).toBe('usr_ada');
  owner.beginAs('usr_ada');
  expect(storage.readStored('hub.contactDraft', 'session')).toBe('of ada');
  expect(owner.unsureHolder()).toBeNull();
});

test('a guest’s tab, and one whose member the device knows, are sure', async () => {
  for (const [holder, last] of [
    ['guest', null],
    ['offline_1', null],
    ['usr_ada', 'usr_ada'],
  ] as const) {
    tab.setItem('hub.owner', holder);
    if (last) device.setItem('hub.lastMember', JSON.stringify({ uid: last }));
    vi.resetModules();
    owner = await import('./owner.ts');
    expect(owner.unsureHolder()).toBeNull();
  }
});

test('what a guest began is theirs in the very turn in which they are known, once that was waited for', async () => {
  vi.resetModules();
  owner = await import('./owner.ts');
  storage = await import('./storage.ts');
  tab.setItem('hub.contactDraft', 'words');
  tab.setItem('hub.visit', JSON.stringify({ since: now, last: now, found: [] }));
  await owner.readyToBecome();
  owner.becomeOwner('usr_ada');
  expect(storage.readStored('hub.contactDraft', 'session')).toBe('words');
});
