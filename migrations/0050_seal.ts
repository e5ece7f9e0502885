import { type Kysely, sql } from 'kysely';

/** Every certificate this hub has sealed with. The one that has a key is the hub's own, in use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seal_certificate (
      fingerprint text primary key,
      pem text not null,
      key bytea,
      made_at timestamptz not null
    )`.execute(db);
  // However many processes make one at the same moment, one is in use.
  await sql`create unique index seal_certificate_in_use on seal_certificate ((true)) where key is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table seal_certificate`.execute(db);
}
