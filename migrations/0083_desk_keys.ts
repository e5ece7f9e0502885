import { type Kysely, sql } from 'kysely';

/** Whose invitation it is, by their id; and of a session, by which passkey and from which network it was opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk_invitation add column made_by_id text`.execute(db);
  await sql`
    update desk_invitation set made_by_id = o.id from desk_operator o where o.name = made_by and o.revoked_at is null`.execute(
    db,
  );
  await sql`alter table desk_session add column passkey_id text, add column network text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk_session drop column passkey_id, drop column network`.execute(db);
  await sql`alter table desk_invitation drop column made_by_id`.execute(db);
}
