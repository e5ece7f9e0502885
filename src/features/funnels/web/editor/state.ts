import type { Side } from '#base/split-test.ts';
import { allBlocks, turned } from '../../rules/split.ts';
import { stepOf } from '../../rules/edit.ts';
import type { Block, Funnel, Step } from '../../rules/contract.ts';
import type { OnSale } from './use-products.ts';
import type { Editing } from './use-funnel.ts';
import type { Place } from './write-here.ts';

/** A text of the page, or the first one of a block. */
export type WriteWish = ({ place: Place } | { blockId: string }) & {
  /** All of it selected, or the caret where the press was. */
  at: 'all' | { x: number; y: number };
  /** From the text before it: whoever ends there goes back to where they came from. */
  isNext?: true;
  /** The one of two pages shown that was pressed. */
  on?: ShadowRoot;
};

export type Scope = 'block' | 'page' | 'theme';
/** What a screen under 1024 px shows one at a time: the lists, the page, what can be said of it. */
export type Part = 'rail' | 'canvas' | 'inspector';

export const views = {
  page: 'Page',
  map: 'Map',
  numbers: 'Numbers',
  leads: 'Leads',
  settings: 'Settings',
} as const;
export type View = keyof typeof views;

/** What every part of the editor is given. */
export interface Work {
  owner: string;
  editing: Editing;
  stepId: string;
  blockId: string | null;
  /** The version of the page in sight; A where there is only one. */
  side: Side;
  products: OnSale[] | null;
  /** The files in the account that forms can promise; null where that is not known. */
  giftFiles: string[] | null;
  choose(stepId: string, blockId?: string | null, side?: Side): void;
  /** What shall be written on the page next. */
  toWrite: WriteWish | null;
  write(wish: WriteWish): void;
  askToPublish(): void;
  show(view: View): void;
  /** What the inspector shows. */
  scope: Scope;
  setScope(scope: Scope): void;
  /** The address of somebody's own program as far as it is typed and not saved: it stays while they look at another view. */
  hookTyped: string | null;
  typeHook(typed: string | null): void;
  /** Said to those who listen, and shown. */
  say(words: string): void;
}

export const currentStep = ({ editing, stepId }: Work): Step =>
  stepOf(editing.funnel, stepId) ?? (editing.funnel.steps[0] as Step);

export const currentBlock = (work: Work): Block | undefined =>
  currentStep(work).blocks.find(({ id }) => id === work.blockId);

/** Where a block of a page stands, where that is known; else the version in sight stays. */
export function sideWith(
  funnel: Funnel,
  stepId: string,
  blockId: string | null,
  before: { stepId: string; side: Side },
): Side {
  const step = stepOf(funnel, stepId);
  if (step?.other && blockId !== null) {
    if (step.blocks.some(({ id }) => id === blockId)) return 'a';
    if (allBlocks(step).some(({ id }) => id === blockId)) return 'b';
  }
  return stepId === before.stepId ? before.side : 'a';
}

/** The work on the version in sight: what works on a page works on B as it does on A. */
export function onSide(work: Work): Work {
  const { editing, side } = work;
  const { id } = currentStep(work);
  if (side === 'a') return work;
  const turn = (funnel: Funnel) => turned(funnel, id);
  return {
    ...work,
    editing: {
      ...editing,
      funnel: turn(editing.funnel),
      change: (next, tag) =>
        editing.change((now) => turn(typeof next === 'function' ? next(turn(now)) : next), tag),
    },
  };
}
