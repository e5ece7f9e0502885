import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // The simple record: the state of a form under its name. Text, as it was written: jsonb refuses some characters.
  await sql`
    create table saved_form (
      owner_id text not null references account_user (id) on delete cascade,
      template text not null,
      data json not null,
      storage_note text,
      at timestamptz(3) not null,
      primary key (owner_id, template)
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table saved_form`.execute(db);
}
