import type { MemberData } from '#features/accounts/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { clickRoute } from './clicks.ts';
import { createDates } from './dates.ts';
import { followupsMemberData, followupsPerson } from './person.ts';
import { peopleRoutes } from './people-routes.ts';
import type { Followups } from './public.ts';
import { decideSplits } from './splits.ts';
import { type Parts, sequenceRoutes } from './routes.ts';

interface FollowupOptions extends Parts {
  /** Made before, since funnels, the store and mail are given it too. */
  followups: Followups;
  memberData?: MemberData;
}

/** What members write to people who want to hear from them, step by step. */
export function followupsFeature(
  platform: Platform,
  { followups, memberData, funnelsOf }: FollowupOptions,
): ServerFeature {
  const { engine, afterwards, happened } = followups;
  const startDue = createDates(platform);
  memberData?.add(followupsMemberData(platform));
  return {
    name: 'follow-ups',
    routes: [
      ...sequenceRoutes(platform, { funnelsOf }),
      ...peopleRoutes(platform, happened, { funnelsOf }),
      clickRoute(platform),
    ],
    jobs: [
      {
        name: 'followups-send',
        everySeconds: 5,
        async run() {
          await engine.goOnWithAll();
          await afterwards.settle();
        },
      },
      { name: 'followups-dates', everySeconds: 900, run: startDue },
      { name: 'followups-splits', everySeconds: 300, run: () => decideSplits(platform) },
    ],
    person: followupsPerson(platform),
  };
}
