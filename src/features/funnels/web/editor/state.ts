import { stepOf } from '../../rules/edit.ts';
import type { Block, Step } from '../../rules/contract.ts';
import type { OnSale } from './use-products.ts';
import type { Editing } from './use-funnel.ts';

/** What every part of the editor is given. */
export interface Work {
  owner: string;
  editing: Editing;
  stepId: string;
  blockId: string | null;
  products: OnSale[] | null;
  choose(stepId: string, blockId?: string | null): void;
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
