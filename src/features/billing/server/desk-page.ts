import type { DeskPage } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { money, nameOf } from './mails.ts';
import type { BillingTables } from './tables.ts';

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? '';

/** What is paid regularly. */
export const subscriptionsPage = ({ db }: Pick<Platform, 'db'>): DeskPage => ({
  path: 'subscriptions',
  title: 'Subscriptions',
  right: 'money',
  async list() {
    const rows = await db
      .tables<BillingTables>()
      .selectFrom('billing_subscription')
      .selectAll()
      .where('state', 'in', ['scheduled', 'active', 'past_due', 'ending'])
      .orderBy('created_at', 'desc')
      .limit(500)
      .execute();
    return {
      title: 'Subscriptions',
      lead: 'Active subscriptions. For details, canceling and refunds: npm run hub -- subscriptions show ID',
      blocks: [
        {
          is: 'table',
          title: 'Newest first',
          columns: [
            { head: 'Subscription' },
            { head: 'Customer' },
            { head: 'Plan' },
            { head: 'State' },
            { head: 'Paid until' },
            { head: 'Price', numeric: true },
          ],
          rows: rows.map((row) => [
            { text: row.id, mono: true },
            row.email,
            nameOf(row),
            {
              text: row.state.replace('_', ' '),
              tone: row.state === 'active' ? 'ok' : row.state === 'past_due' ? 'danger' : 'muted',
            },
            day(row.paid_until),
            money(row.price_cents),
          ]),
          empty: 'No subscriptions yet.',
        },
      ],
    };
  },
});
