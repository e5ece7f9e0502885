import type { AnyKysely } from '#platform/server/database/database.ts';
import { fileKeys } from './template-files.ts';

/** Files go after the transaction that lets go of them. */
export async function trash(trx: AnyKysely, owner: string, ids: string[], dueAt: Date): Promise<void> {
  const keys = ids.flatMap((id) => Object.values(fileKeys(owner, id)));
  for (let at = 0; at < keys.length; at += 500) {
    const values = keys.slice(at, at + 500).map((key) => ({ key, due_at: dueAt }));
    await trx
      .insertInto('saved_trash')
      .values(values)
      .onConflict((known) => known.column('key').doUpdateSet({ due_at: dueAt }))
      .execute();
  }
}
