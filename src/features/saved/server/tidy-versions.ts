import type { AnyTransaction, Database } from '#platform/server/database/database.ts';
import type { Room } from '#features/plans/server/public.ts';
import { versionBounds, versionsToDrop, versionsToMakeWay } from '../rules/versions.ts';
import type { SavedTables } from './tables.ts';
import { dropVersions } from './trash.ts';
import type { WrittenRow } from './write-once.ts';

/** An account whose versions take less has room for them in every plan. */
const worthALook = 2 * 1024 * 1024;
const atOnce = 2000;

interface Tools {
  db: Database;
  now(): Date;
  makeWay: Room['makeWay'];
}

/** Keeps the versions of a template within their bounds. Most saves make none, and end with their one statement. */
export function createTidying({ db, now, makeWay }: Tools) {
  async function thin(owner: string, id: string): Promise<void> {
    await db.transaction<SavedTables, void>(async (trx) => {
      const rows = await trx
        .selectFrom('saved_version')
        .select(['version', 'at', 'bytes', 'written'])
        .where('owner_id', '=', owner)
        .where('template_id', '=', id)
        .orderBy('version', 'desc')
        .execute();
      const list = rows.map(({ written, ...row }) => ({ ...row, isNamed: written?.name !== undefined }));
      const only = versionsToDrop(list);
      if (only.length > 0) await dropVersions(trx, owner, { id, only }, now());
    });
  }

  return {
    async after(
      owner: string,
      id: string,
      { kept, versions, version_bytes: bytes }: WrittenRow,
    ): Promise<void> {
      if (kept == null) return;
      if ((versions ?? 0) % versionBounds.slack === 0 && (versions ?? 0) > versionBounds.newest)
        await thin(owner, id);
      if ((bytes ?? 0) > worthALook) await db.transaction((trx) => makeWay(trx, owner));
    },
  };
}

/** The oldest versions of an account that has no room left. */
export async function letVersionsGo(
  trx: AnyTransaction,
  owner: string,
  bytes: number,
  at: Date,
): Promise<void> {
  const rows: (Pick<SavedTables['saved_version'], 'template_id' | 'version' | 'at' | 'bytes'> & {
    written: { name?: string } | null;
  })[] = await trx
    .selectFrom('saved_version')
    .select(['template_id', 'version', 'at', 'bytes', 'written'])
    .where('owner_id', '=', owner)
    .orderBy('at')
    .limit(atOnce)
    .execute();
  const list = rows.map(({ written, ...row }) => ({ ...row, isNamed: written?.name !== undefined }));
  const gone = Map.groupBy(versionsToMakeWay(list, bytes), ({ template_id }) => template_id);
  for (const [id, some] of gone)
    await dropVersions(trx, owner, { id, only: some.map(({ version }) => version) }, at);
}
