import { days } from '#base/clock.ts';
import type { MemberData } from '#features/accounts/server/public.ts';
import type { Plans } from '#features/plans/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { recoveryCommands } from './commands.ts';
import { openRoutes } from './open-routes.ts';
import { recoveryMemberData, recoveryPerson } from './person.ts';
import type { Recovery } from './public.ts';
import { memberRoutes } from './routes.ts';
import type { RecoveryTables } from './tables.ts';

interface RecoveryFeatureParts {
  /** Made before, since store, funnels and mail are given it too. */
  recovery: Recovery;
  plans: Plans;
  memberData?: MemberData;
}

/** Abandoned carts that come back, for members' shops and for the hub's own store. */
export function recoveryFeature(
  platform: Platform,
  { recovery, plans, memberData }: RecoveryFeatureParts,
): ServerFeature {
  memberData?.add(recoveryMemberData(platform));
  return {
    name: 'recovery',
    routes: [...memberRoutes(platform, recovery, plans), ...openRoutes(platform, recovery)],
    person: recoveryPerson(platform),
    commands: recoveryCommands(platform),
    jobs: [
      {
        name: 'recovery-send',
        everySeconds: 5,
        async run() {
          await recovery.engine.sendAllDue();
          await recovery.engine.settle();
        },
      },
      { name: 'recovery-tidy', everySeconds: 3600, run: () => tidy(platform) },
    ],
  };
}

/** A webhook is repeated for days, not for months. */
async function tidy({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db
    .tables<RecoveryTables>()
    .deleteFrom('recovery_received')
    .where('at', '<', new Date(clock.now().getTime() - days(60)))
    .execute();
}
