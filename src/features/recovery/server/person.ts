import { sql } from 'kysely';
import { mailAddressKey } from '#base/mail-address.ts';
import { jsonFile, memberByEmail, type MemberDataSource } from '#features/accounts/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { PersonData } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { campaignsOf } from './campaigns.ts';
import { exportCarts } from './list.ts';
import type { RecoveryTables } from './tables.ts';

const ownTables = [
  'recovery_cart',
  'recovery_campaign',
  'recovery_buyer',
  'recovery_received',
  'recovery_connection',
  'recovery_owner',
] as const;

/** What shops told about a buyer, whoever's shop; and, of a member, that they have a shop here. */
export function recoveryPerson({ db }: Pick<Platform, 'db'>): PersonData {
  return {
    erasing: { goes: 'Abandoned carts and their reminders, and a member’s own shop' },
    async export(email) {
      const key = mailAddressKey(email);
      const { rows: carts } = await sql`
        select email, name, currency, total_cents, items, source, status, seen_at, recovered_at, revenue_cents
        from recovery_cart where email_key = ${key} order by seen_at`.execute(db.tables());
      const { rows: messages } = await sql`
        select step, state, due_at, sent_at, clicked_at, reason from recovery_message
        where email_key = ${key} order by due_at`.execute(db.tables());
      const { rows: bought } = await sql`
        select max(bought_at) as last from recovery_buyer where email_key = ${key} having max(bought_at) is not null`.execute(
        db.tables(),
      );
      const member = await memberByEmail(db.tables(), email);
      const campaigns = member ? await campaignsOf(db.tables(), member.uid) : [];
      return carts.length + campaigns.length + bought.length === 0
        ? null
        : { carts, messages, bought, campaigns };
    },

    erase: (email) =>
      db.transaction<RecoveryTables, string[]>(async (trx) => {
        const key = mailAddressKey(email);
        const { numDeletedRows } = await trx
          .deleteFrom('recovery_cart')
          .where('email_key', '=', key)
          .executeTakeFirst();
        await trx.deleteFrom('recovery_buyer').where('email_key', '=', key).execute();
        const member = await memberByEmail(trx, email);
        if (member) await forgetOwner(trx, member.uid);
        return numDeletedRows === 0n ? [] : [`${numDeletedRows} abandoned carts and their reminders deleted`];
      }),
  };
}

export function recoveryMemberData({ db }: Pick<Platform, 'db'>): MemberDataSource {
  return {
    name: 'recovery',
    async *gather(uid) {
      const campaigns = await campaignsOf(db.tables(), uid);
      const cart = await db
        .tables<RecoveryTables>()
        .selectFrom('recovery_cart')
        .select('id')
        .where('owner_id', '=', uid)
        .limit(1)
        .executeTakeFirst();
      if (campaigns.length === 0 && !cart) return;
      yield jsonFile('recovery/campaigns.json', campaigns);
      yield { path: 'recovery/carts.csv', bytes: exportCarts(db.tables(), uid) };
    },
    forget: forgetOwner,
  };
}

async function forgetOwner(trx: AnyTransaction, ownerId: string): Promise<void> {
  for (const table of ownTables)
    await sql`delete from ${sql.table(table)} where owner_id = ${ownerId}`.execute(trx);
  await sql`delete from recovery_tally where owner_id = ${ownerId}`.execute(trx);
}
