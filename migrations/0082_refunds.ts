import { type Kysely, sql } from 'kysely';

/** Who asked for money to go back; and of what is paid regularly, each refund before it is sent, under its own id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_refund add column asked_by text`.execute(db);
  await sql`
    create table billing_refund (
      id text primary key,
      sale_id text not null references billing_payment (sale_id) on delete cascade,
      cents bigint not null check (cents > 0),
      reason text not null,
      asked_by text,
      state text not null,
      at timestamptz not null
    )`.execute(db);
  // One under way at a time: which amount an answer is of is never a guess.
  await sql`create unique index billing_refund_asked on billing_refund (sale_id) where state = 'asked'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table billing_refund`.execute(db);
  await sql`alter table payment_refund drop column asked_by`.execute(db);
}
