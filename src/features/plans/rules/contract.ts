import * as z from 'zod/mini';
import { apiScopeNames, keyNameMax } from './api-keys.ts';
import { billingCycles, planIds } from './plans.ts';

export { plansApi } from './addresses.ts';

/** What browser, programs and server say to each other about plans. */

const Count = z.int().check(z.minimum(0));
const Limit = z.int().check(z.minimum(-1));
const PlanId = z.enum(planIds);

export const PlansAnswer = z.object({
  plans: z.array(
    z.object({
      id: PlanId,
      name: z.string(),
      /** Whole US dollars a month. */
      price: Count,
      /** Whole US dollars off a year paid at once. */
      yearlyDiscount: Count,
      billingCycle: z.enum(billingCycles),
      limits: z.object({
        monthlyRecoveries: Limit,
        aiEmails: Limit,
        aiTemplates: Limit,
        savedTemplates: Limit,
        customDiscounts: z.boolean(),
        multiChannel: z.boolean(),
        apiAccess: z.boolean(),
      }),
      features: z.array(z.string()),
    }),
  ),
});

/** The subscription as it stands, with what a browser keeps of it and what only the server knows. */
export const SubscriptionAnswer = z.object({
  currentPlan: PlanId,
  usage: z.object({
    monthlyRecoveries: Count,
    aiEmails: Count,
    customDiscounts: Count,
    multiChannel: Count,
    aiTemplates: Count,
    savedTemplates: Count,
  }),
  billingCycle: z.enum(billingCycles),
  paymentMethod: z.nullable(z.string()),
  nextBillingDate: z.nullable(z.string()),
  source: z.enum(['free', 'granted', 'paid']),
  /** When the plan ends by itself; null while it goes on. */
  endsAt: z.nullable(z.string()),
  /** The month that is counted, in UTC, and when the next one begins. */
  period: z.object({ month: z.string(), resetsAt: z.string() }),
  /** The monthly allowance of generated drafts: `month` is 0 for January to 11. */
  aiTemplateUsage: z.object({ count: Count, month: z.int().check(z.minimum(0), z.maximum(11)) }),
});

const KeyName = z.pipe(
  z.string({ error: 'Give the key a name.' }),
  z.pipe(
    z.transform((text: string) => text.replace(/\s+/g, ' ').trim()),
    z
      .string()
      .check(
        z.minLength(1, { error: 'Give the key a name.' }),
        z.maxLength(keyNameMax, { error: `A name can have up to ${keyNameMax} characters.` }),
        z.regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'A name can’t contain control characters.' }),
      ),
  ),
);

export const CreateKeyBody = z.object({
  name: KeyName,
  scopes: z.array(z.enum(apiScopeNames)).check(z.minLength(1, { error: 'Choose what the key can do.' })),
});

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});
export const KeysAnswer = z.object({ keys: z.array(ApiKey) });
/** The only time that the key itself is told. */
export const NewKeyAnswer = z.object({ key: ApiKey, secret: z.string() });
export const KeyParams = z.object({ id: z.string() });

export type PlansAnswer = z.output<typeof PlansAnswer>;
export type SubscriptionAnswer = z.output<typeof SubscriptionAnswer>;
export type SubscriptionSource = SubscriptionAnswer['source'];
export type ApiKey = z.output<typeof ApiKey>;
export type KeysAnswer = z.output<typeof KeysAnswer>;
export type NewKeyAnswer = z.output<typeof NewKeyAnswer>;
