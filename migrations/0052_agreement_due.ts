import { type Kysely, sql } from 'kysely';

/**
 * The days that count in signed agreements. What the text sets stays as it is; what its sender says instead lies beside
 * it, because the other side sees the text's. A day is text: it belongs to no zone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agreement_due (
      owner_id text not null,
      agreement_id text not null,
      id text not null,
      kind text not null,
      day text not null,
      words text not null,
      is_own boolean not null,
      own_day text,
      own_words text,
      is_gone boolean not null default false,
      remind_on text,
      rev int not null default 0,
      primary key (owner_id, agreement_id, id),
      foreign key (owner_id, agreement_id) references agreement (owner_id, id) on delete cascade
    )`.execute(db);
  await sql`create index agreement_due_to_remind on agreement_due (remind_on) where remind_on is not null`.execute(
    db,
  );
  // How far days that come again and again are worked out; empty until anything was.
  await sql`alter table agreement add column due_until text, add column due_reminders boolean not null default true`.execute(
    db,
  );
  await sql`create index agreement_due_open on agreement (due_until nulls first) where state = 'signed'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreement drop column due_until, drop column due_reminders`.execute(db);
  await sql`drop table agreement_due`.execute(db);
}
