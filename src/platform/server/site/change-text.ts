import { holdLock } from '../database/locks.ts';
import type { Platform } from '../platform.ts';

/**
 * One change of the site's texts at a time, whoever makes it and wherever; public when it returns. Others of the hub's
 * processes read it a moment later.
 */
export async function changeSite<T>(
  { db, site }: Pick<Platform, 'db' | 'site'>,
  work: () => Promise<T>,
): Promise<T> {
  const done = await db.transaction(async (trx) => {
    await holdLock(trx, 'site texts');
    return work();
  });
  await site.settled();
  return done;
}
