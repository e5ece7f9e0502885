import { countOf } from '#base/count.ts';
import { sql } from 'kysely';
import { cents, formatMoney } from '#base/money.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PaymentTables } from '../tables.ts';

const money = (amount: number): string => formatMoney(cents(amount));

/** What was given since then, or ever; of what was given back, only the rest counts. */
export async function donationSums(
  db: Platform['db'],
  since?: Date,
): Promise<{ count: number; total: number }> {
  const { rows } = await sql<{ count: number; total: number }>`
    select count(*)::bigint as count, coalesce(sum(donation.cents - coalesce(back.cents, 0)), 0)::bigint as total
    from donation
    left join payment on payment.reference = donation.id
    left join lateral (
      select sum(cents) as cents from payment_refund
      where payment_id = payment.id and state = 'done' and capture_id not in
        (select capture_id from payment_capture where payment_id = payment.id and state = 'duplicate')
    ) back on true
    where donation.paid_at is not null ${since ? sql`and donation.paid_at >= ${since}` : sql``}`.execute(
    db.tables<PaymentTables>(),
  );
  return rows[0] ?? { count: 0, total: 0 };
}

export const donationCommands = ({ db }: Pick<Platform, 'db'>): HubCommand[] => [
  {
    name: 'donations list',
    usage: 'donations list [--all]',
    summary: 'List paid donations, newest first; with --all, unfinished ones too',
    async run([flag], print) {
      if (flag !== undefined && flag !== '--all')
        throw new Problem('bad_request', 'donations list takes no options except --all.');
      const tables = db.tables<PaymentTables>();
      let query = tables.selectFrom('donation').selectAll().orderBy('created_at', 'desc').limit(200);
      if (!flag) query = query.where('paid_at', 'is not', null);
      for (const row of await query.execute()) {
        const at = (row.paid_at ?? row.created_at).toISOString().slice(0, 16).replace('T', ' ');
        print(
          [at, row.id, money(row.cents), row.state, row.name ?? '', row.email ?? ''].join('  ').trimEnd(),
        );
        if (row.message) print(`  ${row.message.replace(/\s+/g, ' ')}`);
      }
      const { count, total } = await donationSums(db);
      print(`${countOf(count, 'donation')}, ${money(total)} net of refunds`);
    },
  },
];
