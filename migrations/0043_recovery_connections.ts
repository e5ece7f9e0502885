import { type Kysely, sql } from 'kysely';

/** What each way by which a shop's carts come in has really done: the steps of connecting it are ticked from here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recovery_connection (
      owner_id text not null,
      way text not null,
      -- A call of this way reached the hub, whether or not it was signed.
      heard_at timestamptz,
      -- A test event arrived, signed as it has to be.
      tested_at timestamptz,
      -- A signed call that the shop itself made.
      proven_at timestamptz,
      -- A call that was refused, as its signature did not match.
      refused_at timestamptz,
      primary key (owner_id, way)
    )`.execute(db);
  // The address of a shop's logo, which stands in every mail, leads to its owner and says nothing of its key.
  await sql`create index recovery_owner_by_logo on recovery_owner (md5('logo ' || public_id))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index recovery_owner_by_logo`.execute(db);
  await sql`drop table recovery_connection`.execute(db);
}
