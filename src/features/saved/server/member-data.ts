import {
  jsonFile,
  memberByEmail,
  type MemberDataSource,
  type MemberFile,
} from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';
import { bodyOf } from './forms.ts';
import { templateOfRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import { contentOf, type TemplateFiles } from './template-files.ts';
import { trash } from './trash.ts';
import { wholeOfRow } from './whole.ts';

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
      const bytes = await contentOf(files, row);
      const whole = await wholeOfRow(files, row);
      const { content: _beside, ...template } = templateOfRow(row);
      const facts = {
        ...template,
        folder: row.folder,
        starred: row.starred,
        deletedAt: row.deleted_at?.toISOString() ?? null,
      };
      gathered.push(
        jsonFile(`templates/${row.id}/template.json`, facts),
        ...(bytes ? [{ path: `templates/${row.id}/content.html`, bytes }] : []),
        ...(whole ? [{ path: `templates/${row.id}/whole.html`, bytes: whole }] : []),
      );
      const logo = row.logo_version === null ? null : await files.readLogo(uid, row.id);
      if (logo) gathered.push({ path: `templates/${row.id}/logo.png`, bytes: logo });
    }
    const forms = await db
      .tables<SavedTables>()
      .selectFrom('saved_form')
      .selectAll()
      .where('owner_id', '=', uid)
      .orderBy('template')
      .execute();
    for (const form of forms)
      gathered.push(jsonFile(`forms/${form.template}.json`, { template: form.template, ...bodyOf(form) }));
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

/** The same for who asks by mail: every file by its path, pictures as base64. They go with the account. */
export const savedPerson = (db: Database, files: TemplateFiles): PersonData => ({
  async export(email) {
    const member = await memberByEmail(db.tables(), email);
    if (!member) return null;
    const gathered = await savedMemberData(db, files, () => new Date()).gather(member.uid);
    return gathered.length === 0
      ? null
      : Object.fromEntries(gathered.map(({ path, bytes }) => [path, valueOf(path, bytes)]));
  },
  // Accounts deletes the account, and with it all of these, files included.
  erase: async () => [],
});

function valueOf(path: string, bytes: Uint8Array): unknown {
  if (path.endsWith('.json')) return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  return path.endsWith('.html') ? new TextDecoder().decode(bytes) : Buffer.from(bytes).toString('base64');
}
