import type { Page } from '@playwright/test';
import { type Act, comesAlive, goTo, placesOf, whoAt } from './act.ts';
import {
  closes,
  type Device,
  devices,
  joins,
  leaves,
  type Model,
  nobodyAt,
  offlineAt,
  type DeviceName,
  viewerAt,
} from './model.ts';
import { nameOf, people, type Person, wordOf } from './words.ts';
import type { World } from './world.ts';

export const password = 'seven quiet herons';

/** An address and a name that are texts like any other: nobody else may see them either. */
export const addressOf = (world: Pick<World, 'story'>, person: Person): string =>
  `${wordOf(world.story, person, 9001)}@example.com`;
const displayNameOf = (world: Pick<World, 'story'>, person: Person): string =>
  `${nameOf(person)} ${wordOf(world.story, person, 9002)}`;

async function handIn(page: Page, fields: Record<string, string>): Promise<void> {
  const form = page.getByRole('main').locator('form', { has: page.locator('[name=password]') });
  for (const [name, text] of Object.entries(fields)) await form.locator(`[name=${name}]`).fill(text);
  await form.locator('[type=submit]').click();
}

const isHome = (url: URL) => !/^\/sign(?:in|up)/.test(url.pathname);

/** Opens a device, with what is wrong with it from the first. */
const begin: Act = {
  name: 'begin',
  weight: 12,
  choices: () =>
    devices.flatMap((device) =>
      (['mara', 'ben'] as const).flatMap((person): ReturnType<Act['choices']> => [
        ...Array.from({ length: 5 }, () => ({ device, tab: 0, person })),
        { device, tab: 0, person, days: 3 },
        { device, tab: 0, person, days: -2 },
        { device, tab: 0, person, storage: 'slow' as const },
        { device, tab: 0, person, storage: 'refused' as const },
        { device, tab: 0, person, storage: 'full' as const },
      ]),
    ),
  canRun: (model, { device }) => !model.devices[device].isOn,
  run: (world, _model, { device, storage = 'well' as Device['storage'], days = 0 }) =>
    world.open(device, { storage, daysAhead: days }),
  after(model, { device, person = 'mara', storage = 'well', days = 0 }) {
    Object.assign(model.devices[device], { isOn: true, person, storage, daysAhead: days });
  },
  words: (_model, { device, person = 'mara', storage, days }) =>
    `${nameOf(person)} sits down at the ${device}${days ? `, whose clock is ${Math.abs(days)} days ${days > 0 ? 'ahead' : 'behind'}` : ''}${
      storage
        ? {
            slow: ', whose storage is slow',
            refused: ', which has no IndexedDB',
            full: ', whose local storage is full',
          }[storage]
        : ''
    }.`,
};

const signUp: Act = {
  name: 'sign up',
  weight: 12,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 0),
  canRun: (model, { device }) => {
    const at = model.devices[device];
    return (
      at.isOn &&
      !at.isIn &&
      !at.isOfflineUser &&
      at.hasNetwork &&
      !at.losesAnswers &&
      !model.accounts.has(at.person)
    );
  },
  async run(world, model, { device }) {
    const page = await world.tab(device);
    const { person } = model.devices[device];
    await page.bringToFront();
    await goTo(page, '/signup');
    await handIn(page, {
      displayName: displayNameOf(world, person),
      email: addressOf(world, person),
      password,
    });
    await page.waitForURL(isHome);
    await isKnown(page);
  },
  after(model, { device, n }) {
    const at = model.devices[device];
    model.accounts.add(at.person);
    comesIn(model, device, n);
  },
  words: (model, step) => `${whoAt(model, step)} signs up.`,
};

const signIn: Act = {
  name: 'sign in',
  weight: 12,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 0),
  canRun: (model, { device }) => {
    const at = model.devices[device];
    return (
      at.isOn &&
      !at.isIn &&
      !at.isOfflineUser &&
      at.hasNetwork &&
      !at.losesAnswers &&
      model.accounts.has(at.person)
    );
  },
  async run(world, model, { device }) {
    const page = await world.tab(device);
    await page.bringToFront();
    await signInAt(world, page, model.devices[device].person);
  },
  after: (model, { device, n }) => comesIn(model, device, n),
  words: (model, step) => `${whoAt(model, step)} signs in.`,
};

export async function signInAt(world: World, page: Page, person: Person): Promise<void> {
  await goTo(page, '/signin');
  await handIn(page, { email: addressOf(world, person), password });
  await page.waitForURL(isHome);
  await isKnown(page);
}

const isKnown = (page: Page): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of / })
    .first()
    .waitFor();

