import { sql } from 'kysely';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { tellMoved } from '#platform/server/database/news.ts';
import { type Connection, type Heard, momentsOf, type Way } from '../rules/connections.ts';
import { hubOwner, type RecoveryTables } from './tables.ts';

/** Whoever looks at their carts, in whichever tab and on whichever device, asks again when this is told with their id. */
export const recoveryTopic = 'recovery';

export const tellCarts = (db: AnyKysely, ownerIds: Iterable<string>): Promise<void> =>
  tellMoved(
    db,
    recoveryTopic,
    [...ownerIds].filter((id) => id !== hubOwner),
  );

const columns = {
  heardAt: 'heard_at',
  testedAt: 'tested_at',
  provenAt: 'proven_at',
  refusedAt: 'refused_at',
} as const;

/** Anybody who knows a shop's address can call it: one row a way holds it all, and it moves once a second. */
const restMs = 1000;

/** Notes that a call came in; later ones never move a moment back, in whichever order they are written. */
export async function recordHeard(
  trx: AnyTransaction,
  ownerId: string,
  way: Way,
  heard: Heard,
  now: Date,
): Promise<void> {
  const set = momentsOf(heard).map((moment) => sql.ref(columns[moment]));
  const values = set.map(() => sql`${now}::timestamptz`);
  const isLater = set.map((column) => {
    const stood = sql`recovery_connection.${column}`;
    return sql`${stood} is null or excluded.${column} >= ${stood} + make_interval(secs => ${restMs / 1000})`;
  });
  const { rows } = await sql`
    insert into recovery_connection (owner_id, way, ${sql.join(set)}) values (${ownerId}, ${way}, ${sql.join(values)})
    on conflict (owner_id, way) do update set
      ${sql.join(set.map((column) => sql`${column} = greatest(recovery_connection.${column}, excluded.${column})`))}
    where ${sql.join(isLater, sql` or `)}
    returning way`.execute(trx);
  if (rows.length > 0) await tellCarts(trx, [ownerId]);
}

/** With another secret, or none, what was proven before is proven no more. */
export async function forgetHeard(trx: AnyTransaction, ownerId: string, way: Way): Promise<void> {
  await tablesOf<RecoveryTables>(trx)
    .deleteFrom('recovery_connection')
    .where('owner_id', '=', ownerId)
    .where('way', '=', way)
    .execute();
}

export async function connectionsOf(db: AnyKysely, ownerId: string): Promise<Connection[]> {
  const rows = await tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_connection')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .execute();
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return rows.map(({ way, heard_at, tested_at, proven_at, refused_at }) => ({
    way,
    heardAt: text(heard_at),
    testedAt: text(tested_at),
    provenAt: text(proven_at),
    refusedAt: text(refused_at),
  }));
}
