import * as z from 'zod/mini';
import { line } from '#features/recovery/rules/fields.ts';
import { Conditions } from './question.ts';

/** People found by what they have in common. */

const Id = z.string().check(z.regex(/^[\w-]{4,64}$/));

const inJson = z.pipe(
  z.transform((given: string, context): unknown => {
    try {
      return JSON.parse(given);
    } catch {
      context.issues.push({ code: 'custom', message: 'This isn’t JSON.', input: given });
      return [];
    }
  }),
  Conditions,
);

/** Conditions that all have to be met. Left out: not asked. */
export const Segment = z.object({
  search: z._default(line(120), ''),
  tag: z._default(line(40), ''),
  consent: z._default(z.enum(['any', 'yes', 'no']), 'any'),
  bought: z._default(z.enum(['any', 'yes', 'no']), 'any'),
  /** In this sequence right now. */
  sequenceId: z._default(line(64), ''),
  /** As JSON where it stands in an address. */
  only: z.optional(z.union([Conditions, z.pipe(z.string().check(z.maxLength(8000)), inJson)])),
});
export type Segment = z.output<typeof Segment>;

/** Conditions under a name of their own. Who fits is looked up whenever it is used. */
export const SegmentBody = z.object({
  name: line(60).check(z.minLength(1, { error: 'Enter a name.' })),
  segment: Segment,
});
export const SavedSegment = z.extend(SegmentBody, { id: Id });
export type SavedSegment = z.output<typeof SavedSegment>;
export const mostSegments = 50;
