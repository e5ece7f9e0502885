import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawingPath, field, isDrawn, type Stroke, withPoint } from './drawing.ts';
import { drawing } from './signature.ts';

const draw = (points: readonly (readonly [number, number])[]): readonly Stroke[] =>
  points.reduce<readonly Stroke[]>((strokes, [x, y]) => withPoint(strokes, x, y), [[]]);

test('whatever a pen does, the drawing is one that the server takes, or none', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.double({ min: -900, max: 900, noNaN: true }),
          fc.double({ min: -900, max: 900, noNaN: true }),
        ),
      ),
      (points) => {
        const strokes = draw(points).filter(({ length }) => length > 0);
        expect(drawing.safeParse(strokes).success).toBe(isDrawn(strokes));
      },
    ),
  );
});

test('a pen that rests adds nothing, and a line has an end', () => {
  const resting = draw(Array.from({ length: 500 }, () => [100, 100] as const));
  expect(resting).toEqual([[[100, 100]]]);
  const long = draw(
    Array.from({ length: 9000 }, (_, at) => [(at * 5) % field.width, (at * 7) % field.height]),
  );
  expect(long.flat().length).toBe(4000);
});

test('a dot is drawn as a dot', () => {
  expect(drawingPath([[[10, 20]]])).toBe('M10 20h.01');
  expect(
    drawingPath([
      [
        [1, 2],
        [3, 4],
      ],
    ]),
  ).toBe('M1 2L3 4');
});
