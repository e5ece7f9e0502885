import type { Page } from '@playwright/test';
import { type Act, goTo, openScreen, placesOf, readies, rest, type Seen, whoAt } from './act.ts';
import { type Doc, isWell, type Model, viewerAt } from './model.ts';
import { documents, paper, savedText } from './screens.ts';
import { nameOf, wordOf } from './words.ts';
import { password, addressOf } from './acts-people.ts';
import { settles, type World } from './world.ts';

const list = 'saved documents';
const slugs = Object.keys(documents) as (keyof typeof documents)[];
const isFilled = (model: Model, device: 'laptop' | 'phone', slug: string): boolean =>
  model.texts.some(
    (text) =>
      text.screen === `answers ${slug}` && text.fate === 'kept' && text.owner === viewerAt(model, device),
  );

/** Presses Save and waits until it has ended. A save that never ends says nothing: that is silence. */
async function pressSave(page: Page): Promise<Seen> {
  const button = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  await button.click();
  await rest(page);
  // The hub gives up after half a minute, and then says so.
  const hasEnded = await button
    .waitFor({ timeout: 45_000 })
    .then(() => true)
    .catch(() => false);
  return hasEnded ? {} : { silent: 'Save never ends' };
}

/** The document that this save made, by the name that the hub gave it; unknown until it reaches the account. */
export async function nameNewDoc(world: World, doc: Doc): Promise<void> {
  if (world.docs.has(doc.k)) return;
  const known = [...world.docs.values()];
  const found = await world.ground.query<{ id: string }>(
    `select t.id from saved_template t join account_user u on u.id = t.owner_id
     where u.email = $1 and not (t.id = any($2)) order by t.created_at limit 1`,
    [addressOf(world, doc.owner as 'mara'), known],
  );
  if (found[0]) world.docs.set(doc.k, found[0].id);
}

const save: Act = {
  name: 'save',
  weight: 8,
  choices: (model) =>
    placesOf(model).flatMap((place) => slugs.map((slug) => ({ ...place, screen: `answers ${slug}` }))),
  canRun: (model, { device, screen = '' }) => {
    const at = model.devices[device];
    const slug = screen.replace('answers ', '');
    return at.isOn && at.hasNetwork && (at.isIn || at.isOfflineUser) && isFilled(model, device, slug);
  },
  async run(world, model, step) {
    return pressSave(await openScreen(world, model, step));
  },
  after(model, { device, tab, screen = '', n }) {
    const at = model.devices[device];
    const owner = viewerAt(model, device);
    const slug = screen.replace('answers ', '');
    at.tabs[tab] = screen;
    if (model.docs.some((doc) => doc.slug === slug && doc.owner === owner && doc.device === device)) return;
    model.docs.push({ k: n, owner, slug, device, state: 'shown' });
  },
  words: (model, { screen = '', ...step }) =>
    `${whoAt(model, step)} saves the ${documents[screen.replace('answers ', '') as 'quote']}.`,
};

/** Documents that the person at this device has in the account. */
const docsAt = (model: Model, device: 'laptop' | 'phone', state: Doc['state']): Doc[] =>
  model.docs.filter((doc) => doc.owner === viewerAt(model, device) && doc.state === state);

const withDocs = (model: Model, state: Doc['state']) =>
  placesOf(model).flatMap((place) =>
    docsAt(model, place.device, state).map(({ k }) => ({ ...place, doc: k })),
  );

const canUse =
  (state: Doc['state']): Act['canRun'] =>
  (model, { device, doc }) => {
    const at = model.devices[device];
    return at.isOn && at.isIn && at.hasNetwork && docsAt(model, device, state).some(({ k }) => k === doc);
  };

const docOf = (model: Model, k: number | undefined): Doc => {
  const doc = model.docs.find((one) => one.k === k);
  if (!doc) throw new Error(`There is no document ${k}`);
  return doc;
};

async function idOf(world: World, model: Model, k: number | undefined): Promise<string> {
  const doc = docOf(model, k);
  await settles(async () => {
    await nameNewDoc(world, doc);
    return world.docs.has(doc.k) ? null : 'it has not arrived yet';
  }, 8);
  const id = world.docs.get(doc.k);
  if (id === undefined)
    throw new Error(`What was saved never came to the account of ${nameOf(doc.owner as 'mara')}`);
  return id;
}

/** Its row in the list: by the id, which no rename changes. */
async function rowOf(
  world: World,
  model: Model,
  step: { device: 'laptop' | 'phone'; tab: number; doc?: number },
) {
  const id = await idOf(world, model, step.doc);
  const page = await world.tab(step.device, step.tab);
  await page.bringToFront();
  await goTo(page, '/dashboard/templates');
  if (docOf(model, step.doc).state === 'binned')
    await page
      .getByRole('main')
      .getByRole('radio', { name: /bin/i })
      .or(page.getByRole('main').getByRole('tab', { name: /bin/i }))
      .or(page.getByRole('main').getByRole('button', { name: /bin/i }))
      .first()
      .press('Space');
  const row = page.locator(`#saved-${id}`);
  await row.waitFor();
  return { page, row };
}

