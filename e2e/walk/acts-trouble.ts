import { type Act, goTo, placesOf, rest, whoAt } from './act.ts';
import { endsTalk } from './signing-hands.ts';
import { type Device, devices, isForgotten, type Model } from './model.ts';

const once = (model: Model) => placesOf(model).filter(({ tab }) => tab === 0);

const toggle = (
  name: string,
  weight: number,
  can: (device: Device) => boolean,
  run: Act['run'],
  change: (device: Device) => void,
  words: (device: Device) => string,
): Act => ({
  name,
  weight,
  choices: once,
  canRun: (model, { device }) => model.devices[device].isOn && can(model.devices[device]),
  run,
  after: (model, { device }) => change(model.devices[device]),
  words: (model, step) => words(model.devices[step.device]).replace('WHO', whoAt(model, step)),
});

const cutNetwork = toggle(
  'offline',
  4,
  ({ hasNetwork, tabs }) => hasNetwork && tabs.some((screen) => screen !== null),
  (world, _model, { device }) => world.device(device).context.setOffline(true),
  (device) => (device.hasNetwork = false),
  () => 'WHO loses the network.',
);

const bringNetwork = toggle(
  'online',
  8,
  ({ hasNetwork }) => !hasNetwork,
  async (world, _model, { device }) => {
    await world.device(device).context.setOffline(false);
    await rest(await world.tab(device));
  },
  (device) => (device.hasNetwork = true),
  () => 'WHO has the network again.',
);

const writes = /^(?:POST|PUT|PATCH|DELETE)$/;
/** Without a code nobody comes to what they would type. */
const exempt = /\/api\/auth\/|\/envelope\/|\/api\/signing\/code$/;

/** The hub does what it is asked, and the answer never comes. */
const loseAnswers = toggle(
  'lost answers',
  3,
  ({ losesAnswers, hasNetwork }) => !losesAnswers && hasNetwork,
  async (world, _model, { device }) => {
    await world.device(device).context.route('**/api/**', async (route) => {
      const request = route.request();
      if (!writes.test(request.method()) || exempt.test(request.url())) return route.fallback();
      await route.fetch().catch(() => null);
      await route.abort('connectionreset').catch(() => {});
    });
  },
  (device) => (device.losesAnswers = true),
  () => 'From now on, whatever WHO sends arrives and its answer is lost.',
);

const findAnswers = toggle(
  'answers again',
  8,
  ({ losesAnswers }) => losesAnswers,
  async (world, _model, { device }) => {
    await world.device(device).context.unroute('**/api/**');
    await rest(await world.tab(device));
  },
  (device) => (device.losesAnswers = false),
  () => 'WHO gets answers again.',
);

export const troubleActs: Act[] = [cutNetwork, bringNetwork, loseAnswers, findAnswers];

const backUp: Act = {
  name: 'backup',
  weight: 2,
  choices: once,
  canRun: (model) => model.backup === null && model.accounts.size > 0,
  run: (world) => world.ground.backUp(),
  after(model, { n }) {
    model.backup = {
      at: n,
      accounts: [...model.accounts],
      texts: new Set(model.texts.filter(({ isSent }) => isSent).map(({ word }) => word)),
      docs: model.docs.map(({ k }) => k),
    };
  },
  words: () => 'The operator backs the hub up.',
};

/** What reached the account after the backup may be gone from it; whoever has it on a device keeps it there. */
const restoreBackup: Act = {
  name: 'restore backup',
  weight: 4,
  choices: once,
  canRun: (model) =>
    model.backup !== null &&
    devices.every((device) => model.devices[device].hasNetwork && !model.devices[device].losesAnswers),
  async run(world, model) {
    await world.ground.restore();
    // A session that ended goes no further than its page, which is its owner's own: they look at another one.
    for (const device of devices) {
      if (!isForgotten(model, device)) continue;
      for (const page of world.device(device).tabs) if (page) await goTo(page, '/');
    }
  },
  after(model) {
    const { backup } = model;
    if (!backup) return;
    for (const text of model.texts)
      if (
        (text.reach === 'account' || text.reach === 'given') &&
        text.isSent &&
        !backup.texts.has(text.word) &&
        text.fate === 'kept'
      )
        text.fate = 'gone';
    for (const doc of model.docs) if (!backup.docs.includes(doc.k)) doc.state = 'purged';
    const forgotten = devices.filter((device) => isForgotten(model, device));
    model.accounts = new Set(backup.accounts);
    // What was made since is not there, or nobody can tell.
    model.funnels = model.funnels.filter(({ k }) => k < backup.at);
    for (const { k } of model.agreements) endsTalk(model, k);
    model.agreements = [];
    model.openLinks = [];
    for (const device of devices) {
      const at = model.devices[device];
      at.tabs = at.tabs.map(() => null);
      if (forgotten.includes(device)) at.isIn = false;
    }
    model.backup = null;
  },
  words: () => 'The operator brings that backup back.',
};

/** They stop the whole hub, so only the long form has them. */
export const operatorActs: Act[] = [backUp, restoreBackup];
