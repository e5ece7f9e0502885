import { type Kysely, sql } from 'kysely';

/**
 * Nobody's mass holds up what somebody waits for: mail that many get goes after mail that one person asked for, and every
 * member's sequences go on in turn.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbound_message add column is_bulk boolean not null default false`.execute(db);
  await sql`
    update outbound_message set is_bulk = true
    where channel = 'mail' and state = 'waiting' and payload->>'kind' = 'marketing'`.execute(db);
  await sql`
    create index outbound_message_turn on outbound_message (channel, is_bulk, due_at)
    where state in ('waiting', 'sending')`.execute(db);
  await sql`drop index outbound_message_due`.execute(db);
  await sql`create index followup_run_turn on followup_run (owner_id, due_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`drop index followup_run_due`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index followup_run_due on followup_run (due_at) where state = 'waiting'`.execute(db);
  await sql`drop index followup_run_turn`.execute(db);
  await sql`
    create index outbound_message_due on outbound_message (channel, due_at) where state in ('waiting', 'sending')`.execute(
    db,
  );
  await sql`drop index outbound_message_turn`.execute(db);
  await sql`alter table outbound_message drop column is_bulk`.execute(db);
}
