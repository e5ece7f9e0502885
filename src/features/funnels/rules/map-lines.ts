import type { Edge, Placed } from './layout.ts';

/** To the right where there is room, else downwards. */
export type Flow = 'right' | 'down';

interface Point {
  x: number;
  y: number;
}

const edgeRoom = 8;
export const mapSizes = {
  right: { width: 176, height: 164, gapX: 124, gapY: 44 },
  down: { width: 156, height: 164, gapX: 24, gapY: 72 },
} as const;
/** How far along a step's side a way leaves it and arrives at it: words have room between the two. */
const leaves = { next: 0.25, decline: 0.8 };
const arrives = { next: 0.25, decline: 0.55 };

/** What lies along the way and across it, whichever way that is: the same sums serve both. */
const turned = {
  right: (along: number, across: number): Point => ({ x: along, y: across }),
  down: (along: number, across: number): Point => ({ x: across, y: along }),
};
const measuresOf = (flow: Flow) => {
  const { width, height, gapX, gapY } = mapSizes[flow];
  return flow === 'right'
    ? { long: width, wide: height, gapLong: gapX, gapWide: gapY }
    : { long: height, wide: width, gapLong: gapY, gapWide: gapX };
};
const inFlow = (flow: Flow, { x, y }: Point) =>
  flow === 'right' ? { along: x, across: y } : { along: y, across: x };

export function cornerOf(flow: Flow, { column, row }: Pick<Placed, 'column' | 'row'>): Point {
  const { long, wide, gapLong, gapWide } = measuresOf(flow);
  return turned[flow](edgeRoom + column * (long + gapLong), edgeRoom + row * (wide + gapWide));
}

/** Where a way leaves a step that stands at `corner`: a "no" a little further on. */
export function portOf(flow: Flow, corner: Point, kind: Edge['kind']): Point {
  const { long, wide } = measuresOf(flow);
  const { along, across } = inFlow(flow, corner);
  return turned[flow](along + long, across + wide * leaves[kind]);
}

/** Where the words of a way stand, beside its beginning. */
export function wordsAt(flow: Flow, corner: Point, kind: Edge['kind']): Point {
  const { x, y } = portOf(flow, corner, kind);
  if (flow === 'right') return { x: x + 16, y: y - 6 };
  return { x: x + 8, y: y + (kind === 'decline' ? 42 : 24) };
}

export function wayBetween(flow: Flow, from: Point, to: Point, kind: Edge['kind']): string {
  const { long, wide, gapLong, gapWide } = measuresOf(flow);
  const a = inFlow(flow, from);
  const b = inFlow(flow, to);
  const start = inFlow(flow, portOf(flow, from, kind));
  const end = { along: b.along - 2, across: b.across + wide * arrives[kind] };
  const bend = end.along - gapLong / 8;
  // Back, or straight across: round the near side.
  const near = Math.max(2, Math.min(a.along, b.along) - 6);
  const below = a.across + wide + gapWide / 2;
  const corners: [along: number, across: number][] =
    b.along > a.along
      ? [
          [start.along, start.across],
          [bend, start.across],
          [bend, end.across],
          [end.along, end.across],
        ]
      : [
          [a.along + long / 2, a.across + wide],
          [a.along + long / 2, below],
          [near, below],
          [near, end.across],
          [end.along, end.across],
        ];
  return `M${corners
    .map(([along, across]) => turned[flow](along, across))
    .map(({ x, y }) => `${x} ${y}`)
    .join('L')}`;
}
