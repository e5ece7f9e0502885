import { hours, minutes } from '#base/clock.ts';
import { cents as asCents, formatMoney } from '#base/money.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { newId } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { safeReturnPath } from '#features/accounts/rules/return-path.ts';
import { isPaidPlan } from '#features/plans/rules/capabilities.ts';
import type { BillingCycle, PlanId } from '#features/plans/rules/plans.ts';
import { NoAnswer, Refused } from '#features/payments/server/public.ts';
import { billingPath, monthlyPath } from '../rules/addresses.ts';
import { type Change, decideChange, type Paid } from '../rules/change.ts';
import { dueDate } from '../rules/periods.ts';
import { invalidVatId, keepDetails } from './details.ts';
import { type BillingContext, liveOf, lockOwner, plansOf, type Reader, type Trx } from './context.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';

const hour = hours(1);

export interface Wanted {
  plan: PlanId;
  cycle: BillingCycle;
  country: string;
  vatId?: string | undefined;
  name?: string | undefined;
  company?: string | undefined;
  address?: string | undefined;
  from?: string | undefined;
}

type TaxSaid = Awaited<ReturnType<BillingContext['books']['tax']>>;

/** Everything that is shown before it is agreed to, and then agreed to exactly so. */
export interface Offer {
  change: Change;
  from: SubscriptionRow | undefined;
  dueNowCents: number;
  dueTaxCents: number;
  nextCents: number;
  taxBasisPoints: number;
  reverseCharge: boolean;
  vatId: string | null;
  vatWords: string;
}

export async function offer(
  context: BillingContext,
  trx: Reader,
  owner: string,
  { plan, cycle, country, vatId }: Wanted,
): Promise<Offer | null> {
  if (!isPaidPlan(plan))
    throw new Problem(
      'bad_request',
      'To move to FREE, cancel your plan. You keep it until the end of the paid period.',
    );
  const now = context.platform.clock.now();
  const from = await liveOf(trx, owner, now);
  const next = await plansOf(trx, owner).where('state', '=', 'scheduled').executeTakeFirst();
  const paid = paidOf(from);
  // Counted to the hour that has begun, so that a price that is shown stays for as long as it takes to agree.
  const counted = paid && paid.until > now ? new Date(Math.floor(now.getTime() / hour) * hour) : now;
  const change = decideChange(counted, paid, { plan, cycle });
  // What begins then anyway need not be chosen again.
  if (!change || (next && next.plan === plan && next.cycle === cycle)) return null;
  const net = change.dueNowCents;
  const tax = await context.books.tax(net, country, vatId);
  const renewal = await context.books.tax(change.priceCents, country, vatId);
  return {
    change,
    from,
    dueNowCents: net + tax.taxCents,
    dueTaxCents: tax.taxCents,
    nextCents: change.priceCents + renewal.taxCents,
    taxBasisPoints: renewal.rateBasisPoints,
    reverseCharge: renewal.reverseCharge,
    vatId: renewal.vatId,
    vatWords: vatWordsOf(renewal),
  };
}

/** Where no tax is due, none is said to be charged. */
function vatWordsOf({ rateBasisPoints, reverseCharge, vatIdState, vatWords }: TaxSaid): string {
  if (rateBasisPoints > 0 || reverseCharge) return vatWords;
  return vatIdState === 'invalid' ? invalidVatId : '';
}

function paidOf(row: SubscriptionRow | undefined): Paid | null {
  if (!row?.plan || !row.paid_from || !row.paid_until) return null;
  return {
    plan: row.plan,
    cycle: row.cycle,
    from: row.paid_from,
    until: row.paid_until,
    paidCents: asCents(row.worth_cents),
    ends: row.state === 'ending',
  };
}

const money = (amount: number) => formatMoney(asCents(amount));

/** A subscription that waits for its buyer's yes; asked twice for the same, it is the same one. */
export async function beginPlan(
  context: BillingContext,
  member: { uid: string; email: string },
  wanted: Wanted,
  seen: { dueNowCents: number; nextCents: number },
): Promise<{ id: string; approveUrl: string }> {
  mustTakeMoney(context);
  const { db, clock } = context.platform;
  const row = await db.transaction<BillingTables, SubscriptionRow>(async (trx) => {
    await lockOwner(trx, { id: '', owner_id: member.uid });
    const offered = await offer(context, trx, member.uid, wanted);
    if (!offered) throw new Problem('conflict', 'You already have this plan. Nothing was charged.');
    if (offered.dueNowCents !== seen.dueNowCents || offered.nextCents !== seen.nextCents)
      throw new Problem(
        'conflict',
        `The price is now ${money(offered.dueNowCents)}, then ${money(offered.nextCents)} each time. Nothing was charged. Review it, then continue.`,
      );
    const { change, from } = offered;
    const now = clock.now();
    const fresh = {
      plan: wanted.plan,
      cycle: wanted.cycle,
      when: change.when,
      due_now_cents: offered.dueNowCents,
      price_cents: offered.nextCents,
      first_worth_cents: change.when === 'now' ? change.dueNowCents + change.creditCents : 0,
      renewal_worth_cents: change.priceCents,
      credit_cents: change.creditCents,
      country: wanted.country,
      vat_id: offered.vatId,
      tax_basis_points: offered.taxBasisPoints,
      reverse_charge: offered.reverseCharge,
      starts_at: change.nextPaymentAt,
      replaces: from?.id ?? null,
      replaces_until: from?.paid_until ?? null,
    };
    await keepDetails(trx, member.uid, { ...wanted, vatId: offered.vatId }, now);
    const waiting = await plansOf(trx, member.uid).where('state', '=', 'approving').executeTakeFirst();
    if (waiting && isSameOffer(waiting, fresh, now)) return waiting;
    if (waiting)
      await trx
        .updateTable('billing_subscription')
        .set({ state: 'abandoned' })
        .where('id', '=', waiting.id)
        .execute();
    return insert(trx, { ...base(member.email, now), ...fresh, owner_id: member.uid, kind: 'plan' });
  });
  const from = wanted.from ? `&from=${encodeURIComponent(safeReturnPath(wanted.from))}` : '';
  return approval(context, row, {
    returnUrl: `${billingPath}?done=${row.id}${from}`,
    cancelUrl: `${billingPath}?plan=${wanted.plan}&cycle=${wanted.cycle}&left=1${from}`,
  });
}

