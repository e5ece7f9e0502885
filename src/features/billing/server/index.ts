import type { MemberData } from '#features/accounts/server/public.ts';
import type { MoveSource, PaymentHandler } from '#features/payments/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { advance, forgetAbandoned } from './advance.ts';
import { billingCommands } from './commands.ts';
import { subscriptionsPage } from './desk-page.ts';
import { providerTaskHandler } from './provider-tasks.ts';
import { type BillingOptions, createBillingContext } from './context.ts';
import { retryRefunds } from './give-back.ts';
import { subscriptionMoves } from './moves.ts';
import { billingNotices } from './notices.ts';
import { billingMemberData, billingPerson } from './person.ts';
import { billingRoutes } from './routes.ts';

export interface Billing {
  feature: ServerFeature;
  /** What the payment rail tells about subscriptions. */
  notices: PaymentHandler;
  /** For the export of payments. */
  moves: readonly MoveSource[];
}

/** Paying regularly: plans and monthly donations, from the first yes to the last invoice. */
export function createBilling(
  platform: Platform,
  options: BillingOptions & { memberData?: MemberData },
): Billing {
  const context = createBillingContext(platform, options);
  options.memberData?.add(billingMemberData(context));
  return {
    notices: billingNotices(context),
    moves: subscriptionMoves(platform.db),
    feature: {
      name: 'billing',
      routes: billingRoutes(context),
      outboxHandlers: [providerTaskHandler(context)],
      jobs: [
        { name: 'billing-advance', everySeconds: 60, run: async () => void (await advance(context)) },
        { name: 'billing-refunds', everySeconds: 60, run: () => retryRefunds(context) },
        { name: 'billing-tidy', everySeconds: 3600, run: () => forgetAbandoned(context) },
      ],
      commands: billingCommands(context),
      desk: [subscriptionsPage(context)],
      person: billingPerson(context),
    },
  };
}
