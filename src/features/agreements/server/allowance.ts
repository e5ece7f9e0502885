import { hours } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import { accountWords, mayReachOthers } from '#features/accounts/server/public.ts';
import { type AnyKysely, type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Held } from './ledger.ts';
import type { AgreementTables } from './tables.ts';

/** So that one account can't write to the whole world: documents sent within a day, and people asked. */
const mostADay = { agreements: 60, people: 300 };

export function createAllowance({ config }: Pick<Platform, 'config'>) {
  const mayReach = (from: AnyKysely, uid: string) => mayReachOthers({ config }, from, uid);
  return { mayReach, assertMayAsk, assertFewDocuments, assertMayReach, keepCounted };

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
      // Who comes by an open link wasn't asked by anybody.
      .where('a.open_id', 'is', null)
      .executeTakeFirstOrThrow();
    const instead = await askedInstead(trx, uid, since);
    const asked = Number(people) + instead + (await deletedSince(trx, uid, since)).people;
    if (asked + more > mostADay.people)
      throw new Problem('too_many', `${asked} people were asked within a day. Ask the next ones tomorrow.`, {
        retryAfterSeconds: 3600,
      });
  }

  async function assertFewDocuments(trx: AnyTransaction, uid: string, now: Date): Promise<void> {
    const since = new Date(now.getTime() - hours(24));
    const { kept } = await tablesOf<AgreementTables>(trx)
      .selectFrom('agreement')
      .select(({ fn }) => fn.countAll<number>().as('kept'))
      .where('owner_id', '=', uid)
      .where('open_id', 'is', null)
      .where('sent_at', '>', since)
      .executeTakeFirstOrThrow();
    const count = Number(kept) + (await deletedSince(trx, uid, since)).documents;
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
    if (!(await mayReach(from, uid))) throw new Problem('forbidden', accountWords.proveFirst);
  }

  /** Who was asked has been asked, whether or not the agreement is deleted afterwards. */
  async function keepCounted(trx: AnyTransaction, { agreement, people }: Held, now: Date): Promise<void> {
    const { owner_id, id, open_id, sent_at } = agreement;
    const tables = tablesOf<AgreementTables>(trx);
    const since = new Date(now.getTime() - hours(24));
    await tables
      .deleteFrom('agreement_deleted')
      .where('owner_id', '=', owner_id)
      .where('at', '<=', since)
      .execute();
    const instead = await askedInstead(trx, owner_id, since, id);
    const isOfToday = open_id === null && sent_at > since;
    const asked = (isOfToday ? people.length : 0) + instead;
    if (asked === 0) return;
    await tables
      .insertInto('agreement_deleted')
      .values({ owner_id, agreement_id: id, at: now, people: asked, documents: isOfToday ? 1 : 0 })
      .execute();
  }
}

/** What was sent and deleted since. */
async function deletedSince(trx: AnyTransaction, uid: string, since: Date) {
  const { people, documents } = await tablesOf<AgreementTables>(trx)
    .selectFrom('agreement_deleted')
    .select(({ fn }) => [fn.sum<number>('people').as('people'), fn.sum<number>('documents').as('documents')])
    .where('owner_id', '=', uid)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return { people: Number(people ?? 0), documents: Number(documents ?? 0) };
}

/** Whoever was asked instead of somebody else, in one agreement or in all. */
async function askedInstead(trx: AnyTransaction, uid: string, since: Date, id?: string): Promise<number> {
  const { instead } = await tablesOf<AgreementTables>(trx)
    .selectFrom('agreement_event')
    .select(({ fn }) => fn.countAll<number>().as('instead'))
    .where('owner_id', '=', uid)
    .$if(id !== undefined, (query) => query.where('agreement_id', '=', id ?? ''))
    .where('kind', 'in', ['forwarded', 'address changed'])
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(instead);
}
