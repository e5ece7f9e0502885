import type { Kysely, Transaction } from 'kysely';
import type { Payments } from '#features/payments/server/public.ts';
import type { Plans } from '#features/plans/server/public.ts';
import type { Books } from '#features/store/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createSigner } from '#platform/server/signed.ts';
import { holdLock } from '#platform/server/database/locks.ts';
import type { Agreement, Standing } from '../rules/record.ts';
import { createProvider, type Provider } from './provider.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

export interface BillingOptions {
  /** Asked late: the rail and its handlers need each other. */
  payments: Pick<Payments, 'mode' | 'provider'>;
  plans: Pick<Plans, 'setPaid' | 'endPaid' | 'planOf'>;
  /** Tax, numbers and paper of everything that is sold here. */
  books: Books;
}

/** What every part of billing shares. */
export interface BillingContext extends BillingOptions {
  platform: Platform;
  provider: Provider;
  /** For the link in a donor's mail, who may have no account. */
  giftToken: { of(id: string): string; read(token: string): string | null };
}

export type Trx = Transaction<BillingTables>;
export type Reader = Kysely<BillingTables>;

export function createBillingContext(platform: Platform, options: BillingOptions): BillingContext {
  const signer = createSigner(platform.secret, 'monthly donations');
  return {
    ...options,
    platform,
    provider: createProvider(platform, options.payments),
    giftToken: { of: (id) => signer.sign(id), read: (token) => signer.read(token) },
  };
}

/** One at a time for everything that somebody pays regularly. */
export const lockOwner = (trx: Trx, row: Pick<SubscriptionRow, 'id' | 'owner_id'>) =>
  holdLock(trx, `billing:${row.owner_id ?? row.id}`);

export const agreementOf = (row: SubscriptionRow): Agreement => ({
  cycle: row.cycle,
  when: row.when,
  dueNowCents: row.due_now_cents,
  priceCents: row.price_cents,
  firstWorthCents: row.first_worth_cents,
  renewalWorthCents: row.renewal_worth_cents,
  startsAt: row.starts_at,
});

export const standingOf = (row: SubscriptionRow): Standing => ({
  state: row.state,
  paidFrom: row.paid_from,
  paidUntil: row.paid_until,
  worthCents: row.worth_cents,
  renewals: row.renewals,
  failedTries: row.failed_tries,
  retryAt: row.retry_at,
  cancelAskedAt: row.cancel_asked_at,
});

export const columnsOf = (standing: Standing) => ({
  state: standing.state,
  paid_from: standing.paidFrom,
  paid_until: standing.paidUntil,
  worth_cents: standing.worthCents,
  renewals: standing.renewals,
  failed_tries: standing.failedTries,
  retry_at: standing.retryAt,
  cancel_asked_at: standing.cancelAskedAt,
});

export const plansOf = (trx: Reader, ownerId: string) =>
  trx
    .selectFrom('billing_subscription')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'plan')
    .orderBy('created_at', 'desc');

/** What somebody has now: being paid, or paid to an end that has not come. */
export const liveOf = async (
  trx: Reader,
  ownerId: string,
  now: Date,
): Promise<SubscriptionRow | undefined> => {
  const rows = await plansOf(trx, ownerId).where('state', 'in', ['active', 'past_due', 'ending']).execute();
  return (
    rows.find(({ state }) => state !== 'ending') ??
    rows.find(({ paid_until }) => paid_until !== null && paid_until > now)
  );
};
