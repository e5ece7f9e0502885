import type { Page } from '@playwright/test';
import { type Act, goTo, placesOf, whoAt } from './act.ts';
import { addressOf, password, signInAt } from './acts-people.ts';
import { devices, leftAt, nobodyAt } from './model.ts';
import { nameOf, type Person } from './words.ts';
import type { World } from './world.ts';

/** The offer of what others left on this device: taken, or refused. */
const answerOffer = (name: string, button: string, words: string, after: Act['after']): Act => ({
  name,
  weight: 6,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 0),
  canRun: (model, { device }) => {
    const at = model.devices[device];
    return (
      at.isIn &&
      at.hasNetwork &&
      !at.losesAnswers &&
      leftAt(model, device).some(({ also }) => also.length === 0)
    );
  },
  async run(world, _model, { device }) {
    const page = await world.tab(device);
    await page.bringToFront();
    await goTo(page, '/about');
    const offer = page.getByRole('button', { name: button });
    const isOffered = await offer
      .waitFor()
      .then(() => true)
      .catch(() => false);
    if (!isOffered) return { silent: 'What others left on this device is not offered' };
    await offer.click();
    await offer.waitFor({ state: 'hidden' });
    return {};
  },
  after,
  words: (model, step) => `${whoAt(model, step)} ${words}.`,
});

const takeOffer = answerOffer(
  'take offer',
  'Add to my account',
  'adds what others left there to the account',
  (model, { device }) => {
    const { person, tabs } = model.devices[device];
    for (const text of leftAt(model, device))
      Object.assign(text, { also: [text.owner], owner: person, fate: 'aside' });
    model.devices[device].tabs = tabs.map(() => null);
  },
);
const refuseOffer = answerOffer(
  'refuse offer',
  'Not mine',
  'says that what others left there is not theirs',
  (model, { device }) => {
    for (const text of leftAt(model, device)) text.also.push(nobodyAt(device));
    model.devices[device].tabs = model.devices[device].tabs.map(() => null);
  },
);

/** Every session of this person ends, from somewhere else. */
const endSessions: Act = {
  name: 'end sessions',
  weight: 3,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 0),
  canRun: (model, { device }) => {
    const at = model.devices[device];
    const isElsewhere = devices.some(
      (other) => other !== device && model.devices[other].isIn && model.devices[other].person === at.person,
    );
    return at.isIn && at.hasNetwork && !at.losesAnswers && !isElsewhere;
  },
  async run(world, model, { device }) {
    const elsewhere = await world.context(3);
    const email = addressOf(world, model.devices[device].person);
    const origin = { origin: world.ground.url };
    const answer = await elsewhere.request.post('/api/auth/sign-in', {
      data: { email, password },
      headers: origin,
    });
    if (!answer.ok()) throw new Error(`Nobody could sign in: ${answer.status()} ${await answer.text()}`);
    await elsewhere.request.post('/api/auth/sessions/revoke', { data: { others: true }, headers: origin });
    await elsewhere.close();
    // Seen at the next page; until then they write as somebody who is in.
    const page = await world.tab(device);
    await page.bringToFront();
    await signInAgain(world, page, model.devices[device].person);
  },
  after(model, { device, n }) {
    const at = model.devices[device];
    at.session = n;
    at.tabs = at.tabs.map(() => null);
  },
  words: (model, step) =>
    `The sessions of ${nameOf(model.devices[step.device].person)} are ended from elsewhere; ${whoAt(model, step)} signs in again.`,
};

async function signInAgain(world: World, page: Page, person: Person): Promise<void> {
  await goTo(page, '/dashboard');
  await page.waitForURL(/\/signin/);
  await signInAt(world, page, person);
}

/** What a visit meets at its beginning, and how it is ended from elsewhere. */
export const visitActs: Act[] = [takeOffer, refuseOffer, endSessions];
