import { days } from '#base/clock.ts';
import type { MemberData } from '#features/accounts/server/public.ts';
import type { Plans, Room } from '#features/plans/server/public.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { unlessBackup } from '#platform/server/files/deleting.ts';
import type { ResolveViewer } from '#platform/server/http/viewer.ts';
import type { Platform } from '#platform/server/platform.ts';
import { binDays } from '../rules/sizes.ts';
import { createFeed } from './changes.ts';
import { formRoutes } from './forms.ts';
import { createSweep } from './kept-files.ts';
import { savedMemberData, savedPerson } from './member-data.ts';
import { savedRoutes } from './routes.ts';
import { wholeRoutes } from './whole.ts';
import type { SavedTables } from './tables.ts';
import { createTemplateFiles } from './template-files.ts';
import { versionRoutes } from './versions.ts';
import { createWrites } from './writes.ts';

export interface SavedOptions {
  memberData?: MemberData;
  plans: Pick<Plans, 'tryUse'>;
  /** How much an account may hold. */
  room: Pick<Room, 'within' | 'makeWay'>;
  /** Who a request comes from, asked again while a stream of changes is open. */
  resolveViewer?: ResolveViewer;
  heartbeatMs?: number;
}

type SavedPlatform = Pick<Platform, 'db' | 'files' | 'clock' | 'log'>;

/** A member's templates: kept, listed live, never lost. */
export function saved(platform: SavedPlatform, options: SavedOptions): ServerFeature {
  const { db, clock, log } = platform;
  const { memberData, plans, resolveViewer, heartbeatMs = 15_000 } = options;
  const { within } = options.room;
  const now = () => clock.now();
  const files = createTemplateFiles({ db, files: platform.files, now, within });
  const sweep = createSweep({ db, files: platform.files, now, log });
  const writes = createWrites({ db, files, now, plans, room: options.room, sweep });
  memberData?.add(savedMemberData(db, files, now));

  async function emptyBins(): Promise<void> {
    const since = new Date(now().getTime() - days(binDays));
    const rows = await db
      .tables<SavedTables>()
      .selectFrom('saved_template')
      .select(['owner_id', 'id'])
      .where('deleted_at', '<', since)
      .where('is_purged', '=', false)
      .limit(1000)
      .execute();
    for (const { owner_id, id } of rows) {
      await db.transaction<SavedTables, void>(async (trx) => {
        await trx
          .selectFrom('saved_owner')
          .select('seq')
          .where('owner_id', '=', owner_id)
          .forUpdate()
          .execute();
        // Restored in the meantime, perhaps.
        const still = await trx
          .selectFrom('saved_template')
          .select('id')
          .where('owner_id', '=', owner_id)
          .where('id', '=', id)
          .where('deleted_at', '<', since)
          .where('is_purged', '=', false)
          .executeTakeFirst();
        if (still) await writes.purge(trx, owner_id, id, now());
      });
    }
  }

  async function emptyTrash(): Promise<void> {
    const tables = db.tables<SavedTables>();
    const due = await tables
      .selectFrom('saved_trash')
      .select(['key', 'due_at'])
      .where('due_at', '<=', now())
      .limit(1000)
      .execute();
    for (const { key, due_at } of due) {
      try {
        await platform.files.delete(key);
        await tables.deleteFrom('saved_file').where('key', '=', key).execute();
        await tables.deleteFrom('saved_trash').where('key', '=', key).where('due_at', '=', due_at).execute();
      } catch (error) {
        log.error('couldn’t delete a file of a deleted template yet', { error });
      }
    }
  }

  return {
    name: 'saved',
    person: savedPerson(db, files, now),
    routes: [
      ...formRoutes(db, now, within),
      ...wholeRoutes({ db, files, within, now, sweep }),
      ...versionRoutes({ db, files, writes }),
      ...savedRoutes({
        db,
        files,
        writes,
        feed: createFeed(db),
        heartbeatMs,
        async isStillHere(request, uid) {
          if (!resolveViewer) return true;
          const viewer = await resolveViewer(request);
          return viewer.kind === 'member' && viewer.uid === uid;
        },
      }),
    ],
    jobs: [
      {
        name: 'saved-tidy',
        everySeconds: 3600,
        async run() {
          await emptyBins();
          await unlessBackup(db, emptyTrash);
          await sweep.due();
          const since = new Date(now().getTime() - days(180));
          await db.tables<SavedTables>().deleteFrom('saved_write').where('at', '<', since).execute();
        },
      },
    ],
  };
}
