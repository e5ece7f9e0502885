import { type Kysely, sql } from 'kysely';

/**
 * The key in the script of a shop's pages stands apart from the one in the addresses of its webhooks: everybody reads it,
 * so it can be renewed alone, and who uses no script has none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_owner add column page_key text`.execute(db);
  await sql`create unique index recovery_owner_by_page_key on recovery_owner (page_key)`.execute(db);
  // Scripts that have ever told anything go on with the key they have.
  await sql`
    update recovery_owner o set page_key = public_id
    where exists (select from recovery_connection c where c.owner_id = o.owner_id and c.way = 'snippet')
      or exists (select from recovery_cart c where c.owner_id = o.owner_id and c.source = 'snippet')`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_owner drop column page_key`.execute(db);
}
