import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsRatio, largestFrame, movedFrame, sizedFrame } from './crop.ts';

const sides = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
});
const step = fc.double({ min: -20_000, max: 20_000, noNaN: true });

test('[law] a frame never leaves its picture, is whole, and keeps its shape, whatever is done to it', () => {
  const acts = fc.array(
    fc.oneof(
      fc.record({ right: step, down: step }),
      fc.record({ part: fc.double({ min: -1, max: 3, noNaN: true }) }),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(sides, fc.constantFrom(4 / 3, 1, 16 / 9), acts, (size, ratio, done) => {
      let frame = largestFrame(size, ratio);
      for (const act of done)
        frame =
          'part' in act
            ? sizedFrame(frame, act.part, size, ratio)
            : movedFrame(frame, act.right, act.down, size);
      expect(Object.values(frame).every((each) => Number.isInteger(each) && each >= 0)).toBe(true);
      expect(frame.left + frame.width <= size.width && frame.top + frame.height <= size.height).toBe(true);
      expect(frame.width * frame.height).toBeGreaterThan(0);
      // As near as whole pixels go.
      expect(
        Math.abs(frame.height - frame.width / ratio) <= 1 ||
          frame.width === 1 ||
          frame.height === size.height,
      ).toBe(true);
    }),
  );
});

test('the largest frame is the middle, and a picture of its shape needs none', () => {
  expect(largestFrame({ width: 1000, height: 300 }, 4 / 3)).toEqual({
    left: 300,
    top: 0,
    width: 400,
    height: 300,
  });
  expect(largestFrame({ width: 300, height: 1000 }, 4 / 3)).toEqual({
    left: 0,
    top: 387,
    width: 300,
    height: 225,
  });
  expect([
    fitsRatio({ width: 1600, height: 1200 }, 4 / 3),
    fitsRatio({ width: 1600, height: 900 }, 4 / 3),
  ]).toEqual([true, false]);
});
