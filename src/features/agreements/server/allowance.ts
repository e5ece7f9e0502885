import { hours } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { accountWords, mayReachOthers } from '#features/accounts/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { AgreementTables } from './tables.ts';

/** So that one account can't write to the whole world: documents sent within a day, and people asked. */
const mostADay = { agreements: 60, people: 300 };

export function createAllowance({ config }: Pick<Platform, 'config'>) {
  return { assertMayAsk, assertFewDocuments, assertMayReach };

  /** Who may write to strangers: not before their own address is proven, and not to more than so many within a day. */
  async function assertMayAsk(trx: AnyTransaction, uid: string, more: number, now: Date): Promise<void> {
    await assertMayReach(trx, uid);
    const since = new Date(now.getTime() - hours(24));
    // Whoever was asked counts, in a first letter or instead of somebody else.
    const { people } = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement as a')
      .innerJoin('agreement_person as p', (on) =>
        on.onRef('p.owner_id', '=', 'a.owner_id').onRef('p.agreement_id', '=', 'a.id'),
      )
      .select(({ fn }) => fn.count<number>('p.n').as('people'))
      .where('a.owner_id', '=', uid)
      .where('a.sent_at', '>', since)
      .executeTakeFirstOrThrow();
    const { instead } = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement_event')
      .select(({ fn }) => fn.countAll<number>().as('instead'))
      .where('owner_id', '=', uid)
      .where('kind', 'in', ['forwarded', 'address changed'])
      .where('at', '>', since)
      .executeTakeFirstOrThrow();
    const asked = Number(people) + Number(instead);
    if (asked + more > mostADay.people)
      throw new Problem('too_many', `${asked} people were asked within a day. Ask the next ones tomorrow.`, {
        retryAfterSeconds: 3600,
      });
  }

  async function assertFewDocuments(trx: AnyTransaction, uid: string, now: Date): Promise<void> {
    const { count } = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', uid)
      .where('sent_at', '>', new Date(now.getTime() - hours(24)))
      .executeTakeFirstOrThrow();
    if (count >= mostADay.agreements)
      throw new Problem(
        'too_many',
        `You’ve sent ${count} documents within a day. Send the next one tomorrow.`,
        {
          retryAfterSeconds: 3600,
        },
      );
  }

  async function assertMayReach(from: AnyKysely, uid: string): Promise<void> {
    if (!(await mayReachOthers({ config }, from, uid)))
      throw new Problem('forbidden', accountWords.proveFirst);
  }
}
