import { type RefObject, useEffect, useRef, useState } from 'react';
import { randomText } from '#base/random-text.ts';
import { type Block, type BlockKind, mostBlocks } from '../rules/blocks.ts';
import {
  blockNames,
  blockWords,
  changeBlock,
  duplicateBlock,
  insertBlock,
  moveBlock,
  newBlock,
  removeBlock,
} from '../rules/edits.ts';

/** What was taken away last, and where it stood: it waits there until something else is done to the list. */
export interface Gone {
  block: Block;
  index: number;
}

export interface BlockActs {
  add(kind: BlockKind, index: number): void;
  change(block: Block): void;
  move(id: string, by: -1 | 1): void;
  duplicate(id: string): void;
  remove(id: string): void;
  undo(): void;
}

type Part = 'form' | 'up' | 'down' | 'undo';
const newId = () => `b_${randomText(10)}`;
const firstField = '[data-form] :is(input, textarea, select)';

/** What is done to blocks: each act says what it did, and the focus goes where the next one is likely. */
export function useBlocks(
  blocks: readonly Block[],
  set: (blocks: Block[]) => void,
  fresh: (kind: BlockKind, id: string) => Block = newBlock,
): {
  acts: BlockActs;
  gone: Gone | null;
  said: string;
  isFull: boolean;
  box: RefObject<HTMLDivElement | null>;
} {
  const [gone, setGone] = useState<Gone | null>(null);
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ id: string; part: Part } | null>(null);
  useEffect(() => {
    const at = wanted.current;
    if (!at) return;
    const row = box.current?.querySelector(`[data-block="${CSS.escape(at.id)}"]`);
    const target =
      (at.part === 'form' ? row?.querySelector<HTMLElement>(firstField) : null) ??
      row?.querySelector<HTMLElement>(`[data-act="${at.part === 'form' ? 'up' : at.part}"]`);
    if (!target) return;
    wanted.current = null;
    target.focus();
  });
  const isFull = blocks.length >= mostBlocks;
  const full = () => setSaid(`An email can have up to ${mostBlocks} blocks.`);

  const acts: BlockActs = {
    add(kind, index) {
      if (isFull) return full();
      const block = fresh(kind, newId());
      setGone(null);
      set(insertBlock(blocks, index, block));
      wanted.current = { id: block.id, part: 'form' };
      setSaid(`Added: ${blockNames[kind]}.`);
    },
    change: (block) => set(changeBlock(blocks, block)),
    move(id, by) {
      const at = blocks.findIndex((block) => block.id === id);
      if (at + by < 0 || at + by >= blocks.length)
        return setSaid(by === -1 ? 'It’s the first block already.' : 'It’s the last block already.');
      setGone(null);
      set(moveBlock(blocks, id, by));
      wanted.current = { id, part: by === -1 ? 'up' : 'down' };
      setSaid(`Moved ${by === -1 ? 'up' : 'down'}, to place ${at + by + 1} of ${blocks.length}.`);
    },
    duplicate(id) {
      if (isFull) return full();
      const copy = newId();
      setGone(null);
      set(duplicateBlock(blocks, id, copy));
      wanted.current = { id: copy, part: 'form' };
      const block = blocks.find((each) => each.id === id);
      if (block) setSaid(`Duplicated: ${blockWords(block)}.`);
    },
    remove(id) {
      const index = blocks.findIndex((block) => block.id === id);
      const block = blocks[index];
      if (!block) return;
      setGone({ block, index });
      set(removeBlock(blocks, id));
      wanted.current = { id: 'gone', part: 'undo' };
      setSaid(`Removed: ${blockWords(block)}.`);
    },
    undo() {
      if (!gone) return;
      set(insertBlock(blocks, Math.min(gone.index, blocks.length), gone.block));
      wanted.current = { id: gone.block.id, part: 'form' };
      setSaid(`Back again: ${blockWords(gone.block)}.`);
      setGone(null);
    },
  };
  return { acts, gone, said, isFull, box };
}
