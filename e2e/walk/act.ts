import type { Page } from '@playwright/test';
import { type DeviceName, devices, type Model } from './model.ts';
import type { Screen } from './screen.ts';
import { leadsOf, savedText, screenOf, threadAt } from './screens.ts';
import { signingScreen } from './signing-screens.ts';
import { nameOf, type Person } from './words.ts';
import type { World } from './world.ts';

/** One act of a story, as data: a story is a list of them, which can be told, shortened and done again. */
export interface Step {
  act: string;
  /** Its number in the story as it was first made; the text that it types has it too. */
  n: number;
  device: DeviceName;
  tab: number;
  screen?: string;
  field?: string;
  person?: Person;
  doc?: number;
  funnel?: number;
  letter?: number;
  agreement?: number;
  link?: number;
  storage?: 'slow' | 'refused' | 'full';
  days?: number;
}

/** What an act saw that the model cannot know. */
export interface Seen {
  /** Texts that stood where somebody typed, and made way. */
  replaced?: Set<string>;
  /** Said by the hub when it did not do what was asked. */
  refused?: string;
  /** What was pressed never said what became of it. */
  silent?: string;
}

export interface Act {
  name: string;
  /** How often it comes, against the others. */
  weight: number;
  choices(model: Model): Omit<Step, 'act' | 'n'>[];
  canRun(model: Model, step: Omit<Step, 'act' | 'n'>): boolean;
  run(world: World, model: Model, step: Step): Promise<Seen | void>;
  after(model: Model, step: Step, seen: Seen, word: string): void;
  words(model: Model, step: Step): string;
}

/** Who does it, and where: "Mara, at the laptop". */
export const whoAt = (model: Model, { device, tab }: Pick<Step, 'device' | 'tab'>): string =>
  `${nameOf(model.devices[device].person)}, at the ${device}${tab > 0 ? ' in a second tab' : ''},`;

/** Each tab that could be used now. */
export const placesOf = (model: Model): { device: DeviceName; tab: number }[] =>
  devices.flatMap((device) =>
    model.devices[device].isOn ? model.devices[device].tabs.map((_, tab) => ({ device, tab })) : [],
  );

/** A screen by its key, or by a number: a saved document, "doc 3", the leads of a funnel, "leads 5", a conversation, "thread 7", one of signing. */
export function screenBy(world: World, key: string): Screen {
  const funnel = /^leads (\d+)$/.exec(key)?.[1];
  if (funnel !== undefined) return leadsOf(world.funnels.get(Number(funnel))?.id ?? 'unknown');
  const letter = /^thread (\d+)$/.exec(key)?.[1];
  if (letter !== undefined) return threadAt(world.threads.get(Number(letter)) ?? '/contact/thread');
  const signing = signingScreen(world, key);
  if (signing) return signing;
  const k = /^doc (\d+)$/.exec(key)?.[1];
  return k === undefined ? screenOf(key) : savedText(world.docs.get(Number(k)) ?? 'unknown');
}

export async function goTo(page: Page, path: string, timeout = 30_000): Promise<void> {
  await page.goto(path, { timeout });
  await comesAlive(page, timeout);
}

/** A page that has been drawn does not hear yet. */
export async function comesAlive(page: Page, timeout = 30_000): Promise<void> {
  const isAlive = () =>
    document.documentElement.dataset['alive'] !== undefined || !document.getElementById('page-state');
  await page.waitForFunction(isAlive, undefined, { timeout }).catch(() => {});
}

/** The tab shows that screen: to type, where it may show it already, opened anew, or opened only to look at it. */
export async function openScreen(
  world: World,
  model: Model,
  step: Step,
  how: 'to type' | 'anew' | 'to look' = 'to type',
  timeout?: number,
): Promise<Page> {
  const { device, tab, screen: key = '' } = step;
  const screen = screenBy(world, key);
  const page = await world.tab(device, tab);
  await page.bringToFront();
  const path = model.devices[device].isIn ? (screen.memberPath ?? screen.path) : screen.path;
  if (model.devices[device].tabs[tab] !== key || how !== 'to type') await goTo(page, path, timeout);
  await (how === 'to look' ? shows : readies)(page, screen);
  return page;
}

export const shows = (page: Page, screen: Screen): Promise<void> =>
  screen.glance?.(page) ?? readies(page, screen);

export async function readies(page: Page, screen: Screen): Promise<void> {
  await screen.prepare?.(page);
  const [first] = Object.values(screen.fields);
  await first?.find(page).waitFor();
}

/** Long enough that what is typed counts as left there. */
export const rest = (page: Page): Promise<void> => page.waitForTimeout(1100);
