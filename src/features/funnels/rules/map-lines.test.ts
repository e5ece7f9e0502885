import { expect, test } from 'vitest';
import { edgesOf, mapLayout, wayWords } from './layout.ts';
import { cornerOf, type Flow, mapSizes, portOf, wayBetween, wordsAt } from './map-lines.ts';
import { startFrom } from './start-from.ts';
import { starters } from './starters/index.ts';

const numbersIn = (path: string) =>
  path
    .slice(1)
    .split('L')
    .map((at) => at.split(' ').map(Number));

test.each<Flow>(['right', 'down'])(
  'a way begins at its dot and ends at the step it leads to, going %s',
  (flow) => {
    const from = cornerOf(flow, { column: 0, row: 0 });
    const to = cornerOf(flow, { column: 2, row: 1 });
    const { width, height } = mapSizes[flow];
    for (const kind of ['next', 'decline'] as const) {
      const points = numbersIn(wayBetween(flow, from, to, kind));
      const { x, y } = portOf(flow, from, kind);
      expect(points[0]).toEqual([x, y]);
      const [endX = 0, endY = 0] = points.at(-1) ?? [];
      expect(flow === 'right' ? to.x - endX : to.y - endY).toBe(2);
      expect(flow === 'right' ? endY - to.y : endX - to.x).toBeGreaterThan(0);
      expect(flow === 'right' ? endY - to.y : endX - to.x).toBeLessThan(flow === 'right' ? height : width);
    }
  },
);

test.each<Flow>(['right', 'down'])('a way back goes round and stays on the sheet, going %s', (flow) => {
  const from = cornerOf(flow, { column: 2, row: 0 });
  const back = numbersIn(wayBetween(flow, from, cornerOf(flow, { column: 0, row: 0 }), 'next'));
  expect(back.length).toBeGreaterThan(4);
  expect(back.flat().every((at) => at >= 0)).toBe(true);
});

test('on a phone two steps stand side by side', () => {
  expect(cornerOf('down', { column: 0, row: 2 }).x).toBeLessThanOrEqual(390);
  expect(cornerOf('down', { column: 3, row: 0 }).x).toBe(cornerOf('down', { column: 0, row: 0 }).x);
});

test.each<Flow>(['right', 'down'])(
  'the words of no way lie on a step, on other words or on another way, going %s',
  (flow) => {
    let made = 0;
    const { width, height } = mapSizes[flow];
    const meet = (a: Box, b: Box) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    for (const starter of starters) {
      const funnel = startFrom(starter, () => `p${++made}`, 'fun_map', null);
      const places = new Map(mapLayout(funnel).placed.map((one) => [one.id, cornerOf(flow, one)]));
      const placeOf = (id: string) => places.get(id) ?? { x: 0, y: 0 };
      const steps = [...places.values()].map(({ x, y }): Box => ({
        left: x,
        right: x + width,
        top: y,
        bottom: y + height,
      }));
      const edges = edgesOf(funnel);
      const words = edges.map((edge): Box => {
        const { x, y } = wordsAt(flow, placeOf(edge.from), edge.kind);
        const step = funnel.steps.find(({ id }) => id === edge.from);
        const text = `${step ? wayWords(edge, step) : ''} 99.9%`;
        return { left: x, right: x + text.length * 6.5, top: y - 11, bottom: y + 3 };
      });
      const ways = edges.map((edge) => {
        const points = numbersIn(wayBetween(flow, placeOf(edge.from), placeOf(edge.to), edge.kind));
        return points.slice(1).map(([x = 0, y = 0], at): Box => {
          const [beforeX = 0, beforeY = 0] = points[at] ?? [];
          return {
            left: Math.min(x, beforeX),
            right: Math.max(x, beforeX) + 1,
            top: Math.min(y, beforeY),
            bottom: Math.max(y, beforeY) + 1,
          };
        });
      });
      for (const [at, box] of words.entries()) {
        const others = [...steps, ...words.filter((one) => one !== box), ...ways.flat()];
        expect(
          others.filter((one) => meet(box, one)),
          `${starter.id}: the words of way ${at + 1}`,
        ).toEqual([]);
      }
    }
  },
);

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
