import { type Act, openScreen, placesOf, rest, whoAt } from './act.ts';
import { addressOf, password } from './acts-people.ts';
import { replace, viewerAt } from './model.ts';
import { screenOf } from './screens.ts';
import { nameOf, wordOf, wordsIn } from './words.ts';

/** Saves elsewhere, until the plan has no room for another one. */
const fillPlan: Act = {
  name: 'fill plan',
  weight: 2,
  choices: (model) => placesOf(model).filter(({ tab }) => tab === 0),
  canRun: (model, { device }) => model.devices[device].isIn && !model.full.has(model.devices[device].person),
  async run(world, model, { device, n }) {
    const elsewhere = await world.context(6);
    const headers = { origin: world.ground.url };
    const email = addressOf(world, model.devices[device].person);
    await elsewhere.request.post('/api/auth/sign-in', { data: { email, password }, headers });
    for (let at = 0; ; at++) {
      const id = `template_walk${world.story}n${n}n${at}`;
      const data = {
        key: `walk-${world.story}-${n}-${at}`,
        id,
        name: 'Increase',
        content: '<p>one more</p>',
        fields: [],
        formData: {},
      };
      const answer = await elsewhere.request.post('/api/saved', { data, headers });
      if (answer.status() === 402) break;
      if (!answer.ok() || at > 20)
        throw new Error(`It could not be filled: ${answer.status()} ${await answer.text()}`);
    }
    await elsewhere.close();
  },
  after: (model, { device }) => void model.full.add(model.devices[device].person),
  words: (model, { device }) =>
    `${nameOf(model.devices[device].person)} saves from elsewhere, until the plan has no more room.`,
};

/** The month's drafts are used up, and another one is asked for: refused, with the request still there. */
const oneMoreDraft: Act = {
  name: 'one draft more',
  weight: 3,
  choices: placesOf,
  canRun: (model, { device }) => {
    const { isOn, hasNetwork, losesAnswers, storage, daysAhead, isOfflineUser } = model.devices[device];
    return isOn && hasNetwork && !losesAnswers && storage === 'well' && daysAhead === 0 && !isOfflineUser;
  },
  async run(world, model, step) {
    const { person, isIn } = model.devices[step.device];
    if (isIn)
      await world.ground.query(
        `insert into plan_usage (owner_id, month, counter, used)
         select id, to_char(now() at time zone 'utc', 'YYYY-MM'), 'aiTemplateUsage', 3 from account_user where email = $1
         on conflict (owner_id, month, counter) do update set used = 3`,
        [addressOf(world, person)],
      );
    const page = await world.tab(step.device, step.tab);
    if (!isIn) {
      await openScreen(world, model, { ...step, screen: 'request' }, 'anew');
      await page.evaluate(() =>
        localStorage.setItem('aiTemplateUsage', JSON.stringify({ count: 3, month: new Date().getMonth() })),
      );
    }
    await openScreen(world, model, { ...step, screen: 'request' }, 'anew');
    const box = screenOf('request').fields['request']?.find(page);
    const replaced = wordsIn(world.story, (await box?.inputValue()) ?? '');
    await box?.fill(`a README for ${wordOf(world.story, person, step.n)}`);
    await rest(page);
    await page.getByRole('button', { name: 'Write the draft' }).click();
    const isSaid = await page
      .getByText(/of \d+ generated drafts used/)
      .first()
      .waitFor({ timeout: 10_000 })
      .then(() => true)
      .catch(() => false);
    return { replaced, ...(!isSaid && { silent: 'A draft beyond the plan is refused without a word' }) };
  },
  after(model, { device, tab }, { replaced }, word) {
    const at = model.devices[device];
    replace(model, replaced, 'request');
    model.texts.push({
      word,
      by: at.person,
      owner: viewerAt(model, device),
      also: [],
      device,
      tab,
      visit: at.visit,
      screen: 'request',
      field: 'request',
      reach: 'tab',
      isSent: false,
      fate: 'kept',
    });
    at.tabs[tab] = 'request';
  },
  words: (model, step) => `${whoAt(model, step)} asks for one draft more than the plan has.`,
};

export const planActs: Act[] = [fillPlan, oneMoreDraft];
