import type { MemberData } from '#features/accounts/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { plansKnowledge } from '../rules/knowledge.ts';
import { monthKey, monthsAhead, utcMonth } from '../rules/months.ts';
import { createApiKeys } from './api-keys.ts';
import { planCommands } from './commands.ts';
import { forgetOldCounters } from './counting.ts';
import { plansPage } from './desk-page.ts';
import { plansMemberData, plansPerson } from './person.ts';
import type { Plans } from './plans.ts';
import { planRoutes } from './routes.ts';

interface PlansParts {
  /** The gate that every feature was given. */
  plans: Plans;
  memberData?: MemberData;
}

/** What somebody may do here, how much of it, and by which key. */
export function plansFeature(platform: Platform, { plans, memberData }: PlansParts): ServerFeature {
  const { db, clock } = platform;
  const keys = createApiKeys(platform, plans);
  memberData?.add(plansMemberData(platform));
  return {
    name: 'plans',
    knows: () => plansKnowledge,
    routes: planRoutes(platform, plans, keys),
    resolveKey: keys.resolve,
    commands: planCommands(platform, plans),
    desk: [plansPage(platform, plans)],
    person: plansPerson(platform),
    jobs: [
      {
        name: 'plans-tidy',
        everySeconds: 300,
        async run() {
          const now = clock.now();
          await db.transaction((trx) => plans.endExpired(trx));
          await forgetOldCounters(db.tables(), monthKey(utcMonth(monthsAhead(now, -13))));
        },
      },
    ],
  };
}
