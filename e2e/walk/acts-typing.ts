import type { Page } from '@playwright/test';
import {
  type Act,
  comesAlive,
  goTo,
  openScreen,
  placesOf,
  readies,
  rest,
  screenBy,
  type Seen,
  shows,
  type Step,
  whoAt,
} from './act.ts';
import { closes, isWell, type Model, replace, viewerAt } from './model.ts';
import { shownOn } from './look.ts';
import { draftOf, screenOf, screens } from './screens.ts';
import { wordOf, wordsIn } from './words.ts';

const canOpen = (
  model: Model,
  { device, tab, screen = '', field = '' }: Omit<Step, 'act' | 'n'>,
): boolean => {
  const at = model.devices[device];
  if (!at.isOn || at.tabs[tab] === undefined) return false;
  const { only, fields } = screenOf(screen);
  const mine = fields[field]?.only;
  if ((mine === 'members' && !at.isIn) || (mine === 'guests' && at.isIn)) return false;
  if (only === 'members' && !at.isIn) return false;
  if (only === 'guests' && (at.isIn || at.storage === 'full')) return false;
  // Where the device has no room the text of a document is not edited, and the generator says so.
  if (/^text /.test(screen) && at.storage === 'full') return false;
  // Without a network nothing opens, and what is open can be typed into.
  return at.hasNetwork || at.tabs[tab] === screen;
};

const saysNotKept =
  /doesn.t save data|only on this page|storage is full|lost when|before you close this tab|not saved|(?:can.t|couldn.t) be (?:kept|saved)/i;

/** Where nothing can be kept, and that is said, the text goes with the page. */
export async function saidNotKept(model: Model, { device }: Pick<Step, 'device'>, page: Page): Promise<Seen> {
  const said = model.devices[device].storage === 'well' ? null : saysNotKept.exec(await shownOn(page));
  return said ? { refused: said[0] } : {};
}

/** Types a text of its own into a field, and leaves it there for a second. */
const type: Act = {
  name: 'type',
  weight: 40,
  choices: (model) =>
    placesOf(model).flatMap((place) =>
      Object.entries(screens).flatMap(([screen, { fields }]) =>
        Object.keys(fields).map((field) => ({ ...place, screen, field })),
      ),
    ),
  canRun: canOpen,
  async run(world, model, step) {
    const { screen: key = '', field: name = '' } = step;
    const screen = screenBy(world, key);
    const page = await openScreen(world, model, step);
    const field = screen.fields[name];
    if (!field) throw new Error(`${key} has no field ${name}`);
    const word = wordOf(world.story, model.devices[step.device].person, step.n);
    const input = field.find(page);
    let replaced = new Set<string>();
    if (field.isAdded) {
      await input.click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Enter');
      await page.keyboard.type(word);
    } else {
      replaced = wordsIn(world.story, await input.inputValue());
      await input.fill(field.around?.(word) ?? word);
    }
    const handIn = field.handIn ?? screen.handIn;
    if (handIn) {
      const answered = page
        .waitForResponse((answer) => /POST|PUT|PATCH/.test(answer.request().method()), { timeout: 8000 })
        .catch(() => null);
      await handIn(page);
      await answered;
    }
    await rest(page);
    return { replaced, ...(await saidNotKept(model, step, page)) };
  },
  after(model, { device, tab, screen = '', field = '' }, { replaced, refused }, word) {
    const at = model.devices[device];
    const owner = viewerAt(model, device);
    const kept = draftOf(screen);
    replace(model, replaced, kept);
    const { reach, isListed } = screenOf(screen);
    model.texts.push({
      word,
      by: at.person,
      owner,
      also: [],
      device,
      tab,
      visit: at.visit,
      screen: kept,
      field,
      reach: refused !== undefined ? 'page' : at.isIn ? reach.member : reach.nobody,
      isSent: at.isIn && isWell(at),
      fate: 'kept',
    });
    at.tabs[tab] = isListed ? null : screen;
  },
  words: (model, { screen = '', field = '', ...step }) =>
    `${whoAt(model, step)} types a text into “${screenOf(screen).fields[field]?.name}” of ${screenOf(screen).name}.`,
};

/** Opens a screen only to look at it. */
const look: Act = {
  name: 'look',
  weight: 8,
  choices: (model) =>
    placesOf(model).flatMap((place) => Object.keys(screens).map((screen) => ({ ...place, screen }))),
  // A screen without anything to lose or to see tells nothing.
  canRun: (model, step) =>
    canOpen(model, step) &&
    !screenOf(step.screen ?? '').isListed &&
    model.devices[step.device].hasNetwork &&
    (model.texts.some(({ screen }) => screen === draftOf(step.screen ?? '')) ||
      (step.screen === 'saved documents' && model.docs.length > 0)),
  run: async (world, model, step) => void (await openScreen(world, model, step, 'to look')),
  after(model, { device, tab, screen = '' }) {
    model.devices[device].tabs[tab] = screen;
    leavesPage(model, { device, tab });
  },
  words: (model, { screen = '', ...step }) => `${whoAt(model, step)} opens ${screenOf(screen).name}.`,
};

