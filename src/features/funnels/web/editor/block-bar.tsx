import ArrowDown from '#ui/icons/arrow-down.ts';
import ArrowUp from '#ui/icons/arrow-up.ts';
import Copy from '#ui/icons/copy.ts';
import Plus from '#ui/icons/plus.ts';
import Trash from '#ui/icons/trash-2.ts';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { blockTypes, specOf } from '../../rules/blocks.ts';
import type { Block } from '../../rules/contract.ts';
import { freshBlock } from '../../rules/make.ts';
import { newPartId } from '../store.ts';
import { blockActs } from './block-acts.ts';
import { RichBar } from './rich-bar.tsx';
import type { Work } from './state.ts';
import type { Writing } from './write-here.ts';

interface Props {
  work: Work;
  block: Block;
  host: RefObject<HTMLDivElement | null>;
  writing: Writing | null;
  /** Shown as on a phone: there is no room for words, and none in the middle. */
  isNarrow: boolean;
  onWritten(text: string): void;
}

/** Beside the chosen block, on the page: what the list beside the page does, where the eyes are. */
export function BlockBar({ work, block, host, writing, isNarrow, onWritten }: Props) {
  const box = useBox(host, block.id);
  if (!box) return null;
  const { insertBefore, insert, of } = blockActs(work);
  const acts = of(block.id);
  return (
    <>
      <div
        className="absolute left-8 z-10 flex flex-wrap items-center rounded-4 border border-control bg-surface shadow-float"
        style={{ top: `${Math.max(0, box.top - 22)}px` }}
        role="group"
        aria-label={`${specOf(block.type).label} on the page`}
      >
        {writing?.isRich ? (
          <RichBar work={work} area={() => writing.area} onChange={onWritten} />
        ) : (
          <>
            {box.hasText && (
              <Button variant="quiet" onClick={() => work.write({ blockId: block.id, at: 'all' })}>
                Edit text
              </Button>
            )}
            <IconButton icon={ArrowUp} label="Move up" onClick={acts.up} />
            <IconButton icon={ArrowDown} label="Move down" onClick={acts.down} />
            <IconButton icon={Copy} label="Duplicate" onClick={acts.duplicate} />
            <IconButton icon={Trash} label="Delete" onClick={acts.remove} />
            {box.hasText && !writing && !isNarrow && (
              <span className="px-12 text-13 text-muted max-lg:hidden">Click a text to edit it</span>
            )}
          </>
        )}
      </div>
      {!writing && (
        <>
          <Insert
            label="Add a block above"
            top={box.top - 18}
            isNarrow={isNarrow}
            onAdd={(made) => insertBefore(made, block.id, block.within)}
          />
          <Insert
            label="Add a block below"
            top={box.top + box.height - 18}
            isNarrow={isNarrow}
            onAdd={(made) => insert([made], block.id)}
          />
        </>
      )}
    </>
  );
}

interface InsertProps {
  label: string;
  top: number;
  isNarrow: boolean;
  onAdd(block: Block): void;
}

/** On the line between two blocks. */
function Insert({ label, top, isNarrow, onAdd }: InsertProps) {
  return (
    <div
      className={`absolute right-8 z-10 rounded-4 border border-control bg-surface ${isNarrow ? '' : 'lg:right-auto lg:left-1/2'}`}
      style={{ top: `${Math.max(0, top)}px` }}
    >
      <Menu label={<Icon of={Plus} size={16} />} name={label} chevron={false} square lazy>
        {blockTypes.map((type) => (
          <MenuItem key={type} onAct={() => onAdd(freshBlock(newPartId, type))}>
            {specOf(type).label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/** Where the block lies on the preview, however the page is drawn anew or the window changes. */
function useBox(host: RefObject<HTMLDivElement | null>, blockId: string) {
  const [box, setBox] = useState<{ top: number; height: number; hasText: boolean } | null>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const look = () => {
      const id = CSS.escape(blockId);
      const found = element.shadowRoot?.querySelector(`[data-block="${id}"]`);
      if (!found) return setBox(null);
      const { top: onScreen, height } = found.getBoundingClientRect();
      const top = onScreen - element.getBoundingClientRect().top;
      const hasText = found.querySelector(`[data-text^="${id} "]`) !== null;
      return setBox((now) =>
        now?.top === top && now.height === height && now.hasText === hasText ? now : { top, height, hasText },
      );
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const changes = new MutationObserver(look);
    if (element.shadowRoot) changes.observe(element.shadowRoot, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [host, blockId]);
  return box;
}
