import { sql, type Kysely } from 'kysely';

/** Forms are merged field by field: versions order the devices, `others` is what a later arrival took the place of. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    alter table saved_form
      add column version integer not null default 0,
      add column versions json not null default '{}',
      add column others json not null default '[]',
      add column turns json not null default '{}',
      -- Equal to \`at\` unless a process of an older release wrote since.
      add column merged_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<any>): Promise<void> {
  await sql`
    alter table saved_form drop column version, drop column versions, drop column others, drop column turns,
      drop column merged_at`.execute(db);
}
