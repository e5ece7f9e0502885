import { type Kysely, sql } from 'kysely';

/**
 * Reminders of the hub's own store are on by default. What its operator said with `recovery on` or `recovery off` stands
 * apart from that, and so does since when they are on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_owner
    add column store_choice text check (store_choice in ('on', 'off')),
    add column store_on_since timestamptz`.execute(db);
  // Until now the only way to a campaign of the hub's own was a command: whoever has one has chosen.
  await sql`
    update recovery_owner o set store_choice = case when k.on_since is null then 'off' else 'on' end, store_on_since = k.on_since
    from (select owner_id, min(on_since) as on_since from recovery_campaign where owner_id = 'hub' group by owner_id) k
    where o.owner_id = k.owner_id`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_owner drop column store_choice, drop column store_on_since`.execute(db);
}
