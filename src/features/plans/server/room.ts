import { Problem } from '#base/problem.ts';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { fullWords, roomOf } from '../rules/room.ts';
import { standInLine } from './counting.ts';
import type { CountStored } from './plans.ts';
import { currentPlan } from './subscriptions.ts';

export interface Room {
  /**
   * Does what may make an account hold more. Where it then holds more than it may, and more than before, the transaction
   * is refused with `limit_reached`: what makes it smaller always goes through.
   */
  within<R>(trx: AnyTransaction, uid: string, work: () => Promise<R>): Promise<R>;
  /** In bytes. */
  held(db: AnyKysely, uid: string): Promise<number>;
}

/** The one rule of how much a member may store, whatever it is; `counts` know what each feature holds for them. */
export function createRoom(
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  counts: CountStored[],
): Room {
  async function held(db: AnyKysely, uid: string): Promise<number> {
    let bytes = 0;
    for (const count of counts) bytes += await count(db, uid);
    return bytes;
  }

  return {
    held,
    async within(trx, uid, work) {
      // Of two writes at once the second counts what the first has written.
      await standInLine(trx, uid, 'room');
      const before = await held(trx, uid);
      const result = await work();
      const after = await held(trx, uid);
      if (after <= before) return result;
      const { plan } = await currentPlan(trx, uid, clock.now());
      const most = roomOf(plan, config.accountMegabytes);
      if (after > most) throw new Problem('limit_reached', fullWords(most));
      return result;
    },
  };
}
