import type { SigningView } from './contract.ts';
import { takesWords, wordsOf } from './places.ts';

type Doc = Pick<SigningView['doc'], 'blocks'>;
type Block = Doc['blocks'][number];

export interface Part {
  place: string;
  label: string;
}

const short = (text: string, length = 60): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
};

const labelOf = (block: Block): string =>
  short(`${'number' in block && block.number ? `${block.number} ` : ''}${wordsOf(block)}`);

function inside(block: Block, place: string): Part[] {
  const within = (blocks: Block[], at: string): Part[] =>
    blocks.flatMap((one, index) => {
      const here = `${at}.${index}`;
      return [...(takesWords(one) ? [{ place: here, label: labelOf(one) }] : []), ...inside(one, here)];
    });
  if (block.b === 'clause' || block.b === 'sub') return within(block.blocks, place);
  if (block.b === 'list')
    return block.items.flatMap((item, index) => within(item.blocks, `${place}.${index}`));
  return [];
}

/** The parts of a top block that can be spoken about, itself first; of a part inside, only that part. */
export function partsOf(doc: Doc, place: string): Part[] {
  if (place === '') return [{ place, label: 'The whole document' }];
  const block = place.includes('.') ? undefined : doc.blocks[Number(place)];
  if (!block) return [{ place, label: '' }];
  const whole = block.b === 'clause' ? `Whole clause: ${labelOf(block)}` : labelOf(block) || 'This part';
  return [{ place, label: whole }, ...inside(block, place)];
}
