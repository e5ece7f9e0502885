import { mailAddressKey } from '#base/mail-address.ts';
import { jsonFile, type MemberDataSource } from '#features/accounts/server/public.ts';
import type { PersonData } from '#platform/server/feature.ts';
import { cancelRow } from './plan-changes.ts';
import type { BillingContext, Trx } from './context.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

async function gather(context: BillingContext, rows: SubscriptionRow[]) {
  if (rows.length === 0) return null;
  const tables = context.platform.db.tables<BillingTables>();
  const ids = rows.map(({ id }) => id);
  const payments = await tables
    .selectFrom('billing_payment')
    .selectAll()
    .where('subscription_id', 'in', ids)
    .orderBy('at')
    .execute();
  return {
    subscriptions: rows.map(({ approve_url, ...row }) => {
      void approve_url;
      return row;
    }),
    payments,
  };
}

/** Paid subscriptions stay as the books need them; they are stopped, and everything else goes. */
export function billingPerson(context: BillingContext): PersonData {
  const { db } = context.platform;
  const of = (email: string) =>
    db
      .tables<BillingTables>()
      .selectFrom('billing_subscription')
      .selectAll()
      .where('email_key', '=', mailAddressKey(email))
      .orderBy('created_at')
      .execute();
  return {
    erasing: {
      goes: 'Subscriptions are canceled',
      stays: 'Paid subscriptions: the law requires sellers to keep invoices for years',
    },
    export: async (email) => gather(context, await of(email)),
    erase: (email) =>
      db.transaction<BillingTables, string[]>(async (trx) => {
        const said: string[] = [];
        const key = mailAddressKey(email);
        const rows = await trx
          .selectFrom('billing_subscription')
          .selectAll()
          .where('email_key', '=', key)
          .execute();
        const live = rows.filter(({ state, cancel_asked_at: asked }) => {
          return asked === null && ['scheduled', 'active', 'past_due'].includes(state);
        });
        for (const row of live) await cancelRow(context, trx, row, 'The person was erased');
        if (live.length > 0) said.push(`${live.length} subscriptions canceled`);
        const paid = trx.selectFrom('billing_payment').select('subscription_id');
        const gone = await trx
          .deleteFrom('billing_subscription')
          .where('email_key', '=', key)
          .where('id', 'not in', paid)
          .where('state', 'in', ['approving', 'abandoned'])
          .executeTakeFirst();
        if (gone.numDeletedRows > 0n)
          said.push(`deleted ${gone.numDeletedRows} subscriptions that were never approved`);
        const kept = rows.length - Number(gone.numDeletedRows);
        if (kept > 0)
          said.push(
            `kept ${kept} subscriptions with their payments: the law requires sellers to keep invoices for years`,
          );
        return said;
      }),
  };
}

export function billingMemberData(context: BillingContext): MemberDataSource {
  return {
    name: 'billing',
    async gather(uid) {
      const rows = await context.platform.db
        .tables<BillingTables>()
        .selectFrom('billing_subscription')
        .selectAll()
        .where('owner_id', '=', uid)
        .orderBy('created_at')
        .execute();
      const found = await gather(context, rows);
      const details = await context.platform.db
        .tables<BillingTables>()
        .selectFrom('billing_details')
        .selectAll()
        .where('owner_id', '=', uid)
        .executeTakeFirst();
      return found || details ? [jsonFile('billing.json', { ...found, details: details ?? null })] : [];
    },
    async handOver(trx, from, to) {
      await (trx as Trx)
        .updateTable('billing_subscription')
        .set({ owner_id: to })
        .where('owner_id', '=', from)
        .execute();
    },
  };
}
