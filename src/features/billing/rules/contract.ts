import * as z from 'zod/mini';
import { billingCycles, planIds } from '#features/plans/rules/plans.ts';
import { BillingDetails, Country } from './details.ts';
import { type LeaveReason, leaveReasons } from './leave-reasons.ts';
import { states } from './record.ts';

export { BillingDetails } from './details.ts';
export { billingApi, billingPath, monthlyPath } from './addresses.ts';

const Cents = z.int().check(z.minimum(0));
const Mode = z.enum(['emulator', 'paypal', 'off']);

export const Choosing = z.object({
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  country: Country,
  vatId: z.optional(BillingDetails.shape.vatId),
});
export const Quote = z.object({
  kind: z.enum(['start', 'upgrade', 'downgrade', 'cycle', 'resume']),
  when: z.enum(['now', 'later']),
  from: z.nullable(z.enum(planIds)),
  priceCents: Cents,
  creditCents: Cents,
  netCents: Cents,
  taxCents: Cents,
  taxWords: z.string(),
  vatWords: z.string(),
  dueNowCents: Cents,
  nextPaymentAt: z.string(),
  /** Tax included. */
  nextPaymentCents: Cents,
  mode: Mode,
});
/** The quote is null where they have exactly this already. */
export const PreviewAnswer = z.object({ quote: z.nullable(Quote), mode: Mode });

export const ChangeRequest = z.object({
  plan: z.enum(planIds),
  cycle: z.enum(billingCycles),
  country: Country,
  vatId: z.optional(BillingDetails.shape.vatId),
  /** Left out, what the invoices say so far stays. */
  name: z.optional(BillingDetails.shape.name),
  company: z.optional(BillingDetails.shape.company),
  address: z.optional(BillingDetails.shape.address),
  /** The page of this hub to go on with afterwards. */
  from: z.optional(z.string().check(z.maxLength(2000))),
  /** What was shown before it was agreed to. */
  seenDueNowCents: Cents,
  seenNextCents: Cents,
});
export const ApprovalAnswer = z.object({ id: z.string(), approveUrl: z.string() });

export const CancelRequest = z.object({
  reason: z.optional(z.enum(Object.keys(leaveReasons) as [LeaveReason, ...LeaveReason[]])),
  words: z.optional(z.string().check(z.maxLength(500, { error: 'Up to 500 characters.' }))),
});

export const ReturnedRequest = z.object({ id: z.string().check(z.maxLength(60)) });
export const ReturnedAnswer = z.object({ state: z.enum(states) });

export const Invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  at: z.string(),
  words: z.string(),
  cents: Cents,
  refundedCents: Cents,
  credits: z.array(z.string()),
});
export const BillingAnswer = z.object({
  mode: Mode,
  current: z.nullable(
    z.object({
      id: z.string(),
      plan: z.enum(planIds),
      cycle: z.enum(billingCycles),
      state: z.enum(states),
      paidUntil: z.nullable(z.string()),
      nextPaymentAt: z.nullable(z.string()),
      nextPaymentCents: Cents,
      country: z.string(),
      retryAt: z.nullable(z.string()),
      /** Null: not cancelled; false: PayPal has not been reached yet. */
      cancelTold: z.nullable(z.boolean()),
      withdrawUntil: z.nullable(z.string()),
      /** The account at the provider that pays, once it has said so. */
      payer: z.nullable(z.string()),
    }),
  ),
  /** A plan that the operator gave, where nothing larger is paid. */
  granted: z.nullable(z.enum(planIds)),
  /** Null until entered; `note` says what of it does not count yet. */
  details: z.nullable(z.extend(BillingDetails, { note: z.string() })),
  next: z.nullable(
    z.object({ plan: z.enum(planIds), cycle: z.enum(billingCycles), at: z.string(), cents: Cents }),
  ),
  gifts: z.array(
    z.object({ id: z.string(), cents: Cents, nextAt: z.string(), state: z.enum(states), token: z.string() }),
  ),
  invoices: z.array(Invoice),
});
export const InvoiceParams = z.object({ id: z.string().check(z.maxLength(80)) });
export const InvoiceQuery = z.object({ credit: z.optional(z.string().check(z.maxLength(40))) });

export const MonthlyRequest = z.object({
  cents: z
    .int({ error: 'Give an amount in dollars.' })
    .check(
      z.minimum(100, { error: 'At least $1.' }),
      z.maximum(1_000_000, { error: 'Up to $10,000 a month.' }),
    ),
  email: z.string().check(z.maxLength(254)),
});
export const MonthlyToken = z.object({ gift: z.string().check(z.maxLength(200)) });
export const MonthlyAnswer = z.object({
  state: z.enum(states),
  cents: Cents,
  nextAt: z.nullable(z.string()),
  cancelTold: z.nullable(z.boolean()),
  mode: Mode,
});

export type Quote = z.output<typeof Quote>;
export type PreviewAnswer = z.output<typeof PreviewAnswer>;
export type BillingAnswer = z.output<typeof BillingAnswer>;
export type BillingInvoice = z.output<typeof Invoice>;
export type ApprovalAnswer = z.output<typeof ApprovalAnswer>;
export type ReturnedAnswer = z.output<typeof ReturnedAnswer>;
export type MonthlyAnswer = z.output<typeof MonthlyAnswer>;
