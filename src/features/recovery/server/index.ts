import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { MemberData } from '#features/accounts/server/public.ts';
import type { Plans, Room } from '#features/plans/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { ResolveViewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { recoveryCommands } from './commands.ts';
import { remindersPage } from './desk-page.ts';
import { openRoutes } from './open-routes.ts';
import { recoveryMemberData, recoveryPerson } from './person.ts';
import type { Recovery } from './public.ts';
import { memberRoutes } from './routes.ts';
import { type SenderCheck, senderRoute } from './sender.ts';
import type { RecoveryTables } from './tables.ts';

interface RecoveryFeatureParts {
  /** Made before, since store, funnels and mail are given it too. */
  recovery: Recovery;
  plans: Plans;
  memberData?: MemberData;
  sender?: SenderCheck;
  /** Asked again while somebody listens for carts: who has signed out hears no more. */
  resolveViewer?: ResolveViewer;
  /** How much a member may store. */
  room?: Pick<Room, 'within'>;
}

/** Abandoned carts that come back, for members' shops and for the hub's own store. */
export function recoveryFeature(
  platform: Platform,
  { recovery, plans, memberData, sender, resolveViewer, room }: RecoveryFeatureParts,
): ServerFeature {
  memberData?.add(recoveryMemberData(platform));
  return {
    name: 'recovery',
    routes: [
      ...memberRoutes(platform, recovery, plans, {
        ...(resolveViewer && { resolveViewer }),
        ...(room && { room }),
      }),
      ...(sender ? [senderRoute(platform, sender)] : []),
      ...openRoutes(platform, recovery),
    ],
    person: recoveryPerson(platform),
    commands: recoveryCommands(platform, recovery.ownStore),
    jobs: [
      {
        name: 'recovery-send',
        everySeconds: 5,
        async run() {
          await recovery.engine.sendAllDue();
          await recovery.engine.settle();
        },
      },
      {
        name: 'recovery-write',
        everySeconds: 10,
        async run() {
          await recovery.writer.writeAhead();
        },
      },
      { name: 'recovery-tidy', everySeconds: 3600, run: () => tidy(platform) },
    ],
  };
}

/**
 * That the hub's own store reminds by itself. Apart from the rest, since it is decided by the settings and the clock of
 * the hub that serves: the demo sends reminders at a time that it makes up.
 */
export function ownReminders(platform: Platform, { ownStore }: Pick<Recovery, 'ownStore'>): ServerFeature {
  return {
    name: 'reminders',
    desk: [remindersPage(platform, ownStore)],
    jobs: [
      {
        name: 'reminders-turn',
        everySeconds: 5,
        async run() {
          await ownStore.settle();
        },
      },
    ],
    async start() {
      await ownStore.read(platform.db.tables());
      return async () => {};
    },
    runsOn: () => [ownStore.status()],
  };
}

/** A webhook is repeated for days, not for months; whoever bought two years ago is no returning buyer. */
async function tidy({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const tables = db.tables<RecoveryTables>();
  const before = (age: number) => new Date(clock.now().getTime() - days(age));
  await tables.deleteFrom('recovery_received').where('at', '<', before(60)).execute();
  await sql`delete from recovery_buyer where greatest(mailed_at, bought_at) < ${before(730)}`.execute(tables);
}
