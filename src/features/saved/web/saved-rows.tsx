import { sizeWords } from '#base/size-words.ts';
import Ellipsis from '#ui/icons/ellipsis.ts';
import Star from '#ui/icons/star.ts';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuDivider, MenuItem } from '#ui/menu.tsx';
import { Tag } from '#ui/text.tsx';
import type { SavedHead } from '../rules/contract.ts';
import { daysLeft } from '../rules/list-view.ts';
import { useRowHeight, useRowsWindow } from './rows-window.ts';
import { usePaperPart } from './paper-part.ts';
import { MiniPage } from './thumbnail.tsx';

export interface RowActs {
  open(head: SavedHead): void;
  rename(head: SavedHead): void;
  versions(head: SavedHead): void;
  file(heads: SavedHead[]): void;
  duplicate(heads: SavedHead[]): void;
  star(heads: SavedHead[], starred: boolean): void;
  remove(heads: SavedHead[]): void;
  restore(heads: SavedHead[]): void;
  toggle(head: SavedHead): void;
}

export interface RowsProps {
  owner: string;
  heads: SavedHead[];
  chosen: ReadonlySet<string>;
  waits: ReadonlySet<string>;
  acts: RowActs;
}

/** Thousands of rows of which only those near the screen exist. Arrows walk, Space chooses, Enter opens, Del deletes. */
export function SavedRows(props: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { heads } = props;
  const rowHeight = useRowHeight();
  const { first, last } = useRowsWindow(list, heads.length, rowHeight);
  const { present, ...keys } = useWalk(list, heads, props.acts, 1);
  return (
    <div
      ref={list}
      role="grid"
      aria-label="Saved templates"
      aria-multiselectable="true"
      aria-rowcount={heads.length}
      aria-owns={inSight(heads, first, last)}
      className="relative"
      style={{ height: `${heads.length * rowHeight}px` }}
      {...keys}
    >
      {standing(heads, first, last).map(([index, head]) => (
        <Row
          key={head.id}
          {...props}
          height={rowHeight}
          head={head}
          index={index}
          isPresent={index === stopIn(present, first, last)}
        />
      ))}
    </div>
  );
}

/**
 * Those on the screen, in an order that no change alters: an element that is moved in the document loses the focus and
 * closes its menu. Where each is seen its style says, and to a screen reader the grid, which owns them in their order.
 */
export const standing = (heads: SavedHead[], first: number, last: number): [number, SavedHead][] =>
  heads
    .slice(first, last)
    .map((head, index): [number, SavedHead] => [first + index, head])
    .sort(([, a], [, b]) => (a.id < b.id ? -1 : 1));

/** Where Tab comes to: of a long list only those in sight are there. */
export const stopIn = (present: number, first: number, last: number): number =>
  present >= first && present < last ? present : first;

export const elementId = (head: SavedHead): string => `saved-${head.id}`;
export const inSight = (heads: SavedHead[], first: number, last: number) =>
  heads.slice(first, last).map(elementId).join(' ');

/** Tab comes to one of them, and to its menu: the first, or the last that somebody was at. */
export type OneProps = RowsProps & { head: SavedHead; index: number; isPresent: boolean };

function Row({ head, index, isPresent, chosen, waits, acts, height }: OneProps & { height: number }) {
  return (
    <div
      id={elementId(head)}
      role="row"
      aria-selected={chosen.has(head.id)}
      aria-rowindex={index + 1}
      data-index={index}
      tabIndex={isPresent ? 0 : -1}
      className="absolute inset-x-0 saved-row grid grid-cols-[auto_auto_auto_minmax(0,1fr)_auto] items-center gap-8 border-b border-hairline md:gap-12 aria-selected:bg-sunken"
      style={{ top: `${index * height}px`, height: `${height}px` }}
    >
      <span role="gridcell">
        <Chooser head={head} chosen={chosen} acts={acts} />
      </span>
      <span role="gridcell">
        <StarButton head={head} acts={acts} />
      </span>
      <MiniPage head={head} />
      <span role="gridcell" className="min-w-0">
        <Name head={head} acts={acts} className="md:line-clamp-1" />
        <Facts head={head} waits={waits} />
      </span>
      <span role="gridcell">
        <RowMenu head={head} acts={acts} isPresent={isPresent} />
      </span>
    </div>
  );
}

export const Chooser = ({
  head,
  chosen,
  acts,
}: {
  head: SavedHead;
  chosen: ReadonlySet<string>;
  acts: RowActs;
}) => (
  <Checkbox
    tabIndex={-1}
    label=""
    aria-label={`Select ${head.name}`}
    checked={chosen.has(head.id)}
    onChange={() => acts.toggle(head)}
  />
);

export const StarButton = ({ head, acts }: { head: SavedHead; acts: RowActs }) => (
  <IconButton
    icon={Star}
    size="tool"
    tabIndex={-1}
    label={head.starred ? `Unstar ${head.name}` : `Star ${head.name}`}
    aria-pressed={head.starred}
    onClick={() => acts.star([head], !head.starred)}
  />
);

