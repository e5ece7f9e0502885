import * as z from 'zod/mini';

/** What a test decides by: the money that its visitors bring, or, where the funnel sells nothing here, the addresses they leave. */
export const splitMeasures = ['money', 'leads'] as const;
export type SplitMeasure = (typeof splitMeasures)[number];
const splitArm = z.object({
  /** Each once a day, as everywhere in these numbers. */
  visitors: z.int(),
  /** Of them, who went on to the next page. */
  next: z.int(),
  leads: z.int(),
  orders: z.int(),
  cents: z.int(),
});
export const splitView = z.object({
  stepId: z.string(),
  /** Of this test: another version or share is another one. */
  id: z.string(),
  by: z.enum(splitMeasures),
  startedAt: z.string(),
  days: z.number(),
  a: splitArm,
  b: splitArm,
  ended: z.nullable(
    z.object({ at: z.string(), winner: z.enum(['a', 'b']), why: z.enum(['sure', 'people', 'days', 'hand']) }),
  ),
});
export type SplitView = z.output<typeof splitView>;

/** `both`: what was ended by hand goes on. */
export const endSplitBody = z.object({
  id: z.string().check(z.maxLength(40)),
  keep: z.enum(['a', 'b', 'both']),
});
export type EndSplitBody = z.output<typeof endSplitBody>;
