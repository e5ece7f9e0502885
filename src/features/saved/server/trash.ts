import type { AnyKysely } from '#platform/server/database/database.ts';
import { fileKeys, versionKey } from './template-files.ts';

/** Files go after the transaction that lets go of them. */
export const trash = (trx: AnyKysely, owner: string, ids: string[], dueAt: Date): Promise<void> =>
  trashKeys(
    trx,
    ids.flatMap((id) => Object.values(fileKeys(owner, id))),
    dueAt,
  );

/** Versions that go, with the files of those whose text lies in one. */
export async function dropVersions(
  trx: AnyKysely,
  owner: string,
  of: { id: string; only?: number[] } | 'all',
  dueAt: Date,
): Promise<void> {
  let gone = trx.deleteFrom('saved_version').where('owner_id', '=', owner);
  if (of !== 'all') gone = gone.where('template_id', '=', of.id);
  if (of !== 'all' && of.only) gone = gone.where('version', 'in', of.only);
  const rows: { template_id: string; version: number; content_hash: string | null }[] = await gone
    .returning(['template_id', 'version', 'content_hash'])
    .execute();
  const stored = rows.filter(({ content_hash }) => content_hash !== null);
  await trashKeys(
    trx,
    stored.map(({ template_id, version }) => versionKey(owner, template_id, version)),
    dueAt,
  );
}

async function trashKeys(trx: AnyKysely, keys: string[], dueAt: Date): Promise<void> {
  for (let at = 0; at < keys.length; at += 500) {
    const values = keys.slice(at, at + 500).map((key) => ({ key, due_at: dueAt }));
    await trx
      .insertInto('saved_trash')
      .values(values)
      .onConflict((known) => known.column('key').doUpdateSet({ due_at: dueAt }))
      .execute();
  }
}
