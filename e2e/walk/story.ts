import { randomOf } from '../../testing/random.ts';
import type { Act, Step } from './act.ts';
import { readThrough } from './audit.ts';
import { openScreen } from './act.ts';
import { type Broken, inItsPlace, nobodyElses, nothingLost, savedOnce } from './laws.ts';
import { mailsToOthers } from './mails.ts';
import { type DeviceName, devices, type Model, newModel, type Owner, viewerAt } from './model.ts';
import { wordOf } from './words.ts';
import { type Ground, World } from './world.ts';

export interface Told {
  /** What was done, an act a line. */
  lines: string[];
  /** The steps that were done: those that could not be were passed over. */
  done: Step[];
  broken: Broken | null;
  /** An act that could not be done at all: the walker, or the hub, has lost its way. */
  stuck: string | null;
}

type Choice = Omit<Step, 'act' | 'n'>;

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** What could come next: an act by its weight, then one of its choices. */
export function nextStep(acts: readonly Act[], model: Model, random: () => number, n: number): Step | null {
  const open = acts.flatMap((act) => {
    const can = act.choices(model).filter((choice) => act.canRun(model, choice));
    return can.length > 0 ? [{ act, can }] : [];
  });
  let at = random() * open.reduce((sum, { act }) => sum + act.weight, 0);
  const found = open.find(({ act }) => (at -= act.weight) < 0) ?? open.at(-1);
  const choice = found && among(found.can, model, random);
  return found && choice ? { act: found.act.name, n, ...choice } : null;
}

/** First the screen, then what of it: one with many fields is not more than one with few, one in use is more. */
function among(can: Choice[], model: Model, random: () => number): Choice | undefined {
  const inUse = new Set(model.texts.filter(({ fate }) => fate === 'kept').map(({ screen }) => screen));
  const groups = [...Map.groupBy(can, ({ screen = '' }) => screen)].flatMap(([screen, group]) =>
    inUse.has(screen) ? [group, group, group] : [group],
  );
  const group = groups[Math.floor(random() * groups.length)] ?? [];
  return group[Math.floor(random() * group.length)];
}

let stories = Math.floor(Date.now() / 1000) % 100_000;

/**
 * Does one act after the other, and asks both laws after each. `next` gives the steps: by chance, or from a story that
 * is told again.
 */
export async function tell(
  ground: Ground,
  acts: readonly Act[],
  next: (model: Model, n: number) => Step | null,
  known: ReadonlySet<string>,
  trace: (words: string) => void = () => {},
): Promise<Told> {
  const world = new World(ground, ++stories);
  const model = newModel();
  const told: Told = { lines: [], done: [], broken: null, stuck: null };
  const isNews = (broken: Broken | null): broken is Broken => broken !== null && !known.has(broken.name);
  try {
    for (let n = 1; ; n++) {
      const step = next(model, n);
      if (!step) break;
      const act = acts.find(({ name }) => name === step.act);
      if (
        !act?.choices(model).some((choice) => isSame({ act: step.act, n: step.n, ...choice }, step)) ||
        !act.canRun(model, step)
      )
        continue;
      told.lines.push(act.words(model, step));
      told.done.push(step);
      const before = viewersOf(model);
      trace(told.lines.at(-1) ?? '');
      const seen = (await act.run(world, model, step)) ?? {};
      act.after(model, step, seen, wordOf(world.story, model.devices[step.device].person, step.n));
      const broken = seen.silent
        ? untold(seen.silent, told.lines.at(-1) ?? '')
        : await lawsAfter(world, model, step, before);
      if (isNews(broken)) return { ...told, broken };
      // A known one goes on being broken: what comes after it tells nothing new.
      if (broken) return told;
    }
    const broken = (await readThrough(world, model, told.lines)) ?? (await mailsToOthers(world, model));
    return { ...told, broken: isNews(broken) ? broken : null };
  } catch (error) {
    const last = told.done.at(-1);
    const storage = last && model.devices[last.device].storage;
    // Where storage is in trouble a screen may say so, but it opens.
    if (
      last?.screen &&
      storage &&
      storage !== 'well' &&
      !(await opensLate(world, model, last, last.screen))
    ) {
      const broken = untold(
        `${last.screen.split(' ')[0]} does not open where storage is ${storage}`,
        told.lines.at(-1) ?? '',
      );
      return { ...told, broken: isNews(broken) ? broken : null };
    }
    return { ...told, stuck: (error as Error).stack ?? String(error) };
  } finally {
    await world.close();
  }
}

/**
 * A machine at work on much else is no trouble of storage: once its page is there and hears, a screen is given its time anew.
 * A page that never comes, or a screen that does not open then, is what the law is about.
 */
async function opensLate(world: World, model: Model, step: Step, screen: string): Promise<boolean> {
  try {
    const page = await openScreen(world, model, { ...step, screen }, 'to look', 180_000);
    return !page.isClosed();
  } catch {
    return false;
  }
}

const untold = (silent: string, line: string): Broken => ({
  law: 'told',
  name: `told: ${silent}`,
  words: `${line} And then: ${silent}.`,
});

const viewersOf = (model: Model): Map<DeviceName, Owner[]> =>
  new Map(devices.map((device) => [device, [viewerAt(model, device)]]));

async function lawsAfter(
  world: World,
  model: Model,
  step: Step,
  viewers: Map<DeviceName, Owner[]>,
): Promise<Broken | null> {
  // An answer that came while somebody signed in or out was for one of both.
  for (const device of devices) viewers.get(device)?.push(viewerAt(model, device));
  const foreign = await nobodyElses(world, model, viewers);
  // What was looked at is looked at once.
  for (const { passed } of world.devices.values()) passed.length = 0;
  if (foreign) return foreign;
  const screen = model.devices[step.device].tabs[step.tab];
  const again = async () => {
    if (typeof screen === 'string') await openScreen(world, model, { ...step, screen }, 'anew');
  };
  return (
    (await mailsToOthers(world, model)) ??
    (await savedOnce(world, model, step.device, step.tab, step.act)) ??
    (await inItsPlace(world, model, step.device, step.tab, again)) ??
    (await nothingLost(world, model))
  );
}

/** A new story of so many acts. */
export function byChance(seed: number, acts: readonly Act[], length: number) {
  const random = randomOf(seed);
  return (model: Model, n: number): Step | null => (n > length ? null : nextStep(acts, model, random, n));
}

/** The same steps again; who cannot be done any more is passed over. */
export const again = (steps: readonly Step[]) => (_model: Model, n: number) => steps[n - 1] ?? null;

/** The shortest story that still breaks this law there: pieces are left out, smaller and smaller ones. */
export async function shrink(
  steps: readonly Step[],
  isStillSo: (steps: Step[]) => Promise<Step[] | null>,
  tries: number,
): Promise<Step[]> {
  let shortest = [...steps];
  let left = tries;
  for (let size = Math.ceil(shortest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end: what comes last needs what comes first.
    for (let at = shortest.length - size; at > -size && left > 0; at -= size) {
      const shorter = shortest.filter((_, n) => n < at || n >= at + size);
      if (shorter.length === shortest.length || shorter.length === 0) continue;
      left -= 1;
      const done = await isStillSo(shorter);
      if (done) shortest = done;
    }
  }
  return shortest;
}
