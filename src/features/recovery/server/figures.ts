import { sql } from 'kysely';
import { type AnyKysely, tablesOf } from '#platform/server/database/database.ts';
import { recoveryRate } from '../rules/automation.ts';
import type { Figures } from '../rules/contract.ts';
import { uplift } from '../rules/uplift.ts';
import { campaignsOf } from './campaigns.ts';
import type { RecoveryTables } from './tables.ts';

type Tally = RecoveryTables['recovery_tally'];

const sum = (rows: Tally[], of: 'n' | 'by_click' | 'cents' | 'click_cents' | 'squares'): number =>
  rows.reduce((total, row) => total + row[of], 0);

/** Read from the tally, which has a row a month, campaign and currency: a million carts cost what ten do. */
export async function figuresOf(db: AnyKysely, ownerId: string, now: Date): Promise<Figures> {
  const all = await tablesOf<RecoveryTables>(db)
    .selectFrom('recovery_tally')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .execute();
  const came = all.filter(({ kind }) => kind === 'came');
  const back = all.filter(({ kind }) => kind === 'back');
  const currency = mainCurrency(came);
  const ours = back.filter((row) => row.currency === currency);
  const month = now.toISOString().slice(0, 7);
  const thisMonth = back.filter((row) => row.month === month);
  const carts = sum(came, 'n');
  const recovered = sum(back, 'n');
  const clicked = sum(back, 'by_click');
  const campaigns = await campaignsOf(db, ownerId);

  return {
    analytics: {
      totalAbandoned: carts,
      totalRecovered: recovered,
      recoveryRate: recoveryRate(recovered, carts),
      totalRevenue: sum(ours, 'cents') / 100,
      monthlyRecoveries: sum(thisMonth, 'n'),
      monthlyRevenue:
        sum(
          thisMonth.filter((row) => row.currency === currency),
          'cents',
        ) / 100,
    },
    currency,
    revenue: byCurrency(back, ({ cents }) => cents),
    byClick: { carts: clicked, revenue: byCurrency(back, ({ click_cents }) => click_cents) },
    alone: {
      carts: recovered - clicked,
      revenue: byCurrency(back, ({ cents, click_cents }) => cents - click_cents),
    },
    months: lastMonths(now, 12).map((key) => ({
      month: key,
      came: sum(
        came.filter((row) => row.month === key),
        'n',
      ),
      back: sum(
        back.filter((row) => row.month === key),
        'n',
      ),
      cents: sum(
        ours.filter((row) => row.month === key),
        'cents',
      ),
    })),
    campaigns: campaigns.map(({ id, name }) => ({
      id,
      name,
      came: sum(
        came.filter((row) => row.campaign_id === id),
        'n',
      ),
      back: sum(
        back.filter((row) => row.campaign_id === id),
        'n',
      ),
      cents: sum(
        ours.filter((row) => row.campaign_id === id),
        'cents',
      ),
    })),
    steps: [],
    uplift: incremental(came, ours, currency),
  };
}

/** By step of the sequence; not part of the page's first answer, since it counts messages. */
export async function stepsOf(db: AnyKysely, ownerId: string): Promise<Figures['steps']> {
  const { rows } = await sql<Figures['steps'][number]>`
    select step, count(*) filter (where state = 'sent') as sent, count(clicked_at) as clicked,
      count(*) filter (where state = 'not sent') as "notSent"
    from recovery_message where owner_id = ${ownerId} group by step order by step`.execute(db);
  return rows;
}

function mainCurrency(came: Tally[]): string {
  const counts = new Map<string, number>();
  for (const { currency, n } of came) counts.set(currency, (counts.get(currency) ?? 0) + n);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'USD';
}

function byCurrency(rows: Tally[], amount: (row: Tally) => number) {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0) + amount(row));
  return [...sums]
    .filter(([, cents]) => cents > 0)
    .map(([currency, cents]) => ({ currency, cents }))
    .sort((a, b) => b.cents - a.cents);
}

function incremental(came: Tally[], back: Tally[], currency: string) {
  const arm = (isHeld: boolean) => {
    const of = (row: Tally) => row.campaign_id !== '' && row.held_out === isHeld && row.currency === currency;
    const returned = back.filter(of);
    return {
      carts: sum(came.filter(of), 'n'),
      back: sum(returned, 'n'),
      cents: sum(returned, 'cents'),
      squares: sum(returned, 'squares'),
    };
  };
  return uplift(arm(false), arm(true));
}

const lastMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))
      .toISOString()
      .slice(0, 7),
  );
