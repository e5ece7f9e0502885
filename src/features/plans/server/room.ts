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
  /** For what is never refused and grows all the same: what can make way for it does. */
  makeWay(trx: AnyTransaction, uid: string): Promise<void>;
  /** In bytes. */
  held(db: AnyKysely, uid: string): Promise<number>;
}

/** Lets go of so many bytes, as far as it has what nobody would miss. */
export type MakeWay = (trx: AnyTransaction, uid: string, bytes: number) => Promise<void>;

/** The one rule of how much a member may store, whatever it is; `counts` know what each feature holds for them. */
export function createRoom(
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  counts: CountStored[],
  spare: MakeWay[] = [],
): Room {
  async function held(db: AnyKysely, uid: string): Promise<number> {
    let bytes = 0;
    for (const count of counts) bytes += await count(db, uid);
    return bytes;
  }

  async function fitted(
    trx: AnyTransaction,
    uid: string,
    now: number,
  ): Promise<{ held: number; most: number }> {
    const { plan } = await currentPlan(trx, uid, clock.now());
    const most = roomOf(plan, config.accountMegabytes);
    if (now <= most) return { held: now, most };
    for (const makeWay of spare) await makeWay(trx, uid, now - most);
    return { held: spare.length > 0 ? await held(trx, uid) : now, most };
  }

  return {
    held,
    async makeWay(trx, uid) {
      await standInLine(trx, uid, 'room');
      await fitted(trx, uid, await held(trx, uid));
    },
    async within(trx, uid, work) {
      // Of two writes at once the second counts what the first has written.
      await standInLine(trx, uid, 'room');
      const before = await held(trx, uid);
      const result = await work();
      const after = await held(trx, uid);
      if (after <= before) return result;
      const { held: left, most } = await fitted(trx, uid, after);
      if (left > most && left > before) throw new Problem('limit_reached', fullWords(most));
      return result;
    },
  };
}
