/** The field in which a signature is drawn, in its own units. */
export const field = { width: 600, height: 200 } as const;
export const mostPoints = 4000;
export const mostStrokes = 200;

export type Point = [x: number, y: number];
export type Stroke = Point[];

/** As the `d` of an SVG path. A single point is a dot. */
export const drawingPath = (strokes: readonly (readonly (readonly [number, number])[])[]): string =>
  strokes
    .map((stroke) =>
      stroke.length === 1
        ? `M${stroke[0]?.[0]} ${stroke[0]?.[1]}h.01`
        : stroke.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${px} ${py}`).join(''),
    )
    .join('');

const fit = (value: number, to: number): number => Math.round(Math.min(to, Math.max(0, value)));

/** Closer points than this say nothing about a line, and a signature has room for 4,000. */
const nearest = 3;

/** The strokes with one more point at the end of the last; unchanged where there is no room or it is where it was. */
export function withPoint(strokes: readonly Stroke[], x: number, y: number): readonly Stroke[] {
  const last = strokes.at(-1);
  if (!last || strokes.reduce((sum, { length }) => sum + length, 0) >= mostPoints) return strokes;
  const point: Point = [fit(x, field.width), fit(y, field.height)];
  const before = last.at(-1);
  if (before && Math.hypot(point[0] - before[0], point[1] - before[1]) < nearest) return strokes;
  return [...strokes.slice(0, -1), [...last, point]];
}

/** Whether it is more than a dot. */
export function isDrawn(strokes: readonly Stroke[]): boolean {
  const points = strokes.flat();
  const over = (at: 0 | 1): number => {
    const all = points.map((point) => point[at]);
    return Math.max(...all) - Math.min(...all);
  };
  return points.length > 0 && Math.max(over(0), over(1)) >= 20;
}
