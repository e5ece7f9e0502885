import { beforeEach, expect, test, vi } from 'vitest';
import { createStorage } from '#testing/browser-storage.ts';
import type { StoredKey } from './keys.ts';

let device: Storage;
let tab: Storage;
let earlier: typeof import('./earlier.ts');
let former: typeof import('./former.ts');
let owner: typeof import('./owner.ts');
let storage: typeof import('./storage.ts');

async function openPage() {
  vi.resetModules();
  vi.stubGlobal('window', { localStorage: device, sessionStorage: tab, addEventListener: () => {} });
  [earlier, former, owner, storage] = await Promise.all([
    import('./earlier.ts'),
    import('./former.ts'),
    import('./owner.ts'),
    import('./storage.ts'),
  ]);
  owner.presentOwner();
  await owner.readyToJoin();
}

async function openTab() {
  tab = createStorage();
  await openPage();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
  device = createStorage();
  await openTab();
});

const typed: [StoredKey, string][] = [
  ['documentAnswers:mutual-nda', '{"sideA":{"name":"Wren"}}'],
  ['hub.edit.draft-1', '{"name":"NDA","html":"<p>Wren</p>"}'],
  ['hub.aiRequest', 'an NDA for Wren'],
];

test.each(typed)(
  'a guest is told that %s was there in another tab, but not where they typed it',
  async (key, text) => {
    storage.writeStored(key, text);
    expect(earlier.isOfEarlier(key)).toBe(false);
    await openPage();
    expect(earlier.isOfEarlier(key)).toBe(false);
    await openTab();
    expect([storage.readStored(key), earlier.isOfEarlier(key)]).toEqual([text, true]);
    // After half an hour of inactivity, it may be another person in the same tab.
    earlier.keepEarlier(key);
    await openPage();
    expect(earlier.isOfEarlier(key)).toBe(false);
    vi.setSystemTime(Date.now() + 31 * 60_000);
    expect(earlier.isOfEarlier(key)).toBe(true);
  },
);

test.each(typed)('kept, %s goes with a guest who signs in; an empty one says nothing', async (key, text) => {
  storage.writeStored(key, text);
  await openTab();
  earlier.keepEarlier(key);
  owner.becomeOwner('ada');
  expect([storage.readStored(key), earlier.isOfEarlier(key)]).toEqual([text, false]);
  storage.writeStored('documentAnswers:invoice', '{"client":{"name":""}}');
  await openTab();
  expect(earlier.isOfEarlier('documentAnswers:invoice')).toBe(false);
});

test.each(typed)(
  'started over, %s is set aside and can be restored; what is typed next is this visit’s',
  async (key, text) => {
    storage.writeStored(key, text);
    await openTab();
    expect(earlier.startEmpty(key)).toBe(true);
    expect([storage.readStored(key), earlier.isOfEarlier(key)]).toEqual([null, false]);
    expect(former.formerOf(key)?.value).toBe(text);
    storage.writeStored(key, '"of the next"');
    former.takeBack(key);
    expect(storage.readStored(key)).toBe(text);
    former.takeBack(key);
    owner.becomeOwner('ada');
    expect(storage.readStored(key)).toBe('"of the next"');
  },
);

test('if there is no room to set it aside, it stays', async () => {
  storage.writeStored('hub.aiRequest', 'an NDA for Wren');
  await openTab();
  vi.stubGlobal('window', {
    ...window,
    localStorage: Object.create(device, {
      setItem: {
        value: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      },
    }) as Storage,
  });
  expect(earlier.startEmpty('hub.aiRequest')).toBe(false);
  expect(storage.readStored('hub.aiRequest')).toBe('an NDA for Wren');
});

test.each([false, true])(
  'a text made from an earlier visit’s answers is offered at sign-in; kept (%s), it joins',
  async (isKept) => {
    const [answers, text] = ['documentAnswers:mutual-nda', 'hub.edit.mutual-nda'] as const;
    const draft = '{"name":"NDA","html":"<p>Wren and mine</p>"}';
    storage.writeStored(answers, '{"sideA":{"name":"Wren"}}');
    await openTab();
    if (isKept) earlier.keepEarlier(answers);
    earlier.madeOutOf(text, answers);
    storage.writeStored(text, draft);
    expect(earlier.isOfEarlier(text)).toBe(!isKept);
    owner.becomeOwner('ada');
    expect(storage.readStored(text)).toBe(isKept ? draft : null);
  },
);

test('a text made from this visit’s answers belongs to this visit, whatever was there', async () => {
  const [answers, text] = ['documentAnswers:mutual-nda', 'hub.edit.mutual-nda'] as const;
  storage.writeStored(text, '{"name":"NDA","html":"<p>Somebody’s</p>","at":1}');
  await openTab();
  storage.writeStored(answers, '{"sideA":{"name":"Wren"}}');
  earlier.madeOutOf(text, answers);
  storage.writeStored(text, '{"name":"NDA","html":"<p>Wren</p>"}');
  expect(earlier.isOfEarlier(text)).toBe(false);
  owner.becomeOwner('ada');
  expect(storage.readStored(text)).toContain('Wren');
});
