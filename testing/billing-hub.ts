import { onTestFinished } from 'vitest';
import { days, movableClock } from '#base/clock.ts';
import { newId, randomText } from '#base/id.ts';
import { type PayPalEmulator, startPayPalEmulator } from '#emulators/paypal/server.ts';
import { createBilling } from '#features/billing/server/index.ts';
import type { ApprovalAnswer, BillingAnswer, PreviewAnswer } from '#features/billing/rules/contract.ts';
import { type BillingCycle, type PlanId } from '#features/plans/rules/plans.ts';
import { paymentsApi } from '#features/payments/rules/contract.ts';
import { paymentsFeature } from '#features/payments/server/index.ts';
import { createDonations, createPayments } from '#features/payments/server/public.ts';
import { createPlans } from '#features/plans/server/public.ts';
import { taxOn } from '#features/store/rules/tax.ts';
import { createOrders } from '#features/store/server/public.ts';
import { readConfig } from '#platform/server/config.ts';
import { silentLog } from '#platform/server/log.ts';
import type { MailPayload } from '#platform/server/mail/message.ts';
import { startWorker } from '#platform/server/outbox/worker.ts';
import type { TestDatabase } from './database.ts';
import { settingsOf } from './payments-hub.ts';
import { mountedForMembers, testPlatform, type Who } from './platform.ts';

export const origin = 'https://birch.example';

type Notice = ReturnType<PayPalEmulator['webhooks']['sign']>;

/** One subscription at the stand-in: what it shows, and what its buyer and their bank do. */
function thereAt({ subscriptions }: PayPalEmulator, approveUrl: string) {
  const id = new URL(approveUrl).searchParams.get('subscription') ?? '';
  return {
    id,
    get status() {
      return subscriptions.find(id).status;
    },
    sales: () =>
      subscriptions
        .transactionsOf(id)
        .transactions.map(({ id: sale, time, amount_with_breakdown: amount }) => ({
          id: sale,
          at: new Date(time),
          cents: Math.round(Number(amount.gross_amount.value) * 100),
          refundedCents: subscriptions.refundedCentsOf(sale),
        })),
    approve: () => subscriptions.approve(id),
    fails: (fails: boolean) => subscriptions.setFailing(id, fails),
    /** The first payment comes to another amount than was asked for. */
    charge(cents: number) {
      const { plan } = subscriptions.find(id);
      const fee = plan?.payment_preferences?.setup_fee;
      if (fee) fee.value = (cents / 100).toFixed(2);
    },
  };
}

