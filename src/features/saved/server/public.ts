import { sql } from 'kysely';
import type { Clock } from '#base/clock.ts';
import type { MakeWay } from '#features/plans/server/public.ts';
import type { AnyKysely } from '#platform/server/database/database.ts';
import { letVersionsGo } from './tidy-versions.ts';

/** How many templates a member has, without the bin: what the limit of a plan counts. */
export async function countSaved(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from saved_template where owner_id = ${uid} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The line of a template that is gone for good, by which other devices learn of it. */
const lineBytes = 500;

/** Former texts are the first to go when an account is full: no save is refused for them. */
export const versionsMakeWay =
  (clock: Clock): MakeWay =>
  (trx, uid, bytes) =>
    letVersionsGo(trx, uid, bytes, clock.now());

/**
 * What a member's templates and forms hold, in bytes: also former texts, the bin, uploads that no template took, lines
 * of what is gone.
 */
export async function savedBytes(db: AnyKysely, uid: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (coalesce((select sum(bytes + case when is_purged then ${lineBytes}::int else 0 end)
        from saved_template where owner_id = ${uid}), 0)
      + coalesce((select sum(pg_column_size(data) + pg_column_size(others)) from saved_form where owner_id = ${uid}), 0)
      + coalesce((select sum(bytes) from saved_version where owner_id = ${uid}), 0)
      + coalesce((select sum(bytes) from saved_file where owner_id = ${uid}), 0))::float8 as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

export { markSent } from './version-files.ts';
