import type { AnyKysely } from '#platform/server/database/database.ts';
import { letAllGo, letGo } from './kept-files.ts';
import { fileKeys, keptKey, versionKey } from './file-names.ts';

/** Everything that an account has let go of, whatever named it. */
export const trashAll = (trx: AnyKysely, owner: string, dueAt: Date) => letAllGo(trx, owner, 'all', dueAt);

/** Files go after the transaction that lets go of them. */
export const trash = (trx: AnyKysely, owner: string, ids: string[], dueAt: Date): Promise<void> =>
  trashKeys(
    trx,
    ids.flatMap((id) => Object.values(fileKeys(owner, id))),
    dueAt,
  );

/** Versions that go, with the files of those whose text lies in one; their names. */
export async function dropVersions(
  trx: AnyKysely,
  owner: string,
  of: { id: string; only?: number[] } | 'all',
  dueAt: Date,
): Promise<string[]> {
  let gone = trx.deleteFrom('saved_version').where('owner_id', '=', owner);
  if (of !== 'all') gone = gone.where('template_id', '=', of.id);
  if (of !== 'all' && of.only) gone = gone.where('version', 'in', of.only);
  const rows: { template_id: string; version: number; content_hash: string | null }[] = await gone
    .returning(['template_id', 'version', 'content_hash'])
    .execute();
  const stored = rows.flatMap(({ content_hash: hash, ...row }) => (hash === null ? [] : [{ ...row, hash }]));
  await trashKeys(
    trx,
    stored.map(({ template_id, version }) => versionKey(owner, template_id, version)),
    dueAt,
  );
  const keys = stored.map(({ template_id, hash }) => keptKey(owner, 'content', hash, template_id));
  if (of !== 'all' && keys.length > 0) await letGo(trx, keys, dueAt);
  return keys;
}

export async function trashKeys(trx: AnyKysely, keys: string[], dueAt: Date): Promise<void> {
  for (let at = 0; at < keys.length; at += 500) {
    const values = keys.slice(at, at + 500).map((key) => ({ key, due_at: dueAt }));
    await trx
      .insertInto('saved_trash')
      .values(values)
      .onConflict((known) => known.column('key').doUpdateSet({ due_at: dueAt }))
      .execute();
  }
}
