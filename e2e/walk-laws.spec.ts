import { expect, type Page, test } from '@playwright/test';
import { mailsToOthers } from './walk/mails.ts';
import { nobodyElses, nothingLost } from './walk/laws.ts';
import { type Model, newModel, nobodyAt, type Text } from './walk/model.ts';
import { wordOf } from './walk/words.ts';
import { type Ground, startGround, World } from './walk/world.ts';

/** The checker is checked: a text of Ben's is put into each place by hand, and must be seen there by the laws. */
let ground: Ground;
let world: World;
let model: Model;
let page: Page;
let stories = 900_000;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  ground = await startGround();
});
test.afterAll(() => ground[Symbol.asyncDispose]());
test.setTimeout(60_000);

/** Ben's text, while nobody sits at the laptop. */
const bens = (): Text => ({
  word: wordOf(world.story, 'ben', 1),
  by: 'ben',
  owner: 'ben',
  also: [],
  device: 'phone',
  tab: 0,
  visit: 1,
  screen: 'contact',
  field: 'message',
  reach: 'account',
  isSent: true,
  fate: 'kept',
});

test.beforeEach(async () => {
  world = new World(ground, ++stories);
  await world.open('laptop', { storage: 'well', daysAhead: 0 });
  model = newModel();
  model.devices.laptop.isOn = true;
  model.texts.push(bens());
  page = await world.tab('laptop');
  await page.goto('/about');
  // The page names itself once it stands: a title planted before that would be gone again.
  await expect(page).toHaveTitle(/^About/);
  expect(await seen()).toBeUndefined();
});
test.afterEach(() => world.close());

const seen = async (): Promise<string | undefined> =>
  (await nobodyElses(world, model, new Map([['laptop', [nobodyAt('laptop')]]]), 0))?.name;

const keep: Record<string, [plant: (word: string) => unknown, where: RegExp]> = {
  'local storage': [(word) => localStorage.setItem('x', word), /in localStorage/],
  'session storage': [(word) => sessionStorage.setItem('x', word), /in sessionStorage/],
  'the name of a key': [(word) => localStorage.setItem(word, '1'), /in localStorage/],
  'a cookie': [(word) => void (document.cookie = `x=${word}`), /in cookie/],
  'the name of the window': [(word) => void (window.name = word), /in window name/],
  'the state of the history': [(word) => history.replaceState({ word }, ''), /in window history/],
  'the address': [(word) => history.replaceState(null, '', `?q=${word}`), /in the address/],
  'the title': [(word) => void (document.title = word), /in the page/],
  'a field of the page': [
    (word) => document.body.insertAdjacentHTML('beforeend', `<input value="${word}">`),
    /in the page/,
  ],
  'a cache': [async (word) => (await caches.open('x')).put('/x', new Response(word)), /in cache/],
  'a cache, as bytes of an unknown kind': [
    async (word) => {
      const headers = { 'content-type': 'application/octet-stream' };
      await (await caches.open('x')).put('/x', new Response(word, { headers }));
    },
    /in cache/,
  ],
};
for (const [name, [plant, where]] of Object.entries(keep))
  test(`another's text is seen in ${name}`, async () => {
    await page.evaluate(plant, bens().word);
    expect(await seen()).toMatch(where);
  });

for (const kind of ['text', 'blob', 'bytes', 'map'] as const)
  test(`another's text is seen in IndexedDB, as ${kind}`, async () => {
    const plant = ([word, as]: [string, string]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('x', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('y'));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('x')));
        opening.addEventListener('success', () => {
          const value = {
            text: word,
            blob: new Blob([word]),
            bytes: new TextEncoder().encode(word),
            map: new Map([['a', { b: word }]]),
          }[as];
          const writing = opening.result.transaction('y', 'readwrite');
          writing.objectStore('y').put({ deep: [value] }, 'k');
          writing.addEventListener('complete', () => (opening.result.close(), resolve()));
        });
      });
    await page.evaluate(plant, [bens().word, kind] as [string, string]);
    expect(await seen()).toMatch(/in IndexedDB/);
  });

test("a cookie that no script may read is seen, and no owner's id locks it", async () => {
  await page.context().addCookies([{ name: 'x', value: bens().word, url: ground.url, httpOnly: true }]);
  expect(await seen()).toMatch(/in cookie/);
});

