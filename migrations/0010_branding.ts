import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  // changed_at is compared for equality with what a browser sent back, which knows milliseconds only.
  await sql`
    create table branding (
      owner_id text primary key references account_user (id) on delete cascade,
      branding jsonb not null,
      changed_at timestamptz(3) not null
    )`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table branding`.execute(db);
}
