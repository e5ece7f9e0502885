import {
  jsonFile,
  memberByEmail,
  type MemberDataSource,
  type MemberFile,
} from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';
import { bodyOf } from './forms.ts';
import { type SavedRow, templateOfRow } from './rows.ts';
import type { SavedTables } from './tables.ts';
import { contentOf, type TemplateFiles } from './template-files.ts';
import { dropVersions, trash, trashAll } from './trash.ts';
import { versionFiles } from './version-files.ts';
import { wholeOfRow } from './whole.ts';

/** What somebody takes along when they go: each template as a page and as data; and how it all goes. */
export const savedMemberData = (db: Database, files: TemplateFiles, now: () => Date): MemberDataSource => ({
  name: 'saved',
  async *gather(uid) {
    const tables = db.tables<SavedTables>();
    const mine = await tables
      .selectFrom('saved_template')
      .select('id')
      .where('owner_id', '=', uid)
      .where('is_purged', '=', false)
      .orderBy('seq')
      .execute();
    for (const { id } of mine) {
      const row = await tables
        .selectFrom('saved_template')
        .selectAll()
        .where('owner_id', '=', uid)
        .where('id', '=', id)
        .where('is_purged', '=', false)
        .executeTakeFirst();
      if (!row) continue;
      yield* filesOf(files, row);
      yield* versionFiles(db, files, row);
    }
    const forms = await tables
      .selectFrom('saved_form')
      .select('template')
      .where('owner_id', '=', uid)
      .orderBy('template')
      .execute();
    for (const { template } of forms) {
      const form = await tables
        .selectFrom('saved_form')
        .selectAll()
        .where('owner_id', '=', uid)
        .where('template', '=', template)
        .executeTakeFirst();
      if (form) yield jsonFile(`forms/${template}.json`, { template, ...bodyOf(form) });
    }
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
    await dropVersions(trx, uid, 'all', now());
    await trashAll(trx, uid, now());
    await trx.deleteFrom('saved_owner').where('owner_id', '=', uid).execute();
  },
});

async function* filesOf(files: TemplateFiles, row: SavedRow): AsyncGenerator<MemberFile> {
  const bytes = await contentOf(files, row);
  const whole = await wholeOfRow(files, row);
  const { content: _beside, ...template } = templateOfRow(row);
  const facts = {
    ...template,
    folder: row.folder,
    starred: row.starred,
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
  yield jsonFile(`templates/${row.id}/template.json`, facts);
  if (bytes) yield { path: `templates/${row.id}/content.html`, bytes };
  if (whole) yield { path: `templates/${row.id}/whole.html`, bytes: whole };
  const logo = row.logo_version === null ? null : await files.readLogo(row);
  if (logo) yield { path: `templates/${row.id}/logo.png`, bytes: logo };
}

/** The same for who asks by mail: every file by its path, pictures as base64. They go with the account. */
export const savedPerson = (db: Database, files: TemplateFiles, now: () => Date): PersonData => ({
  erasing: { goes: 'Saved templates and their files, with the account' },
  async export(email) {
    const member = await memberByEmail(db.tables(), email);
    if (!member) return null;
    const values: Record<string, unknown> = {};
    for await (const { path, bytes } of await savedMemberData(db, files, now).gather(member.uid))
      if (bytes instanceof Uint8Array) values[path] = valueOf(path, bytes);
    return Object.keys(values).length === 0 ? null : values;
  },
  // Accounts deletes the account, and with it all of these, files included.
  erase: async () => [],
});

function valueOf(path: string, bytes: Uint8Array): unknown {
  if (path.endsWith('.json')) return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  return path.endsWith('.html') ? new TextDecoder().decode(bytes) : Buffer.from(bytes).toString('base64');
}
