import { days } from '#base/clock.ts';
import { NoAnswer, Refused } from '#features/payments/server/public.ts';
import { moveOn } from '../rules/record.ts';
import { cancelRow, retry } from './plan-changes.ts';
import { agreementOf, type BillingContext, lockOwner, standingOf } from './context.ts';
import { renewalMail } from './mails.ts';
import { look, save } from './record.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

const most = 200;
const reminderDays = 7;

/** What time brings: changes that begin, ends that have come, tries again, and questions whose news may be lost. */
export async function advance(context: BillingContext): Promise<number> {
  const { db, clock, log } = context.platform;
  const table = () => db.tables<BillingTables>().selectFrom('billing_subscription').selectAll();
  const now = clock.now();
  let count = 0;

  async function each(
    rows: SubscriptionRow[],
    act: (row: SubscriptionRow) => Promise<unknown>,
  ): Promise<void> {
    for (const row of rows) {
      count++;
      try {
        await act(row);
      } catch (error) {
        // One that cannot be asked now must not hold up the others.
        if (!(error instanceof NoAnswer) && !(error instanceof Refused))
          log.error('billing: couldn’t advance a subscription', { subscription: row.id, error });
      }
    }
  }

  const due = await table()
    .where((or) =>
      or.or([
        or.and([or('state', '=', 'scheduled'), or('starts_at', '<=', now)]),
        or.and([or('state', '=', 'ending'), or('paid_until', '<=', now)]),
      ]),
    )
    .limit(most)
    .execute();
  // Endings first: a place must be free before it is taken.
  await each(
    due.toSorted((one, other) => one.state.localeCompare(other.state)),
    (row) => moveRow(context, row),
  );

  const soon = new Date(now.getTime() + days(reminderDays));
  const yearsEnding = await table()
    .where('kind', '=', 'plan')
    .where('cycle', '=', 'yearly')
    .where('state', '=', 'active')
    .where('paid_until', '>', now)
    .where('paid_until', '<=', soon)
    .where((or) => or('reminded_of', 'is distinct from', or.ref('paid_until')))
    .limit(most)
    .execute();
  await each(yearsEnding, (row) => remind(context, row));

  const orphans = await table()
    .where('owner_id', 'is', null)
    .where('kind', '=', 'plan')
    .where('state', 'in', ['scheduled', 'active', 'past_due'])
    .limit(most)
    .execute();
  await each(orphans, (row) =>
    db.transaction<BillingTables, unknown>((trx) => cancelRow(context, trx, row, 'The account was deleted')),
  );

  await each(
    await table().where('retry_at', '<=', now).where('state', '=', 'past_due').limit(most).execute(),
    (row) => retry(context, row),
  );

  await each(await table().where('check_at', '<=', now).orderBy('check_at').limit(most).execute(), (row) =>
    look(context, row.id),
  );
  return count;
}

/** Nobody pays for another year because they forgot: once, a week before. */
async function remind(context: BillingContext, row: SubscriptionRow): Promise<void> {
  await context.platform.db.transaction<BillingTables, void>(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('billing_subscription')
      .set({ reminded_of: row.paid_until })
      .where('id', '=', row.id)
      .where('state', '=', 'active')
      .where('paid_until', '=', row.paid_until)
      .where((or) => or('reminded_of', 'is distinct from', row.paid_until))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await context.platform.mail.send(trx, renewalMail(context, row));
  });
}

async function moveRow(context: BillingContext, { id, owner_id }: SubscriptionRow): Promise<void> {
  await context.platform.db.transaction<BillingTables, void>(async (trx) => {
    await lockOwner(trx, { id, owner_id });
    const row = await trx
      .selectFrom('billing_subscription')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = standingOf(row);
    const next = moveOn(agreementOf(row), before, context.platform.clock.now());
    if (next.state !== before.state) await save(context, trx, row, next);
  });
}

/** Half a year after nobody agreed to it: anybody can begin one, with an address that may be somebody else's. */
export async function forgetAbandoned({ platform: { db, clock } }: BillingContext): Promise<void> {
  await db
    .tables<BillingTables>()
    .deleteFrom('billing_subscription')
    .where('state', '=', 'abandoned')
    .where('created_at', '<', new Date(clock.now().getTime() - days(180)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('billing_payment')
            .select('at')
            .whereRef('subscription_id', '=', 'billing_subscription.id'),
        ),
      ),
    )
    .execute();
}
