import type { Block, MailWords } from './blocks.ts';
import { inBlocks } from './former.ts';

/** What a device kept of a mail, read by hand: whatever can be shown is shown, and its fields say what is wrong with it. */

const isBag = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const areTexts = (bag: Record<string, unknown>, names: readonly string[]): boolean =>
  names.every((name) => typeof bag[name] === 'string');

const texts: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  picture: ['picture', 'alt', 'link', 'width', 'align'],
  button: ['label', 'link', 'align'],
  product: ['name', 'picture', 'price', 'words', 'label', 'link'],
  coupon: ['code', 'words'],
  divider: [],
  social: [],
  cart: ['label'],
};

function isSoundBlock(given: unknown): boolean {
  if (!isBag(given) || typeof given['id'] !== 'string' || typeof given['kind'] !== 'string') return false;
  const { kind } = given;
  const names = Object.hasOwn(texts, kind) ? texts[kind] : undefined;
  if (!names || !areTexts(given, names)) return false;
  return (
    kind !== 'social' ||
    (Array.isArray(given['links']) &&
      given['links'].every((each) => isBag(each) && areTexts(each, ['name', 'link'])))
  );
}

/** Blocks that this release can show; null where one of them is none. */
export const soundBlocks = (given: unknown): Block[] | null =>
  Array.isArray(given) && given.every(isSoundBlock) ? (given as Block[]) : null;

/** In blocks, also where it was kept before there were any; null where it can't be shown. */
export function soundWords<T extends object>(given: T): (T & MailWords) | null {
  const words = inBlocks(given) as T & Partial<MailWords>;
  const isSound = typeof words.subject === 'string' && soundBlocks(words.blocks) !== null;
  return isSound ? (words as T & MailWords) : null;
}
