import { type Act, goTo, placesOf, readies, rest, screenBy, type Seen, whoAt } from './act.ts';
import { at, made } from './given.ts';
import { isWell, type Model, viewerAt } from './model.ts';
import { main } from './screen.ts';
import { openFunnel, screenOf } from './screens.ts';
import { nameOf, wordOf } from './words.ts';

const publish: Act = {
  name: 'publish',
  weight: 4,
  choices: placesOf,
  canRun: (model, step) => at(model, step).isIn && isWell(at(model, step)),
  async run(world, model, step) {
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    await goTo(page, screenOf('funnel').path);
    await openFunnel(page, /^Start from this: Waitlist/);
    const name = main(page).getByLabel('Name', { exact: true }).first();
    await name.fill(wordOf(world.story, at(model, step).person, step.n));
    const hero = page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: /^Hero/ });
    const view = page.getByRole('radiogroup', { name: 'View' });
    // Its form asks for an address: it says who asks, as the branding has it or as it is typed here.
    const company = page.getByLabel('Company or name');
    if ((await company.inputValue()) === '') await company.fill('Wren Studio');
    await view.getByRole('radio', { name: 'Page' }).press('Space');
    await hero.click();
    await page.getByLabel('Heading', { exact: true }).fill('Get paid on time');
    await rest(page);
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Publish (?:now|anyway)/ }).click();
    const address = await dialog.getByRole('link', { name: /^\/f\// }).getAttribute('href');
    const id = new URL(page.url()).searchParams.get('id');
    if (!address || !id) throw new Error('It was published, and nobody says where');
    world.funnels.set(step.n, { id, address });
    return {};
  },
  after(model, step, _seen, word) {
    const { person, tabs } = at(model, step);
    // Its name is its address, which anybody may know.
    model.texts.push({
      ...made(model, step, word, { screen: 'funnel', field: 'name', reach: 'account' }),
      isPublic: true,
    });
    model.funnels.push({ k: step.n, owner: person });
    // Its pages say whose they are.
    for (const text of model.texts)
      if (text.owner === person && text.screen === 'branding' && text.field === 'company')
        text.isPublic = true;
    tabs[step.tab] = null;
  },
  words: (model, step) => `${whoAt(model, step)} makes a funnel and publishes it.`,
};

const ofFunnels = (model: Model, isMine: boolean) =>
  placesOf(model).flatMap((place) =>
    model.funnels
      .filter(({ owner }) => !isMine || owner === viewerAt(model, place.device))
      .map(({ k }) => ({ ...place, funnel: k })),
  );

const lead: Act = {
  name: 'leave address',
  weight: 10,
  choices: (model) => ofFunnels(model, false),
  canRun: (model, step) =>
    at(model, step).isOn && at(model, step).hasNetwork && model.funnels.some(({ k }) => k === step.funnel),
  async run(world, model, step): Promise<Seen> {
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    await page.goto(world.funnels.get(step.funnel ?? 0)?.address ?? '/f/unknown');
    const word = wordOf(world.story, at(model, step).person, step.n);
    await page.locator('[name="name"]').first().fill(word);
    await page.locator('[name="email"]').first().fill(`${word}@example.com`);
    await page.locator('[name="consent"]').first().check();
    await page.getByRole('button', { name: 'Put me on the list' }).click();
    const again = page.getByRole('button', { name: 'Send', exact: true });
    const thanks = page.locator('h1', { hasText: /list/i });
    // Too quick for a person: once more, with everything still there.
    for (let tries = 0; tries < 4; tries++) {
      await again.or(thanks).first().waitFor();
      if (!(await again.isVisible())) break;
      await page.waitForTimeout(1200);
      await again.click();
    }
    await thanks.waitFor();
    return {};
  },
  after(model, step, _seen, word) {
    const funnel = model.funnels.find(({ k }) => k === step.funnel);
    const text = made(model, step, word, {
      screen: `leads ${step.funnel}`,
      field: 'name and address',
      reach: 'account',
    });
    // The words of a visitor are for the owner of the funnel; who typed them knows them.
    if (funnel) model.texts.push({ ...text, owner: funnel.owner, also: [text.owner], table: 'funnel_lead' });
    at(model, step).tabs[step.tab] = null;
  },
  words: (model, step) =>
    `${whoAt(model, step)} leaves a name and an address in the funnel of ${nameOf(
      model.funnels.find(({ k }) => k === step.funnel)?.owner ?? 'mara',
    )}.`,
};

const readLeads: Act = {
  name: 'read leads',
  weight: 8,
  choices: (model) => ofFunnels(model, true),
  canRun: (model, step) =>
    at(model, step).isIn &&
    isWell(at(model, step)) &&
    model.funnels.some(({ k, owner }) => k === step.funnel && owner === at(model, step).person),
  async run(world, _model, step) {
    const page = await world.tab(step.device, step.tab);
    await page.bringToFront();
    const screen = screenBy(world, `leads ${step.funnel}`);
    await goTo(page, screen.path);
    await readies(page, screen);
  },
  after: (model, step) => void (at(model, step).tabs[step.tab] = `leads ${step.funnel}`),
  words: (model, step) => `${whoAt(model, step)} reads who left an email in the funnel.`,
};

/** A funnel goes public, and what its visitors leave there is its owner's. */
export const funnelActs: Act[] = [publish, lead, readLeads];
