import * as z from 'zod/mini';
import { MailWords } from '#features/letters/rules/blocks.ts';
import { AnyMailWords, FormerWords, formerOf, inBlocks } from '#features/letters/rules/former.ts';
import { text, whole } from '#features/recovery/rules/fields.ts';
import { Tag } from './person-shape.ts';
import { Question } from './question.ts';
import { longestText } from './text-message.ts';

/** What a sequence is made of. A step keeps its id when it is changed or moved: by it people stay in their place. */

const StepId = z.string().check(z.regex(/^[\w-]{4,40}$/));
const day = z.string().check(
  // A year of these centuries: while one is typed, it is the year 20 or 202 for a moment.
  z.refine((given) => /^2[01]\d\d-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)), {
    error: 'Choose a date.',
  }),
);

export const mostSteps = 60;
/** How deep a choice can stand within a choice. */
export const mostDepth = 3;
export const longestWaitHours = 24 * 365;

const Wait = z.object({ id: StepId, kind: z.literal('wait'), hours: whole(1, longestWaitHours) });
/** Until a weekday and an hour where the reader is. No day means any day. */
const Until = z.object({
  id: StepId,
  kind: z.literal('until'),
  days: z.array(whole(0, 6)).check(z.maxLength(7)),
  hour: whole(0, 23),
});
const UntilDate = z.object({ id: StepId, kind: z.literal('date'), date: day, hour: whole(0, 23) });
const ofStep = { id: StepId, kind: z.literal('mail') };
const MailStep = z.extend(MailWords, {
  ...ofStep,
  /** A second wording, B, to find out whether it brings more. */
  other: z.optional(AnyMailWords),
  /** Percent of people who get it; half of them where nothing is said. */
  share: z.optional(whole(10, 90)),
});
export type MailStep = z.output<typeof MailStep>;
/** As programs and pages that know no blocks send it. */
const FormerMailStep = z.pipe(
  z.extend(FormerWords, { ...ofStep, other: z.optional(AnyMailWords), share: z.optional(whole(10, 90)) }),
  z.transform((given): MailStep => mailInBlocks(given as unknown as MailStep)),
);
const TagStep = z.object({ id: StepId, kind: z.literal('tag'), add: z.boolean(), tag: Tag });
const Webhook = z.object({ id: StepId, kind: z.literal('webhook') });
/** To their phone, if they agreed to that. */
const TextStep = z.object({
  id: StepId,
  kind: z.literal('text'),
  text: text(longestText).check(z.minLength(1, { error: 'Write the text message.' })),
});
export type TextStep = z.output<typeof TextStep>;
const End = z.object({ id: StepId, kind: z.literal('end') });

export type PlainStep = z.output<
  | typeof Wait
  | typeof Until
  | typeof UntilDate
  | typeof MailStep
  | typeof TagStep
  | typeof Webhook
  | typeof TextStep
  | typeof End
>;
export interface BranchStep {
  id: string;
  kind: 'branch';
  when: Question;
  yes: Step[];
  no: Step[];
}
export type Step = PlainStep | BranchStep;
export type StepKind = Step['kind'];

const Branch: z.ZodMiniType<BranchStep> = z.object({
  id: StepId,
  kind: z.literal('branch'),
  when: Question,
  get yes() {
    return z.array(Step).check(z.maxLength(mostSteps));
  },
  get no() {
    return z.array(Step).check(z.maxLength(mostSteps));
  },
}) as unknown as z.ZodMiniType<BranchStep>;

const Step: z.ZodMiniType<Step> = z.lazy(() =>
  z.union([Wait, Until, UntilDate, MailStep, FormerMailStep, TagStep, Webhook, TextStep, End, Branch]),
) as unknown as z.ZodMiniType<Step>;
// For the API's description, which names what refers to itself.
z.globalRegistry.add(Step, { id: 'SequenceStep' });

/** Every step, however deep, in the order in which they are read. */
export const allSteps = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) =>
    step.kind === 'branch' ? [step, ...allSteps(step.yes), ...allSteps(step.no)] : [step],
  );

const mailInBlocks = (step: MailStep): MailStep => {
  const { other, ...mail } = inBlocks(step);
  return other ? { ...mail, other: inBlocks(other) } : mail;
};
const withFormer = <W extends MailWords>(words: W): W => ({ ...words, ...formerOf(words.blocks) });
const mailForBoth = (step: MailStep): MailStep => ({
  ...withFormer(step),
  ...(step.other && { other: withFormer(step.other) }),
});

/** Steps as an earlier release stored them, with their emails in blocks. */
export const stepsInBlocks = (steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    step.kind === 'branch'
      ? { ...step, yes: stepsInBlocks(step.yes), no: stepsInBlocks(step.no) }
      : step.kind === 'mail'
        ? mailInBlocks(step)
        : step,
  );

/** As they are stored: an earlier release that is at work beside this one finds the words that it knows. */
export const stepsForBoth = (steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    step.kind === 'branch'
      ? { ...step, yes: stepsForBoth(step.yes), no: stepsForBoth(step.no) }
      : step.kind === 'mail'
        ? mailForBoth(step)
        : step,
  );

const depthOf = (steps: readonly Step[]): number =>
  Math.max(
    0,
    ...steps.map((step) => (step.kind === 'branch' ? 1 + Math.max(depthOf(step.yes), depthOf(step.no)) : 0)),
  );

export const Steps = z.array(Step).check(
  z.minLength(1, { error: 'Add at least one step.' }),
  z.refine((steps) => depthOf(steps) <= mostDepth, {
    error: `A choice can stand within a choice up to ${mostDepth} deep.`,
  }),
  z.refine((steps) => allSteps(steps).length <= mostSteps, {
    error: `A sequence can have up to ${mostSteps} steps.`,
  }),
  z.refine((steps) => new Set(allSteps(steps).map(({ id }) => id)).size === allSteps(steps).length, {
    error: 'Two steps have the same id.',
  }),
);