/** Billing over real HTTP handling and a real database, with the stand-in for PayPal on a socket and one clock for both. */
export async function billingHub(db: TestDatabase, { start = '2026-11-01T09:00:00Z' } = {}) {
  await db.pool.query(
    'truncate billing_credit_note, billing_payment, billing_subscription, billing_provider_plan, payment_event, store_number, outbound_message, account_user cascade',
  );
  const clock = movableClock(start);
  const paypal = await startPayPalEmulator({ clock });
  onTestFinished(() => paypal.close());
  const config = {
    ...readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin }),
    live: true,
    paypal: settingsOf(paypal),
  };
  const platform = testPlatform({ db, clock, config, origin });
  const payments = createPayments(platform);
  const orders = createOrders(platform, {
    payments,
    checkVatId: async ({ number }) => (number === '123456789' ? 'valid' : 'invalid'),
  });
  const plans = createPlans(platform);
  const settings = { rates: { DE: 19, GR: 24 }, sellerCountry: 'DE' };
  const books = {
    ...orders.books,
    async tax(net: number, country: string, vatId?: string) {
      const vat = await orders.books.tax(0, country, vatId);
      return { ...vat, ...taxOn(net, { country, vatIdState: vat.vatIdState }, settings) };
    },
  };
  const { feature, notices } = createBilling(platform, { payments, plans, books });
  payments.tell(notices);
  const rail = paymentsFeature(platform, { payments, donations: createDonations(platform) });

  const { app, call } = mountedForMembers([...(feature.routes ?? []), ...(rail.routes ?? [])], origin);

  async function answered<T>(response: Response): Promise<T> {
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as T;
  }

  let told = 0;
  const mustTake = async (notice: Notice) => {
    const { status } = await hub.notify(notice);
    if (status !== 200) throw new Error(`A notice was answered ${status}`);
  };
  const hub = {
    platform,
    paypal,
    clock,
    plans,
    call,
    get: (path: string, who?: Who) => call('GET', path, undefined, who),
    post: (path: string, body: unknown, who?: Who) => call('POST', path, body, who),
    async member(): Promise<Who> {
      const who = { uid: newId('user'), email: `${randomText(8)}@example.com` };
      await db.pool.query(
        'insert into account_user (id, name, email, email_verified) values ($1, $2, $3, true)',
        [who.uid, 'Ada', who.email],
      );
      return who;
    },
    async quote(who: Who, plan: PlanId, cycle: BillingCycle = 'monthly', country = 'US', vatId = '') {
      const body = { plan, cycle, country, vatId };
      return (await answered<PreviewAnswer>(await hub.post('/api/billing/preview', body, who))).quote;
    },
    /** What is shown is agreed to; whether the buyer then says yes is another matter. */
    async begin(who: Who, plan: PlanId, cycle: BillingCycle = 'monthly', country = 'US', vatId = '') {
      const quote = await hub.quote(who, plan, cycle, country, vatId);
      if (!quote) throw new Error('They have it already');
      const seen = { seenDueNowCents: quote.dueNowCents, seenNextCents: quote.nextPaymentCents };
      const body = { plan, cycle, country, vatId, ...seen };
      const begun = await answered<ApprovalAnswer>(await hub.post('/api/billing/change', body, who));
      return { ...begun, quote, there: hub.there(begun.approveUrl) };
    },
    async choose(who: Who, plan: PlanId, cycle: BillingCycle = 'monthly', country = 'US', vatId = '') {
      const begun = await hub.begin(who, plan, cycle, country, vatId);
      begun.there.approve();
      await hub.hear();
      return begun;
    },
    overview: async (who: Who) => answered<BillingAnswer>(await hub.get('/api/billing', who)),
    cancel: async (who: Who) => answered<BillingAnswer>(await hub.post('/api/billing/cancel', {}, who)),
    planOf: async (who: Who) => (await plans.planOf(db.tables(), who.uid)).plan,
    /** The subscription behind a link, as the provider has it. */
    there: (approveUrl: string) => thereAt(paypal, approveUrl),
    /** Whether the provider cannot be reached; or does what it is asked, and its answers are lost. */
    setAway: (away: boolean) => void (paypal.faults.loseRequests = away ? 1 : 0),
    setLosing: (loses: boolean) => void (paypal.faults.loseAnswers = loses ? 1 : 0),
    /** A notice arrives at the hub's own address; its answer is what the provider gets. */
    notify: async ({ headers, body }: Notice) =>
      app.request(new URL(paymentsApi.webhook, origin), { method: 'POST', body, headers }),
    /** Every notice not delivered yet arrives, once and in order unless said otherwise. */
    async hear({ times = 1, shuffled = false, lost = false } = {}): Promise<void> {
      const news = paypal.webhooks.sent.slice(told);
      told = paypal.webhooks.sent.length;
      if (lost) return;
      if (shuffled) news.reverse();
      for (let time = 0; time < times; time++)
        for (const notice of news) await mustTake(time === 0 ? notice : hub.anew(notice));
    },
    /** The same news under another number, so that it is not put aside as known. */
    anew: ({ body }: Notice) =>
      paypal.webhooks.sign(body.replace(/"id":"WH-[^"]*"/, `"id":"WH-${randomText(12)}"`)),
    job: async () => feature.jobs?.[0]?.run(),
    tidy: async () => feature.jobs?.find(({ name }) => name === 'billing-tidy')?.run(),
    retry: async () => feature.jobs?.find(({ name }) => name === 'billing-refunds')?.run(),
    /** What waits for the provider goes out. */
    async deliver(): Promise<void> {
      const worker = startWorker({ db, handlers: feature.outboxHandlers ?? [], clock, log: silentLog });
      await worker.drain();
      await worker.stop();
    },
    /** Days go by one by one, as the provider and the hub's jobs live through them. */
    async live(forDays: number, { lost = false } = {}): Promise<void> {
      for (let day = 0; day < forDays; day++) {
        clock.move(days(1));
        paypal.subscriptions.renewDue();
        await hub.hear({ lost });
        await hub.job();
        await hub.deliver();
        await hub.hear({ lost });
      }
    },
    async mails(to?: string): Promise<(MailPayload & { words: string })[]> {
      const { rows } = await db.pool.query<{ payload: MailPayload }>(
        `select payload from outbound_message where channel = 'mail' order by created_at, id`,
      );
      return rows
        .map(({ payload }) => ({ ...payload, words: JSON.stringify(payload.body) }))
        .filter((mail) => to === undefined || mail.to === to);
    },
    async command(...args: string[]): Promise<string[]> {
      const command = (feature.commands ?? []).find(({ name }) => args.join(' ').startsWith(name));
      if (!command) throw new Error(`No command ${args.join(' ')}`);
      const lines: string[] = [];
      await command.run(args.slice(command.name.split(' ').length), (line) => lines.push(line));
      return lines;
    },
    person: feature.person!,
  };
  return hub;
}
