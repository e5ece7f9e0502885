import { keptBy, type Kept, shownOn } from './look.ts';
import {
  type DeviceName,
  devices,
  expectedOn,
  isWell,
  mayRead,
  type Model,
  mustBe,
  isOfDevice,
  type Owner,
  type Text,
  viewerAt,
} from './model.ts';
import { isLockedFor } from './locked.ts';
import { fieldName, kindOf, ownerName, textOf } from './whose.ts';
import { addressOf } from './acts-people.ts';
import { draftOf, screenOf, screens } from './screens.ts';
import { contractName } from './signing-screens.ts';
import { nameOf, people, type Person, wordsIn } from './words.ts';
import { settles, type World } from './world.ts';

/** A law that was broken: which one, where, and in words. What has the same name is the same finding. */
export interface Broken {
  law: "nobody else's" | 'nothing lost' | 'nothing comes back' | 'told';
  name: string;
  words: string;
}

/** Law one: no text of one person is where another one, or a guest, could come upon it. */
export async function nobodyElses(
  world: World,
  model: Model,
  viewers: Map<DeviceName, Owner[]>,
  seconds = 5,
): Promise<Broken | null> {
  for (const device of devices) {
    if (!world.devices.has(device)) continue;
    const broken = await settles(() => foreignAt(world, model, device, viewers.get(device) ?? []), seconds);
    if (broken) return broken;
  }
  return null;
}

async function foreignAt(
  world: World,
  model: Model,
  device: DeviceName,
  viewers: Owner[],
): Promise<Broken | null> {
  const viewer = viewerAt(model, device);
  const uids = await uidsOf(world);
  const foreign = (anything: string): Text[] =>
    [...wordsIn(world.story, anything)].flatMap((word) => {
      const text = textOf(model, word);
      return text && !mayRead(viewer, text) ? [text] : [];
    });
  const broken = (text: Text, where: string, place: string): Broken => ({
    law: "nobody else's",
    name: `nobody else's: ${fieldName(text)} in ${kindOf(place)}`,
    words: `${ownerName(viewer, device)} comes upon what ${nameOf(text.by)} typed into ${fieldName(text)}: ${where}.`,
  });
  for (const page of world.pages(device)) {
    const [text] = foreign(await shownOn(page));
    if (text) return broken(text, `it stands on the page ${new URL(page.url()).pathname}`, 'the page');
    const [named] = foreign(page.url());
    if (named) return broken(named, 'it stands in the address of the page', 'the address');
  }
  const kept: Kept[] = [];
  for (const page of world.pages(device)) kept.push(...(await keptBy(page, world.mark)));
  for (const entry of kept)
    for (const text of foreign(`${entry.key} ${entry.value}`)) {
      // What guests left is theirs who come as guests; whether it is shown or taken is seen elsewhere.
      if (isOfDevice(text.owner)) continue;
      // Put away for anybody who may read it, such as whoever it was given to.
      const readers = [text.owner, ...text.also].flatMap((one) => [...(uids.get(one as Person) ?? [])]);
      if (readers.some((uid) => isLockedFor(entry, uid))) continue;
      return broken(
        text,
        `it lies in the ${entry.area} under ${kindOf(entry.key)}`,
        `${entry.area} ${entry.key}`,
      );
    }
  const live = world.device(device);
  await live.settled();
  for (const { way, what, text: body } of live.passed)
    for (const text of foreign(body))
      if (!viewers.some((one) => mayRead(one, text)))
        return broken(
          text,
          `it was ${way === 'sent' ? 'sent to the hub' : 'answered by the hub'} with ${kindOf(what)}`,
          `${way} ${what}`,
        );
  return null;
}

/** The ids of this story's accounts, by what nobody changes. */
async function uidsOf(world: World): Promise<World['uids']> {
  const rows = await world.ground.query<{ id: string; email: string }>(
    'select id, email from account_user where email like $1',
    [`%${world.mark}%`],
  );
  for (const person of people) {
    const row = rows.find(({ email }) => email === addressOf(world, person));
    if (row) world.uids.set(person, (world.uids.get(person) ?? new Set()).add(row.id));
  }
  return world.uids;
}

