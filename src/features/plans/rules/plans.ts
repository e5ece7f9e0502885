/** The five plans. Everything that is true of a plan stands in this table; decisions about them are in `capabilities.ts`. */

export const planIds = ['FREE', 'PRO', 'AI_CONTENT', 'MULTI_CHANNEL', 'ENTERPRISE'] as const;
export type PlanId = (typeof planIds)[number];

export const countedFeatures = ['monthlyRecoveries', 'aiEmails', 'aiTemplates', 'savedTemplates'] as const;
export type CountedFeature = (typeof countedFeatures)[number];

export const flagFeatures = ['customDiscounts', 'multiChannel', 'apiAccess'] as const;
export type FlagFeature = (typeof flagFeatures)[number];

export type Feature = CountedFeature | FlagFeature;

export const unlimited = -1;

export type Limits = Record<CountedFeature, number> & Record<FlagFeature, boolean>;

export interface Plan {
  name: string;
  /** Whole US dollars a month. */
  price: number;
  billingCycle: BillingCycle;
  limits: Limits;
}

export const billingCycles = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];

type Counts = [carts: number, emails: number, drafts: number, saved: number];

function plan(name: string, price: number, counts: Counts, flags: FlagFeature[]): Plan {
  const [monthlyRecoveries, aiEmails, aiTemplates, savedTemplates] = counts;
  const limits: Limits = {
    monthlyRecoveries,
    aiEmails,
    aiTemplates,
    savedTemplates,
    customDiscounts: flags.includes('customDiscounts'),
    multiChannel: flags.includes('multiChannel'),
    apiAccess: flags.includes('apiAccess'),
  };
  return { name, price, billingCycle: 'monthly', limits };
}

/** What each feature is called, in the middle of a sentence. */
export const featureNames: Record<Feature, string> = {
  // Every cart that comes in counts, whether or not it comes back.
  monthlyRecoveries: 'abandoned carts',
  aiEmails: 'AI emails',
  aiTemplates: 'generated drafts',
  savedTemplates: 'saved templates',
  customDiscounts: 'custom discounts',
  multiChannel: 'multi-channel campaigns',
  apiAccess: 'API access',
};

/** What becomes of one when it is counted: "3 of 5 abandoned carts received", "3 of 3 generated drafts used". */
export const countedAs = (feature: Feature): string =>
  feature === 'monthlyRecoveries' ? 'received' : 'used';

/** How many are stored, not how many were made this month: deleting one makes room. */
export const isStored = (feature: Feature): boolean => feature === 'savedTemplates';

export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const everything: Counts = [unlimited, unlimited, unlimited, unlimited];

export const plans: Record<PlanId, Plan> = {
  FREE: plan('FREE', 0, [5, 3, 2, 5], []),
  PRO: plan('PRO', 29, [50, 25, 15, 25], ['customDiscounts']),
  AI_CONTENT: plan('AI CONTENT', 49, [100, 100, 50, 100], ['customDiscounts']),
  MULTI_CHANNEL: plan('MULTI-CHANNEL', 79, [250, 250, 100, 250], [...flagFeatures]),
  ENTERPRISE: plan('ENTERPRISE', 199, everything, [...flagFeatures]),
};

export const isPlanId = (value: unknown): value is PlanId => planIds.some((id) => id === value);

const isOf = <T extends string>(list: readonly T[], name: string): name is T =>
  list.some((each) => each === name);
export const isCounted = (name: string): name is CountedFeature => isOf(countedFeatures, name);
export const isFlag = (name: string): name is FlagFeature => isOf(flagFeatures, name);
