import type { Page } from '@playwright/test';
import { goTo, readies, screenBy } from './act.ts';
import { closeBrowser, hasTypedAsGuest, signInAt, signOutAt } from './acts-people.ts';
import { nameNewDoc } from './saved-hands.ts';
import type { Broken } from './laws.ts';
import { shownOn } from './look.ts';
import {
  type DeviceName,
  devices,
  isOfDevice,
  type Model,
  nobodyAt,
  type Owner,
  type Text,
  viewerAt,
} from './model.ts';
import { screens } from './screens.ts';
import { nameOf, people, type Person, wordsIn } from './words.ts';
import { settles, type World } from './world.ts';

/**
 * The end of a story: troubles are over, and everybody reads through what they typed, where they would look for it:
 * guests at their device, members there and, for what goes with the account, on a device that nobody used before.
 */
export async function readThrough(world: World, model: Model, lines: string[]): Promise<Broken | null> {
  for (const device of devices) {
    const live = world.devices.get(device);
    if (!live) continue;
    await live.context.setOffline(false);
    await live.context.unroute('**/api/**');
    Object.assign(model.devices[device], { hasNetwork: true, losesAnswers: false });
  }
  // Whose account a restored backup knows nothing of cannot sign in to read what waits for them.
  const isThere = (owner: Owner) => !people.includes(owner as Person) || model.accounts.has(owner as Person);
  const must = model.texts.filter(
    ({ fate, reach, owner }) =>
      fate === 'kept' && (reach === 'account' || reach === 'device') && isThere(owner),
  );
  for (const device of devices) {
    if (!world.devices.has(device)) continue;
    const here = must.filter((text) => text.device === device);
    const readers = [...new Set(here.map(({ owner }) => owner))];
    // Whoever is there first, so that nobody is sent away for nothing.
    readers.sort((one, other) => Number(isAt(model, device, other)) - Number(isAt(model, device, one)));
    for (const reader of readers) {
      const page = await sits(world, model, device, reader);
      lines.push(`${nameFor(reader)} reads through what was typed at the ${device}.`);
      const broken = await readsAll(
        world,
        page,
        must.filter((text) => text.owner === reader && text.device === device),
        device,
        model,
      );
      if (broken) return broken;
    }
  }
  for (const person of people) {
    const theirs = must.filter((text) => text.owner === person && text.reach === 'account' && text.isSent);
    if (theirs.length === 0) continue;
    const context = await world.context(5);
    try {
      const page = await context.newPage();
      await signInAt(world, page, person);
      lines.push(`${nameOf(person)} signs in at a device that is new, and reads through it.`);
      const broken = await readsAll(world, page, theirs, 'a new device', model);
      if (broken) return broken;
    } finally {
      await context.close();
    }
  }
  return null;
}

const isAt = (model: Model, device: DeviceName, owner: Owner): boolean => viewerAt(model, device) === owner;

const nameFor = (owner: Owner): string => (isOfDevice(owner) ? 'A guest' : nameOf(owner as Person));

async function sits(world: World, model: Model, device: DeviceName, reader: Owner): Promise<Page> {
  // What a guest made in this very visit would go with whoever signs in now, over what they have.
  if (!isAt(model, device, reader) && hasTypedAsGuest(model, device)) await closeBrowser(world, device);
  const page = await world.tab(device);
  await page.bringToFront();
  if (isAt(model, device, reader)) return page;
  const at = model.devices[device];
  if (at.isIn || at.isOfflineUser) await signOutAt(page);
  Object.assign(at, { isIn: false, isOfflineUser: false, tabs: at.tabs.map(() => null) });
  if (reader !== nobodyAt(device)) {
    await signInAt(world, page, reader as Person);
    Object.assign(at, { isIn: true, person: reader });
  }
  return page;
}

async function readsAll(
  world: World,
  page: Page,
  texts: Text[],
  where: string,
  model: Model,
): Promise<Broken | null> {
  const byScreen = Map.groupBy(texts, ({ screen }) => screen);
  for (const [key, must] of byScreen) {
    let last: Text | null = null;
    // What was on its way arrives in the meantime: looked at again as a person would, by opening it anew.
    for (let tries = 0; tries < 3; tries++) {
      // What was saved while answers got lost is in the account later, and only then has a number to be opened by.
      for (const doc of model.docs) if (people.includes(doc.owner as Person)) await nameNewDoc(world, doc);
      await opens(world, page, key);
      last = await settles(async () => {
        const there = wordsIn(world.story, await shownOn(page));
        return must.find((text) => !there.has(text.word) && !isTold(text, must, there)) ?? null;
      }, 3);
      if (!last) break;
    }
    if (last) {
      const name = screens[key]
        ? `“${screens[key].fields[last.field]?.name}” of ${screens[key].name}`
        : `${last.field} of ${key}`;
      return {
        law: 'nothing lost',
        name: `nothing lost: ${name.replaceAll(/\d+/g, '…')}, not in its place ${where === 'a new device' ? 'on another device' : 'where it was typed'}`,
        words: `What ${nameOf(last.by)} typed into ${name} at the ${last.device} is not there when it is looked for at ${where === 'a new device' ? where : `the ${where}`}.`,
      };
    }
  }
  return null;
}

async function opens(world: World, page: Page, key: string): Promise<void> {
  if (key === 'saved documents') return goTo(page, '/dashboard/templates');
  const screen = screenBy(world, key);
  await goTo(page, screen.path);
  if (screen.isListed) return;
  // A screen that does not open shows nothing, and that is what is told.
  await readies(page, screen).catch(() => {});
}

/** The later text of the same field stands there, typed by somebody who could not see this one. */
const isTold = (_text: Text, _must: Text[], _there: Set<string>): boolean => false;
