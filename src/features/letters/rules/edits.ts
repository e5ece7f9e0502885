import type { Block, BlockKind } from './blocks.ts';

/** What is done to the blocks of a mail; each gives a new list. */

export const blockNames: Readonly<Record<BlockKind, string>> = {
  text: 'Text',
  picture: 'Picture',
  button: 'Button',
  product: 'Product',
  coupon: 'Coupon code',
  divider: 'Divider',
  social: 'Social links',
  cart: 'Cart',
};
/** In the order in which they are wanted; a cart is in reminders alone. */
export const blockKinds = (Object.keys(blockNames) as BlockKind[]).filter((kind) => kind !== 'cart');

export function newBlock(kind: BlockKind, id: string): Block {
  switch (kind) {
    case 'text':
      return { id, kind, text: '' };
    case 'picture':
      return { id, kind, picture: '', alt: '', link: '', width: 'full', align: 'left' };
    case 'button':
      return { id, kind, label: '', link: '', align: 'left' };
    case 'product':
      return { id, kind, name: '', picture: '', price: '', words: '', label: '', link: '' };
    case 'coupon':
      return { id, kind, code: '', words: '' };
    case 'divider':
      return { id, kind };
    case 'social':
      return { id, kind, links: [{ name: '', link: '' }] };
    case 'cart':
      return { id, kind, prices: true, pictures: true, label: 'Open my cart' };
  }
}

export const insertBlock = (blocks: readonly Block[], index: number, block: Block): Block[] => [
  ...blocks.slice(0, index),
  block,
  ...blocks.slice(index),
];
export const changeBlock = (blocks: readonly Block[], block: Block): Block[] =>
  blocks.map((each) => (each.id === block.id ? block : each));
export const removeBlock = (blocks: readonly Block[], id: string): Block[] =>
  blocks.filter((each) => each.id !== id);

/** One place up or down; at the end it stays. */
export function moveBlock(blocks: readonly Block[], id: string, by: -1 | 1): Block[] {
  const at = blocks.findIndex((each) => each.id === id);
  const block = blocks[at];
  const to = at + by;
  if (!block || to < 0 || to >= blocks.length) return [...blocks];
  return insertBlock(removeBlock(blocks, id), to, block);
}

export function duplicateBlock(blocks: readonly Block[], id: string, copyId: string): Block[] {
  const at = blocks.findIndex((each) => each.id === id);
  const block = blocks[at];
  return block ? insertBlock(blocks, at + 1, { ...block, id: copyId }) : [...blocks];
}

const saidIn = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'cart':
      return '';
    case 'picture':
      return block.alt;
    case 'button':
      return block.label;
    case 'product':
      return block.name;
    case 'coupon':
      return block.code;
    case 'social':
      return block.links.map(({ name }) => name).join(', ');
    case 'divider':
      return '';
  }
};

/** Its kind and first words, for those who move about in the list. */
export function blockWords(block: Block): string {
  const said = saidIn(block).replace(/\s+/g, ' ').trim();
  const short = said.length > 40 ? `${said.slice(0, 39).replace(/[\ud800-\udbff]$/, '')}…` : said;
  return short === '' ? blockNames[block.kind] : `${blockNames[block.kind]} “${short}”`;
}
