import * as z from 'zod/mini';
import { field, isDrawn, mostPoints, mostStrokes } from './drawing.ts';

export const mostTyped = 120;

const x = z.int().check(z.minimum(0), z.maximum(field.width));
const y = z.int().check(z.minimum(0), z.maximum(field.height));

/** Strokes as points, never a picture: a few KB, and nothing in it can be anything but lines. */
export const drawing = z.array(z.array(z.tuple([x, y])).check(z.minLength(1), z.maxLength(mostPoints))).check(
  z.minLength(1, { error: 'Draw your signature, or type it.' }),
  z.maxLength(mostStrokes),
  z.refine((strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= mostPoints, {
    error: 'This drawing has too many lines. Draw it again, more simply.',
  }),
  // A dot is nobody's signature.
  z.refine(isDrawn, { error: 'Draw your signature, or type it.' }),
);
export type Drawing = z.output<typeof drawing>;
