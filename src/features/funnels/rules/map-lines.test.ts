import { expect, test } from 'vitest';
import { cornerOf, type Flow, mapSizes, portOf, wayBetween } from './map-lines.ts';

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
