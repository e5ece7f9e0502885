import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    create table webhook_attempt (
      message_id text not null references outbound_message (id) on delete cascade,
      attempt integer not null,
      at timestamptz not null,
      status integer,
      milliseconds integer not null,
      error text
    )`.execute(db);
  await sql`create index webhook_attempt_of on webhook_attempt (message_id, at)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`drop table webhook_attempt`.execute(db);
}