interface NameProps {
  head: SavedHead;
  acts: RowActs;
  className?: string;
}

export const Name = ({ head, acts, className = '' }: NameProps) => (
  <button
    type="button"
    tabIndex={-1}
    className={`line-clamp-2 max-w-full text-left text-15 font-medium break-words ${className}`}
    onClick={() => acts.open(head)}
  >
    {head.name}
  </button>
);

export function Facts({ head, waits }: { head: SavedHead; waits: ReadonlySet<string> }) {
  return (
    <span className="block truncate text-13 text-muted">
      {/* Where it is stands first: on a phone the end of the line is cut. */}
      {waits.has(head.id) && <Tag tone="warn">on this device</Tag>}{' '}
      {head.isEmergencySaved ? (
        <Tag tone="danger">emergency copy</Tag>
      ) : (
        head.isCompressed && <Tag tone="warn">shortened</Tag>
      )}{' '}
      {whenOf(head)}
      {' · '}
      {sizeWords(head.bytes)}
      {head.folder && ` · ${head.folder}`}
    </span>
  );
}

// Months in letters, as everywhere: 4/5 is another day to half the world.
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const whenOf = ({ deletedAt, updatedAt }: SavedHead): string =>
  deletedAt
    ? `Deleted; permanently in ${daysLeft(deletedAt, new Date())} days`
    : day.format(new Date(updatedAt));

export function RowMenu({ head, acts, isPresent }: { head: SavedHead; acts: RowActs; isPresent: boolean }) {
  const { sendPath } = usePaperPart();
  return (
    <Menu
      label={<Icon of={Ellipsis} />}
      name={`More for ${head.name}`}
      chevron={false}
      square
      lazy
      tabIndex={isPresent ? 0 : -1}
      align="end"
    >
      {head.deletedAt ? (
        <>
          <MenuItem onAct={() => acts.restore([head])}>Restore</MenuItem>
          <MenuItem onAct={() => acts.remove([head])}>Delete permanently</MenuItem>
        </>
      ) : (
        <>
          <MenuItem onAct={() => acts.open(head)}>Open</MenuItem>
          {sendPath && <MenuItem href={sendPath(head.id)}>Send to sign</MenuItem>}
          <MenuItem onAct={() => acts.rename(head)}>Rename</MenuItem>
          <MenuItem onAct={() => acts.versions(head)}>Versions</MenuItem>
          <MenuItem onAct={() => acts.file([head])}>Move to folder</MenuItem>
          <MenuItem onAct={() => acts.duplicate([head])}>Duplicate</MenuItem>
          <MenuDivider />
          <MenuItem onAct={() => acts.remove([head])}>Delete</MenuItem>
        </>
      )}
    </Menu>
  );
}

/** Moves the focus from one to the next, also to those that do not exist until they are scrolled to. */
export function useWalk(
  list: React.RefObject<HTMLDivElement | null>,
  heads: SavedHead[],
  acts: RowActs,
  columns: number,
) {
  const focus = (index: number, isRetry = false) => {
    const found = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (found) found.focus();
    else if (!isRetry && list.current) {
      const top = list.current.getBoundingClientRect().top + window.scrollY;
      window.scrollTo(0, top + (list.current.clientHeight * index) / heads.length - 200);
      setTimeout(() => focus(index, true), 100);
    }
  };
  // By what it is, not by its place: the list changes while somebody is at it.
  const [presentId, setPresentId] = useState<string | null>(null);
  return {
    present: Math.max(
      0,
      heads.findIndex(({ id }) => id === presentId),
    ),
    onFocus(event: FocusEvent<HTMLDivElement>) {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[role="row"]');
      if (row) setPresentId(heads[Number(row.dataset['index'])]?.id ?? null);
    },
    /** The whole of it opens, but for the controls in it and the menu that it has opened. */
    onClick({ target, currentTarget }: MouseEvent<HTMLDivElement>) {
      const at = target as Element;
      const row = at.closest<HTMLElement>('[role="row"]');
      if (!row || !currentTarget.contains(at) || at.closest('button, a, label, input, [role="menu"]')) return;
      const head = heads[Number(row.dataset['index'])];
      if (head) acts.open(head);
    },
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      const target = event.target as HTMLElement;
      if (target.getAttribute('role') !== 'row') return;
      const at = Number(target.dataset['index']);
      const head = heads[at];
      const last = heads.length - 1;
      const to: Record<string, number> = {
        ArrowDown: at + columns,
        ArrowUp: at - columns,
        ArrowRight: at + 1,
        ArrowLeft: at - 1,
        Home: 0,
        End: last,
      };
      const next = to[event.key];
      if (next !== undefined) focus(Math.min(last, Math.max(0, next)));
      else if (!head) return;
      else if (event.key === ' ') acts.toggle(head);
      else if (event.key === 'Enter') acts.open(head);
      else if (event.key === 'Delete') acts.remove([head]);
      else if (event.key === 'F2') acts.rename(head);
      else return;
      event.preventDefault();
    },
  };
}