test("another's text is seen in what is answered, sent, streamed and asked for", async () => {
  const { word } = bens();
  const passed = async (does: () => Promise<unknown>): Promise<string | undefined> => {
    world.device('laptop').passed.length = 0;
    await does();
    let name: string | undefined;
    await expect.poll(async () => (name = await seen())).toBeDefined();
    return name;
  };
  await page.route('**/api/planted*', (route) => {
    const isStream = route.request().url().endsWith('stream');
    return route.fulfill({
      contentType: isStream ? 'text/event-stream' : 'application/json',
      body: isStream ? `event: news\ndata: ${word}\n\n` : JSON.stringify({ word }),
    });
  });
  expect(await passed(() => page.evaluate(() => fetch('/api/planted').then((one) => one.text())))).toMatch(
    /in answered GET/,
  );
  const hear = () =>
    new Promise<void>((resolve) => {
      const source = new EventSource('/api/planted-stream');
      source.addEventListener('news', () => (source.close(), resolve()));
    });
  expect(await passed(() => page.evaluate(hear))).toMatch(/in answered the event news/);
  await page.unroute('**/api/planted*');
  const sent = (body: string) => fetch('/api/elsewhere', { method: 'POST', body }).then(() => {});
  expect(await passed(() => page.evaluate(sent, word))).toMatch(/in sent POST/);
  const asked = (text: string) => fetch(`/api/elsewhere?q=${text}`).then(() => {});
  expect(await passed(() => page.evaluate(asked, word))).toMatch(/in sent GET/);
});

test("another's text is seen in a mail, to a person and to the operator, unless it was given to them", async () => {
  const [text] = model.texts;
  if (!text) throw new Error('No text');
  const mail = (to: string) =>
    ground.query(
      `insert into outbound_message (id, channel, dedupe_key, payload, state)
       values ($1, 'planted', $1, $2::jsonb, 'kept')`,
      [`${world.mark}${to}`, JSON.stringify({ to, body: [text.word] })],
    );
  expect(await mailsToOthers(world, model)).toBeNull();
  await mail('owner@hub.example');
  expect((await mailsToOthers(world, model))?.words).toMatch(/A mail to the operator holds what Ben/);
  text.also.push('operator');
  expect(await mailsToOthers(world, model)).toBeNull();
  await mail(`${wordOf(world.story, 'mara', 9001)}@example.com`);
  expect((await mailsToOthers(world, model))?.words).toMatch(/A mail to Mara holds what Ben/);
  await ground.query('delete from outbound_message where channel = $1', ['planted']);
});

test('a mail is read by whose address it is, whoever typed that: what its writer kept is seen there', async () => {
  const address = wordOf(world.story, 'ben', 2);
  model.texts.push({ ...bens(), word: address, also: ['mara'], mailbox: 'mara' });
  const mail = (key: string, body: string) =>
    ground.query(
      `insert into outbound_message (id, channel, dedupe_key, payload, state)
       values ($1, 'planted', $1, $2::jsonb, 'kept')`,
      [`${world.mark}${key}`, JSON.stringify({ to: `${address}@example.com`, body })],
    );
  await mail('empty', 'A document for you to sign');
  expect(await mailsToOthers(world, model)).toBeNull();
  await mail('full', bens().word);
  expect((await mailsToOthers(world, model))?.words).toMatch(/A mail to Mara holds what Ben/);
  await ground.query('delete from outbound_message where channel = $1', ['planted']);
});

test('what is put away for somebody may lie there only if it was given to them', async () => {
  world.uids.set('mara', new Set(['usr_mara']));
  await page.evaluate((word) => localStorage.setItem('x@usr_mara', word), bens().word);
  expect(await seen()).toMatch(/in localStorage/);
  model.texts[0]?.also.push('mara');
  expect(await seen()).toBeUndefined();
});

test('what is nowhere is lost, and what was handed in counts only where it was handed in', async () => {
  model.devices.phone.isOn = true;
  await world.open('phone', { storage: 'well', daysAhead: 0 });
  await (await world.tab('phone')).goto('/about');
  expect((await nothingLost(world, model, 0))?.words).toMatch(/is lost: it is nowhere/);
  await page.evaluate((word) => localStorage.setItem('x', word), bens().word);
  expect(await nothingLost(world, model, 0)).toBeNull();
  Object.assign(model.texts[0] ?? {}, { reach: 'given', table: 'contact_message' });
  expect((await nothingLost(world, model, 0))?.words).toMatch(/it is not in contact_message/);
});
