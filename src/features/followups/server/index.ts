import type { MemberData } from '#features/accounts/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { clickRoute } from './clicks.ts';
import { followupCommands } from './commands.ts';
import { createDates } from './dates.ts';
import { followupsMemberData, followupsPerson } from './person.ts';
import type { Room } from '#features/plans/server/public.ts';
import { createTurns } from '#platform/server/workers/turns.ts';
import { tidyFollowups } from './room.ts';
import { mailRoutes } from './mail-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import type { Followups } from './public.ts';
import { segmentRoutes } from './segment-routes.ts';
import { decideSplits } from './splits.ts';
import { type Parts, sequenceRoutes, withinOf } from './routes.ts';

interface FollowupOptions extends Pick<Parts, 'funnelsOf'> {
  /** Made before, since funnels, the store and mail are given it too. */
  followups: Followups;
  memberData?: MemberData;
  room?: Room;
}

/** What members write to people who want to hear from them, step by step. */
export function followupsFeature(
  platform: Platform,
  { followups, memberData, room, funnelsOf }: FollowupOptions,
): ServerFeature {
  const { engine, afterwards, happened, plans } = followups;
  const startDue = createDates(platform);
  const parts = {
    funnelsOf,
    plans,
    within: withinOf(room),
    turns: createTurns({ atOnce: 1, mostWaiting: 200 }),
  };
  memberData?.add(followupsMemberData(platform));
  return {
    name: 'follow-ups',
    routes: [
      ...sequenceRoutes(platform, parts),
      ...segmentRoutes(platform, parts),
      ...mailRoutes(platform),
      ...peopleRoutes(platform, happened, parts),
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
      {
        name: 'followups-tidy',
        everySeconds: 86_400,
        run: () => tidyFollowups(platform.db, platform.clock.now()),
      },
      { name: 'followups-splits', everySeconds: 300, run: () => decideSplits(platform) },
    ],
    person: followupsPerson(platform),
    commands: followupCommands(platform),
  };
}
