import type { MemberDataSource, MemberFile } from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { templateOfRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import type { TemplateFiles } from './template-files.ts';
import { trash } from './trash.ts';

/** What somebody takes along when they go: each template as a page and as data; and how it all goes. */
export const savedMemberData = (db: Database, files: TemplateFiles, now: () => Date): MemberDataSource => ({
  name: 'saved',
  async gather(uid) {
    const rows = await db
      .tables<SavedTables>()
      .selectFrom('saved_template')
      .selectAll()
      .where('owner_id', '=', uid)
      .where('is_purged', '=', false)
      .orderBy('seq')
      .execute();
    const gathered: MemberFile[] = [];
    for (const row of rows) {
      const bytes =
        row.content_hash === null
          ? new TextEncoder().encode(row.content ?? '')
          : await files.read(uid, row.id, row.content_hash);
      const { content: _beside, ...template } = templateOfRow(row);
      const facts = {
        ...template,
        folder: row.folder,
        starred: row.starred,
        deletedAt: row.deleted_at?.toISOString() ?? null,
      };
      gathered.push(
        {
          path: `templates/${row.id}/template.json`,
          bytes: new TextEncoder().encode(`${JSON.stringify(facts, null, 2)}\n`),
        },
        ...(bytes ? [{ path: `templates/${row.id}/content.html`, bytes }] : []),
      );
      const logo = row.logo_version === null ? null : await files.readLogo(uid, row.id);
      if (logo) gathered.push({ path: `templates/${row.id}/logo.png`, bytes: logo });
    }
    return gathered;
  },
  async forget(trx, uid) {
    const rows: { id: string }[] = await trx
      .selectFrom('saved_template')
      .select('id')
      .where('owner_id', '=', uid)
      .execute();
    await trash(
      trx,
      uid,
      rows.map(({ id }) => id),
      now(),
    );
    await trx.deleteFrom('saved_owner').where('owner_id', '=', uid).execute();
  },
});
