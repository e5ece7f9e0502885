import { type Act, goTo, openScreen, placesOf, readies, rest, whoAt } from './act.ts';
import { addressOf, password } from './acts-people.ts';
import { type Doc, isWell, type Model, viewerAt } from './model.ts';
import { choose, docOf, idOf, pressSave } from './saved-hands.ts';
import { shownOn } from './look.ts';
import { documents, paper, savedText, screenOf } from './screens.ts';
import { nameOf, wordOf, wordsIn } from './words.ts';

const list = 'saved documents';
const slugs = Object.keys(documents) as (keyof typeof documents)[];
const isFilled = (model: Model, device: 'laptop' | 'phone', slug: string): boolean =>
  model.texts.some(
    (text) =>
      text.screen === `answers ${slug}` && text.fate === 'kept' && text.owner === viewerAt(model, device),
  );

/** The plan has no room for another one: what is saved lies on the device, and that is said. */
const isFull = (model: Model, device: 'laptop' | 'phone'): boolean =>
  model.devices[device].isIn && model.full.has(model.devices[device].person);

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
    const page = await openScreen(world, model, step);
    const seen = await pressSave(page);
    const slug = step.screen?.replace('answers ', '');
    const isKnown = model.docs.some((doc) => doc.slug === slug && doc.device === step.device);
    if (seen.silent !== undefined || isKnown || !isFull(model, step.device)) return seen;
    const isSaid = /no room|limit|kept on this device|locally/i.test(await shownOn(page));
    return isSaid ? seen : { silent: 'A save that the plan has no room for says nothing' };
  },
  after(model, { device, tab, screen = '', n }) {
    const at = model.devices[device];
    const owner = viewerAt(model, device);
    const slug = screen.replace('answers ', '');
    // From the catalogue a new one is begun: what was typed is the saved document's now.
    at.tabs[tab] = null;
    const isKnown = model.docs.some(
      (doc) => doc.slug === slug && doc.owner === owner && doc.device === device,
    );
    for (const text of model.texts)
      if (text.screen === screen && text.owner === owner && text.fate === 'kept') {
        if (isKnown || !at.isIn || isFull(model, device)) text.fate = 'aside';
        else text.screen = `doc ${n}`;
      }
    if (isKnown || isFull(model, device)) return;
    model.docs.push({ k: n, owner, slug, device, state: 'shown' });
  },
  words: (model, { screen = '', ...step }) =>
    `${whoAt(model, step)} saves the ${documents[screen.replace('answers ', '') as 'invoice']}.`,
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
    const isOpen = await readies(page, screen)
      .then(() => true)
      .catch(() => false);
    if (!isOpen) return { silent: 'A saved document opened by its address never opens' };
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

/** Its answers, opened by its address, changed and saved. */
const changeAnswers: Act = {
  name: 'change answers',
  weight: 4,
  choices: editSaved.choices,
  canRun: editSaved.canRun,
  async run(world, model, step) {
    const id = await idOf(world, model, step.doc);
    const { slug } = docOf(model, step.doc);
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    await goTo(page, `/tools/classic-template-generator?document=${slug}&template=${id}`);
    const field = screenOf(`answers ${slug}`).fields['theirAddress']?.find(page);
    const replaced = wordsIn(world.story, (await field?.inputValue()) ?? '');
    await field?.fill(wordOf(world.story, model.devices[step.device].person, step.n));
    await rest(page);
    return { replaced, ...(await pressSave(page)) };
  },
  after(model, step, { replaced = new Set() }, word) {
    for (const text of model.texts)
      if (replaced.has(text.word) && text.screen === `doc ${step.doc}`) text.fate = 'replaced';
    addText(model, step, `doc ${step.doc}`, 'answer', word);
    model.devices[step.device].tabs[step.tab] = null;
  },
  words: (model, step) =>
    `${whoAt(model, step)} opens the answers of saved document ${step.doc} by its address, changes one and saves.`,
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
  // Room that it makes would be nobody's to count.
  canRun: (model, step) => canUse('shown')(model, step) && !isFull(model, step.device),
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
  canRun: (model, step) =>
    (canUse('shown')(model, step) || canUse('binned')(model, step)) && !isFull(model, step.device),
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

export const savedActs: Act[] = [save, rename, editSaved, changeAnswers, remove, restore, purgeElsewhere];
