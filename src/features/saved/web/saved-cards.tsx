import { useEffect, useRef, useState } from 'react';
import { useRowsWindow } from './rows-window.ts';
import {
  Chooser,
  elementId,
  Facts,
  inSight,
  Name,
  type OneProps,
  RowMenu,
  type RowsProps,
  standing,
  StarButton,
  stopIn,
  useWalk,
} from './saved-rows.tsx';
import { Thumbnail } from './thumbnail.tsx';

const widest = 240;
const gap = 24;
/** The name in two lines, the facts and the line of buttons under a page. */
const foot = 124;

/** As many pages side by side as there is room for, two on a phone; each as tall as a sheet of its width. */
const gridFor = (width: number) => {
  const columns = Math.max(2, Math.floor(width / widest));
  return { columns, height: Math.round(((width + gap) / columns - gap) * 1.3) + foot + gap };
};

export function SavedCards(props: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { heads } = props;
  const [{ columns, height }, setGrid] = useState(() => gridFor(widest));
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const watcher = new ResizeObserver(() => setGrid(gridFor(element.clientWidth)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const lines = Math.ceil(heads.length / columns);
  const { first, last } = useRowsWindow(list, lines, height);
  const { present, ...keys } = useWalk(list, heads, props.acts, columns);
  return (
    <div
      ref={list}
      role="grid"
      aria-label="Saved templates"
      aria-multiselectable="true"
      aria-rowcount={heads.length}
      className="relative"
      style={{ height: `${lines * height}px` }}
      {...keys}
    >
      <div
        role="rowgroup"
        aria-owns={inSight(heads, first * columns, last * columns)}
        className="absolute inset-x-0 grid gap-24"
        style={{
          top: `${first * height}px`,
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: `${height - gap}px`,
        }}
      >
        {standing(heads, first * columns, last * columns).map(([index, head]) => (
          <Card
            key={head.id}
            {...props}
            head={head}
            index={index}
            isPresent={index === stopIn(present, first * columns, last * columns)}
          />
        ))}
      </div>
    </div>
  );
}

function Card({ owner, head, index, isPresent, chosen, waits, acts }: OneProps) {
  return (
    <div
      id={elementId(head)}
      role="row"
      aria-selected={chosen.has(head.id)}
      aria-rowindex={index + 1}
      data-index={index}
      tabIndex={isPresent ? 0 : -1}
      style={{ order: index }}
      className="saved-row flex min-w-0 flex-col gap-8 aria-selected:bg-sunken"
    >
      <Thumbnail owner={owner} head={head} />
      <div role="gridcell">
        <Name head={head} acts={acts} className="min-h-48" />
        <Facts head={head} waits={waits} />
        <span className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-8">
          <Chooser head={head} chosen={chosen} acts={acts} />
          <StarButton head={head} acts={acts} />
          <RowMenu head={head} acts={acts} isPresent={isPresent} />
        </span>
      </div>
    </div>
  );
}
