import { specOf } from '../../rules/blocks.ts';
import type { Block } from '../../rules/contract.ts';
import { insertBlocks, moveBlock, placeBlock, removeBlock, wholeBlock } from '../../rules/edit.ts';
import { newPartId } from '../store.ts';
import { copiedBlocks, copyBlocks } from './clipboard.ts';
import { currentStep, type Work } from './state.ts';

export interface ItemActs {
  up(): void;
  down(): void;
  duplicate(): void;
  remove(): void;
  copy?(): void;
  paste?(): void;
}

/** What can be done to the blocks of the page in sight: the list beside it and the bar on it do the same. */
export function blockActs(work: Work) {
  const { editing, choose, say } = work;
  const { funnel, change } = editing;
  const step = currentStep(work);

  const insert = (blocks: Block[], after: string | null) => {
    const [next, id] = insertBlocks(funnel, newPartId, step.id, blocks, after);
    if (!id) return say('A page can have up to 100 blocks.');
    change(next);
    choose(step.id, id);
    return undefined;
  };
  /** Before another one, in its column; at the end of the page where there is none. */
  const insertBefore = (block: Block, before: string | null, place: Block['within']) => {
    const [next, id] = insertBlocks(funnel, newPartId, step.id, [block], null);
    if (!id) return say('A page can have up to 100 blocks.');
    change(placeBlock(next, step.id, id, before, place));
    choose(step.id, id);
    return undefined;
  };
  const paste = (after: string | null) => {
    const blocks = copiedBlocks();
    if (blocks.length === 0) say('Nothing copied yet.');
    else insert(blocks, after);
  };
  const of = (id: string): ItemActs => {
    const at = step.blocks.findIndex((one) => one.id === id);
    const one = step.blocks[at];
    const label = one ? specOf(one.type).label : 'The block';
    return {
      up: () => change(moveBlock(funnel, step.id, id, -1)),
      down: () => change(moveBlock(funnel, step.id, id, 1)),
      duplicate: () => one && insert(wholeBlock(funnel, step.id, id), id),
      remove() {
        change(removeBlock(funnel, step.id, id));
        choose(step.id, (step.blocks[at + 1] ?? step.blocks[at - 1])?.id ?? null);
        say(`${label} was deleted. Use Undo to restore it.`);
      },
      copy() {
        if (one && copyBlocks(wholeBlock(funnel, step.id, id))) say(`${label} copied. Paste it on any page.`);
      },
      paste: () => paste(id),
    };
  };
  return { insert, insertBefore, paste, of };
}
