import type { Plans } from '#features/plans/server/public.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { TextConsent } from '#platform/server/texts/message.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import { createAfterwards } from './afterwards.ts';
import { createEngine, type Engine } from './engine.ts';
import { createHappenings, type Happened } from './happened.ts';

export { followUpNobodyTwice } from './after-restore.ts';
export { followupBytes } from './room.ts';

export interface Followups {
  /** In the transaction of what happened: it stops what it stops, and starts what waits for it. */
  happened: Happened;
  /** Around the consent that mail asks: what stopped somebody counts to the very moment before sending. */
  guard(inner: MailConsent): MailConsent;
  /** The same around what text messages ask. */
  guardTexts(inner: TextConsent): TextConsent;
  engine: Engine;
  plans: Plans;
  afterwards: ReturnType<typeof createAfterwards>;
}

/** For the app to wire, and for funnels, the store and agreements to tell. */
export function createFollowups(
  platform: Platform,
  { plans, webhooks }: { plans: Plans; webhooks: Webhooks },
): Followups {
  const afterwards = createAfterwards(platform);
  return {
    happened: createHappenings(platform),
    guard: afterwards.guard,
    guardTexts: afterwards.guardTexts,
    plans,
    engine: createEngine({ ...platform, plans, webhooks }),
    afterwards,
  };
}
