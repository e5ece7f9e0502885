import { type Kysely, sql } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { Database } from '#platform/server/database/database.ts';
import { epochOf } from '#platform/server/database/epoch.ts';
import type { ChangesAnswer, FunnelHead } from '../rules/contract.ts';
import type { FunnelHeadRow, FunnelRow, FunnelTables } from './tables.ts';

const headColumns = [
  'owner_id',
  'id',
  'version',
  'content_version',
  'seq',
  'name',
  'slug',
  'created_at',
  'updated_at',
  'is_purged',
  'live_slug',
  'live_version',
  'live_at',
  'publish_at',
  'publish_refusal',
  'hook_url',
  'hook_secret',
] as const;

/** An owner's funnels without what is in them: two hundred of three megabytes would be read for a list of names. */
export const headRows = (from: Pick<Kysely<FunnelTables>, 'selectFrom'>, owner: string) =>
  from
    .selectFrom('funnel')
    .select(headColumns)
    .select(sql<number>`coalesce(steps, jsonb_array_length(doc->'steps'), 0)`.as('steps'))
    .where('owner_id', '=', owner);

export const headOf = (row: FunnelHeadRow): FunnelHead => ({
  id: row.id,
  version: row.version,
  contentVersion: row.content_version,
  seq: row.seq,
  isPurged: row.is_purged,
  name: row.name,
  slug: row.slug,
  steps: row.steps,
  updatedAt: row.updated_at.toISOString(),
  live:
    row.live_slug !== null && row.live_version !== null && row.live_at !== null
      ? { slug: row.live_slug, version: row.live_version, at: row.live_at.toISOString() }
      : null,
  publishAt: row.publish_at?.toISOString() ?? null,
  publishRefusal: row.publish_refusal,
});

const page = 200;

/** What changed for an owner after a place in their sequence, in order. */
export async function changesAfter(
  db: Database,
  owner: string,
  from: number,
  knownEpoch: string | null,
): Promise<ChangesAnswer> {
  const epoch = await epochOf(db);
  const { rows: last } = await db.pool.query<{ seq: number }>(
    'select seq from funnel_owner where owner_id = $1',
    [owner],
  );
  // A place of another history: all is told, from its beginning.
  const isAnew = from > 0 && (from > (last[0]?.seq ?? 0) || (knownEpoch !== null && knownEpoch !== epoch));
  const after = isAnew ? 0 : from;
  const rows = await headRows(db.tables<FunnelTables>(), owner)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(page)
    .execute();
  return {
    heads: rows.map(headOf),
    seq: rows.at(-1)?.seq ?? after,
    more: rows.length === page,
    epoch,
    isAnew,
  };
}

/** A member's own funnel but for what is in it; of anybody else's nothing is said. */
export const ownHead =
  (db: Database) =>
  async (owner: string, id: string): Promise<FunnelHeadRow> => {
    const row = await headRows(db.tables<FunnelTables>(), owner).where('id', '=', id).executeTakeFirst();
    if (!row || row.is_purged) throw new Problem('not_found');
    return row;
  };

/** The same, whole; of anybody else's nothing is said. */
export const funnelOf =
  (db: Database) =>
  async (owner: string, id: string): Promise<FunnelHeadRow & { doc: NonNullable<FunnelRow['doc']> }> => {
    const row = await headRows(db.tables<FunnelTables>(), owner)
      .select('doc')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row?.doc || row.is_purged) throw new Problem('not_found');
    return { ...row, doc: row.doc };
  };
