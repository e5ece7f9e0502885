import type { Transaction } from 'kysely';
import { type MemberDataSource, jsonFile, memberByEmail } from '#features/accounts/server/public.ts';
import { tablesOf } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { syncProfile } from './subscriptions.ts';
import type { PlanTables } from './tables.ts';

/** What is kept about a member's plans, without the hash of any key. */
async function gather({ db }: Pick<Platform, 'db'>, uid: string) {
  const tables = db.tables<PlanTables>();
  const subscriptions = await tables
    .selectFrom('plan_subscription')
    .selectAll()
    .where('owner_id', '=', uid)
    .orderBy('source')
    .execute();
  const usage = await tables
    .selectFrom('plan_usage')
    .select(['month', 'counter', 'used'])
    .where('owner_id', '=', uid)
    .orderBy('month')
    .orderBy('counter')
    .execute();
  const apiKeys = await tables
    .selectFrom('api_key')
    .select(['id', 'name', 'scopes', 'created_at', 'last_used_at', 'revoked_at'])
    .where('owner_id', '=', uid)
    .orderBy('created_at')
    .execute();
  const isEmpty = subscriptions.length + usage.length + apiKeys.length === 0;
  return isEmpty ? null : { subscriptions, usage, apiKeys };
}

export function plansPerson(platform: Pick<Platform, 'db'>): PersonData {
  const { db } = platform;
  return {
    erasing: { goes: 'Plans, counters and API keys' },
    async export(email) {
      const member = await memberByEmail(db.tables(), email);
      return member && gather(platform, member.uid);
    },

    /** Where the account itself is gone already, all of this went with it. */
    async erase(email) {
      const member = await memberByEmail(db.tables(), email);
      if (!member) return [];
      return db.transaction<PlanTables, string[]>(async (trx) => {
        const removed = {
          subscriptions: await removeFrom(trx, 'plan_subscription', member.uid),
          counters: await removeFrom(trx, 'plan_usage', member.uid),
          keys: await removeFrom(trx, 'api_key', member.uid),
        };
        return [
          `${removed.subscriptions} plans, ${removed.counters} counters and ${removed.keys} API keys removed`,
        ];
      });
    },
  };
}

async function removeFrom(
  trx: Transaction<PlanTables>,
  table: 'plan_subscription' | 'plan_usage' | 'api_key',
  uid: string,
): Promise<bigint> {
  const { numDeletedRows } = await trx.deleteFrom(table).where('owner_id', '=', uid).executeTakeFirst();
  return numDeletedRows;
}

/** What a member takes along; it goes with the account by itself. */
export function plansMemberData(platform: Pick<Platform, 'db' | 'clock'>): MemberDataSource {
  return {
    name: 'plans',
    async gather(uid) {
      const found = await gather(platform, uid);
      return found ? [jsonFile('plan.json', found)] : [];
    },
    async handOver(trx, from, to) {
      await tablesOf<PlanTables>(trx)
        .updateTable('plan_subscription')
        .set({ owner_id: to })
        .where('owner_id', '=', from)
        .execute();
      await syncProfile(trx, to, platform.clock.now());
    },
  };
}