async function choose(
  world: World,
  model: Model,
  step: { device: 'laptop' | 'phone'; tab: number; doc?: number },
  name: string,
) {
  const { page, row } = await rowOf(world, model, step);
  await row.getByRole('button', { name: /^More for / }).click();
  await page.getByRole('menuitem', { name }).click();
  return page;
}

const addText = (
  model: Model,
  step: { device: 'laptop' | 'phone'; tab: number },
  screen: string,
  field: string,
  word: string,
) => {
  const at = model.devices[step.device];
  model.texts.push({
    word,
    by: at.person,
    owner: at.person,
    also: [],
    device: step.device,
    tab: step.tab,
    visit: at.visit,
    screen,
    field,
    reach: 'account',
    isSent: isWell(at),
    fate: 'kept',
  });
};

const rename: Act = {
  name: 'rename',
  weight: 5,
  choices: (model) => withDocs(model, 'shown'),
  canRun: canUse('shown'),
  async run(world, model, step) {
    const page = await choose(world, model, step, 'Rename');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=line]').fill(wordOf(world.story, model.devices[step.device].person, step.n));
    await dialog.locator('[type=submit]').click();
    await dialog.waitFor({ state: 'hidden' });
    await rest(page);
  },
  after(model, step, _seen, word) {
    const field = `name of ${step.doc}`;
    for (const text of model.texts)
      if (text.screen === list && text.field === field && text.fate === 'kept') text.fate = 'replaced';
    addText(model, step, list, field, word);
    model.devices[step.device].tabs[step.tab] = list;
  },
  words: (model, step) => `${whoAt(model, step)} gives saved document ${step.doc} another name.`,
};

/** Opened by its address, written on, and saved. */
const editSaved: Act = {
  name: 'edit saved',
  weight: 6,
  choices: (model) => withDocs(model, 'shown'),
  canRun: canUse('shown'),
  async run(world, model, step) {
    const id = await idOf(world, model, step.doc);
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    const screen = savedText(id);
    await goTo(page, screen.path);
    await readies(page, screen);
    await paper(page).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type(wordOf(world.story, model.devices[step.device].person, step.n));
    await rest(page);
    return pressSave(page);
  },
  after(model, step, _seen, word) {
    addText(model, step, `doc ${step.doc}`, 'text', word);
    model.devices[step.device].tabs[step.tab] = `doc ${step.doc}`;
  },
  words: (model, step) =>
    `${whoAt(model, step)} opens saved document ${step.doc} by its address, types a text at its end and saves.`,
};

const fateOf = (model: Model, k: number | undefined, fate: 'gone'): void => {
  for (const text of model.texts)
    if ((text.screen === `doc ${k}` || text.field === `name of ${k}`) && text.fate === 'kept')
      text.fate = fate;
};

const remove: Act = {
  name: 'delete',
  weight: 4,
  choices: (model) => withDocs(model, 'shown'),
  canRun: canUse('shown'),
  async run(world, model, step) {
    const page = await choose(world, model, step, 'Delete');
    await rest(page);
  },
  after: (model, step) => {
    docOf(model, step.doc).state = 'binned';
    model.devices[step.device].tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} deletes saved document ${step.doc}.`,
};

const restore: Act = {
  name: 'restore',
  weight: 4,
  choices: (model) => withDocs(model, 'binned'),
  canRun: canUse('binned'),
  async run(world, model, step) {
    const page = await choose(world, model, step, 'Restore');
    await rest(page);
  },
  after: (model, step) => {
    docOf(model, step.doc).state = 'shown';
    model.devices[step.device].tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} restores saved document ${step.doc}.`,
};

/** Deleted for good from somewhere else, past the screens of this device. */
const purgeElsewhere: Act = {
  name: 'delete elsewhere',
  weight: 4,
  choices: (model) =>
    [...withDocs(model, 'shown'), ...withDocs(model, 'binned')].filter(({ tab }) => tab === 0),
  canRun: (model, step) => canUse('shown')(model, step) || canUse('binned')(model, step),
  async run(world, model, step) {
    const id = await idOf(world, model, step.doc);
    const elsewhere = await world.context(4);
    const headers = { origin: world.ground.url };
    const email = addressOf(world, model.devices[step.device].person);
    await elsewhere.request.post('/api/auth/sign-in', { data: { email, password }, headers });
    const { heads } = (await (await elsewhere.request.get('/api/saved/changes')).json()) as {
      heads: { id: string; version: number }[];
    };
    const version = heads.find((head) => head.id === id)?.version ?? 0;
    const data = { key: `walk-${world.story}-${step.n}-gone`, base: version, forGood: true };
    const answer = await elsewhere.request.delete(`/api/saved/${id}`, { data, headers });
    if (!answer.ok()) throw new Error(`It could not be deleted: ${answer.status()} ${await answer.text()}`);
    await elsewhere.close();
  },
  after(model, step) {
    docOf(model, step.doc).state = 'purged';
    fateOf(model, step.doc, 'gone');
  },
  words: (model, step) =>
    `${nameOf(model.devices[step.device].person)} deletes saved document ${step.doc} for good, from elsewhere.`,
};

export const savedActs: Act[] = [save, rename, editSaved, remove, restore, purgeElsewhere];
