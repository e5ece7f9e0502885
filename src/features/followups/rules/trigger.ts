import * as z from 'zod/mini';
import { paidPlans } from '#features/plans/rules/capabilities.ts';
import { Currency, line, mostCents, whole } from '#features/recovery/rules/fields.ts';
import { FieldName, Tag } from './person-shape.ts';

/** What starts a sequence for somebody. '' stands for any. */
export const Trigger = z.discriminatedUnion('on', [
  z.object({ on: z.literal('lead'), funnelId: z._default(line(64), ''), step: z._default(line(400), '') }),
  z
    .object({
      on: z.literal('bought'),
      /** A product's name, or a part of it. */
      contains: z._default(line(120), ''),
      which: z._default(z.enum(['any', 'first', 'again']), 'any'),
      /** Both in the currency of the order. */
      minCents: z.optional(whole(0, mostCents)),
      maxCents: z.optional(whole(0, mostCents)),
      currency: z.optional(Currency),
    })
    .check(
      z.refine(({ minCents = 0, maxCents = mostCents }) => maxCents >= minCents, {
        error: 'The most is below the least.',
        path: ['maxCents'],
      }),
    ),
  /** The money of an order, or a part of it, was given back. */
  z.object({ on: z.literal('refunded') }),
  /** `overdue`: a day on which something is to be paid has passed. */
  z.object({ on: z.literal('agreement'), what: z.enum(['sent', 'signed', 'declined', 'overdue']) }),
  z.object({ on: z.literal('tag'), tag: Tag }),
  /** A date in a field, such as a birthday, every year or once. */
  z.object({ on: z.literal('date'), field: FieldName, daysBefore: whole(0, 365), yearly: z.boolean() }),
  z.object({ on: z.literal('event'), name: line(60).check(z.minLength(1, { error: 'Name the event.' })) }),
  /** Only people whom its owner picks. */
  z.object({ on: z.literal('hand') }),
  // What happens to members and readers of the hub: of its operator only.
  z.object({ on: z.literal('joined') }),
  /** Confirmed the newsletter. */
  z.object({ on: z.literal('subscribed') }),
  z.object({
    on: z.literal('plan'),
    what: z.enum(['begun', 'ended']),
    plan: z._default(z.enum(['', ...paidPlans]), ''),
  }),
  z.object({ on: z.literal('gift'), minCents: z.optional(whole(0, mostCents)) }),
]);
export type Trigger = z.output<typeof Trigger>;

const ofTheHub: readonly Trigger['on'][] = ['joined', 'subscribed', 'plan', 'gift'];
export const isOfTheHub = ({ on }: Trigger): boolean => ofTheHub.includes(on);