/** Law two, everywhere at once: every text that must be kept is somewhere its author can come by again. */
export async function nothingLost(world: World, model: Model, seconds = 6): Promise<Broken | null> {
  const must = model.texts.filter(mustBe);
  if (must.length === 0) return null;
  const missing = await settles(async () => {
    const rows = await world.ground.rowsWith(world.mark);
    const parts = rows.map(({ row }) => row);
    for (const device of devices)
      for (const page of world.pages(device)) {
        parts.push(await shownOn(page));
        for (const { key, value } of await keptBy(page, world.mark)) parts.push(key, value);
      }
    const there = wordsIn(world.story, parts.join('\n'));
    const isGiven = ({ word, table }: Text) =>
      rows.some((row) => row.table === table && wordsIn(world.story, row.row).has(word));
    const blind = devices.filter((device) =>
      world.pages(device).every((page) => page.url() === 'about:blank'),
    );
    return (
      must.find((text) =>
        text.table === undefined ? !there.has(text.word) && !blind.includes(text.device) : !isGiven(text),
      ) ?? null
    );
  }, seconds);
  return (
    missing &&
    lost(
      missing,
      missing.table === undefined
        ? 'it is nowhere: not in the account, on no page, in no storage'
        : `it was handed in and never arrived: it is not in ${missing.table}`,
    )
  );
}

const lost = (text: Text, how: string): Broken => ({
  law: 'nothing lost',
  name: `nothing lost: ${fieldName(text).replaceAll(/\d+/g, '…')}, ${how.split(':')[0]}`,
  words: `What ${nameOf(text.by)} typed into ${fieldName(text)} at the ${text.device} is lost: ${how}.`,
});

/** Law two, on this screen: what must stand there stands there. */
export async function inItsPlace(
  world: World,
  model: Model,
  device: DeviceName,
  tab: number,
  again: () => Promise<void>,
): Promise<Broken | null> {
  const screen = model.devices[device].tabs[tab];
  if (typeof screen !== 'string') return null;
  const must = expectedOn(model, device, tab, draftOf(screen));
  if (must.length === 0) return null;
  const page = await world.tab(device, tab);
  const look = async () => {
    const there = wordsIn(world.story, await shownOn(page));
    return must.find((text) => !there.has(text.word) && !gaveWay(text, must, there)) ?? null;
  };
  let missing = await settles(look, 3);
  // What was on its way when the page was opened is there by now.
  if (missing && model.devices[device].hasNetwork) {
    await again();
    missing = await settles(look, 5);
  }
  return (
    missing &&
    lost(
      missing,
      `it is not in its place when ${screens[screen] ? screenOf(screen).name : screen} is opened at the ${device}`,
    )
  );
}

/** What was deleted for good stays away, and what was changed is still one thing. */
export async function savedOnce(
  world: World,
  model: Model,
  device: DeviceName,
  tab: number,
  act: string,
): Promise<Broken | null> {
  if (model.devices[device].tabs[tab] === 'saved documents') {
    const page = await world.tab(device, tab);
    for (const doc of model.docs) {
      const row = page.locator(`#saved-${world.docs.get(doc.k) ?? 'unknown'}`);
      const isBack = async () => ((await row.count()) > 0 ? true : null);
      if (doc.state === 'purged' && (await settles(isBack)))
        return {
          law: 'nothing comes back',
          name: 'nothing comes back: a saved document that was deleted for good',
          words: `Saved document ${doc.k} was deleted for good, and is in the list at the ${device}.`,
        };
    }
  }
  const viewer = viewerAt(model, device);
  if (
    !/^(?:edit saved|change answers)$/.test(act) ||
    Object.values(model.devices).some((one) => one.isOn && !isWell(one)) ||
    // What filled the account came from elsewhere.
    model.full.has(model.devices[device].person)
  )
    return null;
  const mine = model.docs.filter(({ owner, state }) => owner === viewer && state !== 'purged').length;
  const tooMany = await settles(async () => {
    const [row] = await world.ground.query<{ n: number }>(
      `select count(*)::int as n from saved_template t join account_user u on u.id = t.owner_id
       where u.name like $1 and not t.is_purged and t.name <> '${contractName}'`,
      [`%${world.mark}${viewer}%`],
    );
    return row && row.n > mine ? row.n : null;
  }, 2);
  return tooMany === null
    ? null
    : {
        law: 'nothing lost',
        name: 'one thing stays one: a saved document opened by its address and saved',
        words: `A saved document was opened by its address at the ${device} and saved: there are ${tooMany} of ${mine} now.`,
      };
}

/** Another text of the same field came from another device: this one is kept, and whether it is told is asked at the end. */
const gaveWay = (text: Text, must: Text[], there: Set<string>): boolean =>
  must.some(
    (other) =>
      other !== text && other.field === text.field && other.device !== text.device && there.has(other.word),
  );
