import type { BlockType } from './blocks.ts';
import type { Block, Within } from './contract.ts';

/** Blocks of a page are one list; what stands in a column says so itself. One level deep, so that a phone shows it well. */

const topOnly = new Set<BlockType>(['hero', 'columns']);
export const mayNest = ({ type }: Pick<Block, 'type'>): boolean => !topOnly.has(type);

export const isSamePlace = (one: Within | undefined, other: Within | undefined): boolean =>
  one?.block === other?.block && one?.column === other?.column;

export const childrenOf = (blocks: readonly Block[], { id }: Pick<Block, 'id'>): Block[] =>
  blocks.filter(({ within }) => within?.block === id);

/** Each block of the page with those in its columns behind it, as they are read. */
export const inReadingOrder = (blocks: readonly Block[]): Block[] =>
  blocks
    .filter(({ within }) => within === undefined)
    .flatMap((block) => [
      block,
      ...childrenOf(blocks, block).toSorted((a, b) => (a.within?.column ?? 0) - (b.within?.column ?? 0)),
    ]);

/** What stands in a column that is not there stands on the page. */
export function settled(blocks: readonly Block[]): Block[] {
  const columns = new Map(
    blocks.filter(({ type }) => type === 'columns').map((block) => [block.id, block.items.length]),
  );
  return blocks.map((block) => {
    const { within, ...free } = block;
    if (within === undefined) return block;
    const isThere = mayNest(block) && within.column < (columns.get(within.block) ?? 0);
    return isThere ? block : free;
  });
}

/** The same blocks as new ones: those that stood in one of them stand in its copy. */
export function copied(blocks: readonly Block[], makeId: () => string): Block[] {
  const made = blocks.map(({ id }) => [id, makeId()] as const);
  const ids = new Map(made);
  return blocks.map((block, index) => ({
    ...block,
    id: made[index]?.[1] ?? makeId(),
    ...(block.within && {
      within: { ...block.within, block: ids.get(block.within.block) ?? block.within.block },
    }),
  }));
}