const reload: Act = {
  name: 'reload',
  weight: 8,
  choices: placesOf,
  canRun: (model, { device, tab }) =>
    model.devices[device].hasNetwork && typeof model.devices[device].tabs[tab] === 'string',
  async run(world, model, { device, tab }) {
    const page = await world.tab(device, tab);
    await page.bringToFront();
    await page.reload();
    await comesAlive(page);
    await shows(page, screenBy(world, model.devices[device].tabs[tab] ?? ''));
  },
  after: (model, step) => leavesPage(model, step),
  words: (model, step) => `${whoAt(model, step)} reloads the page.`,
};

/** Away by a link, and back by the button of the browser. */
const awayAndBack: Act = {
  name: 'away and back',
  weight: 5,
  choices: placesOf,
  canRun: reload.canRun,
  async run(world, model, { device, tab }) {
    const page = await world.tab(device, tab);
    await page.bringToFront();
    // The page itself once more would be no other one.
    await page.goto(page.url().includes('/about') ? '/support' : '/about');
    await page.goBack();
    await comesAlive(page);
    await shows(page, screenBy(world, model.devices[device].tabs[tab] ?? ''));
  },
  after: (model, step) => leavesPage(model, step),
  words: (model, step) => `${whoAt(model, step)} goes to another page, and back by the Back button.`,
};

export const leavesPage = (model: Model, { device, tab }: Pick<Step, 'device' | 'tab'>): void => {
  for (const text of model.texts)
    if (text.device === device && text.tab === tab && text.reach === 'page' && text.fate === 'kept')
      text.fate = 'gone';
};

const secondTab: Act = {
  name: 'second tab',
  weight: 3,
  choices: (model) => placesOf(model).map(({ device }) => ({ device, tab: 1 })),
  canRun(model, { device }) {
    const { isOn, isOfflineUser, storage, tabs } = model.devices[device];
    return isOn && tabs.length === 1 && !(isOfflineUser && storage === 'full');
  },
  async run(world, _model, { device }) {
    // A visit begins with a tab's first page: a tab that is opened as the second one is not the first to show one.
    const first = await world.tab(device);
    if (first.url() === 'about:blank') await goTo(first, '/about');
    await world.tab(device, 1);
  },
  after: (model, { device }) => void model.devices[device].tabs.push(null),
  words: (model, { device }) => `${whoAt(model, { device, tab: 0 })} opens a second tab.`,
};

const closeTab: Act = {
  name: 'close tab',
  weight: 2,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 1),
  canRun: (model, { device }) => model.devices[device].tabs.length === 2,
  async run(world, _model, { device }) {
    await (await world.tab(device, 1)).close({ runBeforeUnload: false });
    world.device(device).tabs.length = 1;
  },
  after(model, { device }) {
    closes(model, device, 1);
    model.devices[device].tabs.length = 1;
  },
  words: (model, { device }) => `${whoAt(model, { device, tab: 0 })} closes the second tab.`,
};

/** From the home page into the generator, which takes the names along. */
const hero: Act = {
  name: 'hero',
  weight: 3,
  choices: placesOf,
  canRun: (model, { device }) => model.devices[device].hasNetwork,
  async run(world, model, step) {
    const page = await openScreen(world, model, { ...step, screen: 'home' }, 'anew');
    await screenOf('home')
      .fields['ours']?.find(page)
      .fill(wordOf(world.story, model.devices[step.device].person, step.n));
    await page.getByRole('main').locator('a[href*="document=mutual-nda"]').first().click();
    await page.waitForURL(/template-generator\?document=mutual-nda/);
    await readies(page, screenOf('answers mutual-nda'));
    await rest(page);
    return saidNotKept(model, step, page);
  },
  after(model, { device, tab }, { refused }, word) {
    // The form begins with what the home page hands over: the names that stood there before make way.
    for (const text of model.texts)
      if (
        text.screen === 'answers mutual-nda' &&
        (text.field === 'ourName' || text.field === 'theirName') &&
        text.owner === viewerAt(model, device) &&
        text.fate === 'kept'
      )
        text.fate = 'replaced';
    const at = model.devices[device];
    model.texts.push({
      word,
      by: at.person,
      owner: viewerAt(model, device),
      also: [],
      device,
      tab,
      visit: at.visit,
      screen: 'answers mutual-nda',
      field: 'ourName',
      reach: refused !== undefined ? 'page' : at.isIn ? 'account' : 'device',
      isSent: at.isIn && isWell(at),
      fate: 'kept',
    });
    at.tabs[tab] = 'answers mutual-nda';
  },
  words: (model, step) =>
    `${whoAt(model, step)} types a text into “Your company” of the home page and continues in the generator.`,
};

export const typingActs: Act[] = [type, look, reload, awayAndBack, secondTab, closeTab, hero];