function comesIn(model: Model, device: DeviceName, n: number): void {
  const at = model.devices[device];
  joins(model, device, at.person);
  at.isIn = true;
  at.session = n;
  at.tabs = at.tabs.map(() => null);
}

const signOut: Act = {
  name: 'sign out',
  weight: 10,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 0),
  canRun: (model, { device }) => {
    const at = model.devices[device];
    return (at.isIn || at.isOfflineUser) && at.hasNetwork;
  },
  run: async (world, _model, { device }) => {
    const page = await world.tab(device);
    await page.bringToFront();
    await signOutAt(page);
  },
  after(model, { device }) {
    const at = model.devices[device];
    leaves(model, device, viewerAt(model, device));
    at.isIn = false;
    at.isOfflineUser = false;
    // Everybody begins a visit of their own.
    at.visit += 1;
    at.tabs = at.tabs.map(() => null);
  },
  words: (model, step) => `${whoAt(model, step)} signs out.`,
};

export async function signOutAt(page: Page): Promise<void> {
  // From a page where nothing of theirs was loaded, so that no screen cleans up after itself alone.
  // An agreement may have a dialog open, which is in the way.
  if (!/^\/(?:about|dashboard(?!\/agreements))/.test(new URL(page.url()).pathname))
    await goTo(page, '/about');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of / })
    .click();
  await page
    .getByRole('menu', { name: /^Account of / })
    .getByRole('menuitem', { name: 'Logout' })
    .click();
  await page.waitForURL(/\/signin/);
  await comesAlive(page);
}

/** All its tabs: the next page begins another visit. */
export async function closeBrowser(world: World, device: DeviceName): Promise<void> {
  const { tabs } = world.device(device);
  for (const page of tabs) await page?.close({ runBeforeUnload: false });
  tabs.splice(0, tabs.length, null);
}

/** Another person at the same browser. What a guest left open is closed before; who is in is left in by nobody. */
const changePlaces: Act = {
  name: 'change places',
  weight: 10,
  choices: (model) =>
    placesOf(model)
      .filter(({ tab }) => tab === 0)
      .flatMap((place) =>
        people.filter((person) => person !== 'cleo').map((person) => ({ ...place, person })),
      ),
  canRun: (model, { device, person }) => {
    const at = model.devices[device];
    return at.isOn && !at.isIn && at.hasNetwork && at.person !== person;
  },
  async run(world, model, { device }) {
    if (!hasTypedAsGuest(model, device)) return;
    await closeBrowser(world, device);
  },
  after(model, { device, person = 'ben' }) {
    const at = model.devices[device];
    if (hasTypedAsGuest(model, device)) {
      closes(model, device);
      at.tabs = [null];
      at.visit += 1;
    }
    at.person = person;
  },
  words: (model, { device, person = 'ben' }) =>
    `${hasTypedAsGuest(model, device) ? `${nameOf(model.devices[device].person)} closes the browser of the ${device}. ` : ''}${nameOf(person)} sits down at the ${device}.`,
};

export const hasTypedAsGuest = (model: Model, device: DeviceName): boolean =>
  model.texts.some(
    (text) =>
      text.device === device && text.owner === nobodyAt(device) && text.visit === model.devices[device].visit,
  );

/** A sign-in that the hub cannot answer: one goes on without an account. */
const goOffline: Act = {
  name: 'work offline',
  weight: 3,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 0),
  canRun: (model, { device }) => {
    const at = model.devices[device];
    // With no room for an offline user, this is one tab's business: in another, the same person is a guest.
    const isOneTab = at.storage !== 'full' || at.tabs.length === 1;
    return at.isOn && !at.isIn && !at.isOfflineUser && at.hasNetwork && !at.losesAnswers && isOneTab;
  },
  async run(world, _model, { device }) {
    const page = await world.tab(device);
    await page.bringToFront();
    await goTo(page, '/signin');
    await page.route('**/api/auth/sign-in', (route) => route.fulfill({ status: 500, body: '{}' }));
    await handIn(page, { email: 'somebody@example.com', password });
    await page.waitForURL(isHome);
    await page.unroute('**/api/auth/sign-in');
  },
  after(model, { device }) {
    const at = model.devices[device];
    joins(model, device, offlineAt(device));
    at.isOfflineUser = true;
    at.tabs = at.tabs.map(() => null);
  },
  words: (model, step) => `${whoAt(model, step)} tries to sign in while the hub fails, and works offline.`,
};

export const peopleActs: Act[] = [begin, signUp, signIn, signOut, changePlaces, goOffline];