const sameFor = minutes(10);

function isSameOffer(
  row: SubscriptionRow,
  fresh: Pick<SubscriptionRow, 'plan' | 'cycle' | 'price_cents' | 'country' | 'replaces' | 'vat_id'>,
  now: Date,
): boolean {
  const keys = ['plan', 'cycle', 'price_cents', 'country', 'replaces', 'vat_id'] as const;
  return now.getTime() - row.created_at.getTime() < sameFor && keys.every((key) => row[key] === fresh[key]);
}

export async function beginDonation(
  context: BillingContext,
  { cents, email: typed, ownerId }: { cents: number; email: string; ownerId: string | null },
): Promise<{ id: string; approveUrl: string }> {
  mustTakeMoney(context);
  const email = parseMailAddress(typed);
  if (!email)
    throw new Problem('bad_request', 'Enter an email address for the receipts.', {
      fields: { email: 'Enter one email address, such as ada@example.com.' },
    });
  const { db, clock } = context.platform;
  const now = clock.now();
  const row = await db.transaction<BillingTables, SubscriptionRow>((trx) =>
    insert(trx, {
      ...base(email, now),
      owner_id: ownerId,
      kind: 'donation',
      plan: null,
      cycle: 'monthly',
      when: 'now',
      due_now_cents: cents,
      price_cents: cents,
      first_worth_cents: cents,
      renewal_worth_cents: cents,
      country: '',
      vat_id: null,
      starts_at: dueDate(now, 'monthly', 1),
      replaces: null,
      replaces_until: null,
    }),
  );
  const gift = encodeURIComponent(context.giftToken.of(row.id));
  return approval(context, row, {
    returnUrl: `${monthlyPath}?gift=${gift}`,
    cancelUrl: `${monthlyPath}?left=1`,
  });
}

const base = (email: string, now: Date) => ({
  id: newId('billing'),
  email,
  email_key: mailAddressKey(email),
  provider_id: null,
  approve_url: null,
  state: 'approving' as const,
  paid_from: null,
  paid_until: null,
  retry_at: null,
  cancel_asked_at: null,
  cancel_told_at: null,
  withdrawn_at: null,
  activated_at: null,
  ended_at: null,
  created_at: now,
  check_at: new Date(now.getTime() + 120_000),
});

const insert = (trx: Trx, row: Parameters<ReturnType<typeof into>['values']>[0]) =>
  into(trx).values(row).returningAll().executeTakeFirstOrThrow();
const into = (trx: Trx) => trx.insertInto('billing_subscription');

function mustTakeMoney(context: BillingContext): void {
  if (context.payments.mode === 'off')
    throw new Problem(
      'unavailable',
      'Payments aren’t available yet. Nothing was charged. Contact us if you want to pay.',
    );
}

async function approval(
  context: BillingContext,
  row: SubscriptionRow,
  { returnUrl, cancelUrl }: { returnUrl: string; cancelUrl: string },
): Promise<{ id: string; approveUrl: string }> {
  if (row.provider_id && row.approve_url) return { id: row.id, approveUrl: row.approve_url };
  const origin = context.platform.origin();
  try {
    const addresses = { returnUrl: `${origin}${returnUrl}`, cancelUrl: `${origin}${cancelUrl}` };
    const { providerId, approveUrl } = await context.provider.open(row, addresses);
    await context.platform.db
      .tables<BillingTables>()
      .updateTable('billing_subscription')
      .set({ provider_id: providerId, approve_url: approveUrl })
      .where('id', '=', row.id)
      .execute();
    return { id: row.id, approveUrl };
  } catch (error) {
    if (!(error instanceof NoAnswer) && !(error instanceof Refused)) throw error;
    context.platform.log.warn('billing: couldn’t start a subscription', { reason: error.message });
    throw new Problem(
      'unavailable',
      error instanceof NoAnswer
        ? 'PayPal isn’t responding. Nothing was charged. Try again in a moment.'
        : 'PayPal declined this. Nothing was charged. Contact us if it keeps happening.',
    );
  }
}
