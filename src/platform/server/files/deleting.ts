import type pg from 'pg';
import type { AnyTransaction, Database } from '../database/database.ts';
import { giveShareBack, tryShare, tryShareOfLock, waitForLock } from '../database/locks.ts';

/**
 * A backup reads the tables first and the files after them. Until it has both, nobody deletes a file: it holds this
 * lock, and whoever deletes shares it.
 */
const lock = 'hub files';

/** For a backup: waits for those who are deleting, and keeps all others from it for as long as the connection lives. */
export const keepFiles = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query(waitForLock, [lock]));

/** Whether files may be deleted in this transaction: false while a backup runs. */
export const mayDelete = (trx: AnyTransaction): Promise<boolean> => tryShare(trx, lock);

/** Does what deletes files, unless a backup runs: then it is left for later, and the answer is false. */
export async function unlessBackup(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  let isDone = false;
  try {
    const { rows } = await client.query<{ mine: boolean }>(tryShareOfLock, [lock]);
    const mine = rows[0]?.mine === true;
    if (mine) {
      await work();
      await client.query(giveShareBack, [lock]);
    }
    isDone = true;
    return mine;
  } finally {
    // Ends the connection where the lock may still be held.
    client.release(!isDone);
  }
}
