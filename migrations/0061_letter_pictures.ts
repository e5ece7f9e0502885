import { type Kysely, sql } from 'kysely';

/**
 * Pictures that members show in their mail. The name is drawn at random, since a mail is read by anybody; a member's same
 * picture is one. Rows without an owner are files to be removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table letter_picture (
      owner_id text not null,
      name text not null,
      hash text not null,
      at timestamptz not null,
      bytes integer not null,
      width integer not null,
      height integer not null,
      primary key (owner_id, name)
    )`.execute(db);
  await sql`create unique index letter_picture_once on letter_picture (owner_id, hash) where owner_id <> ''`.execute(
    db,
  );
  await sql`create index letter_picture_name on letter_picture (name)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table letter_picture`.execute(db);
}
