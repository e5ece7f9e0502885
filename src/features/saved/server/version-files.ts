import { sql } from 'kysely';
import { jsonFile, type MemberFile } from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { VersionUse } from '../rules/versions.ts';
import type { SavedRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import { contentOf, type TemplateFiles } from './template-files.ts';

/** What somebody takes along of the former texts of a template. */
export async function* versionFiles(
  db: Database,
  files: TemplateFiles,
  template: SavedRow,
): AsyncGenerator<MemberFile> {
  const tables = db.tables<SavedTables>();
  const mine = await tables
    .selectFrom('saved_version')
    .select('version')
    .where('owner_id', '=', template.owner_id)
    .where('template_id', '=', template.id)
    .orderBy('version')
    .execute();
  for (const { version } of mine) {
    const row = await tables
      .selectFrom('saved_version')
      .selectAll()
      .where('owner_id', '=', template.owner_id)
      .where('template_id', '=', template.id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (!row) continue;
    const { written, rest, at } = row;
    const path = `templates/${template.id}/versions/${version}`;
    const { device, how, name, used } = written ?? {};
    yield jsonFile(`${path}.json`, { version, at: at.toISOString(), device, how, name, used, ...rest });
    const bytes =
      row.content_hash === null
        ? await contentOf(files, { ...template, content: row.content, content_hash: null })
        : await files.readVersion(template.owner_id, template.id, version, row.content_hash);
    if (bytes) yield { path: `${path}.html`, bytes };
  }
}

/** That a document has left the hub, for whoever sends it: from then on this version stays as it was. */
export const markSent = async (db: Database, owner: string, id: string): Promise<void> => {
  const used: VersionUse = 'sent';
  await sql`
    update saved_template set written = written || ${JSON.stringify({ used })}::jsonb
    where owner_id = ${owner} and id = ${id} and (written->>'of' = content_version::text) is true`.execute(
    db.tables(),
  );
};
