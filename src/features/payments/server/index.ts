import { days } from '#base/clock.ts';
import { Problem } from '#base/problem.ts';
import type { ServerFeature, ServiceStatus } from '#platform/server/feature.ts';
import { readBody } from '#platform/server/http/body.ts';
import { json } from '#platform/server/http/answers.ts';
import { route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { captureAnswer, captureRequest, paymentsApi } from '../rules/contract.ts';
import { paymentCommands } from './commands.ts';
import { donationsPage } from './desk/donations-page.ts';
import type { MoveSource } from './desk/moves-csv.ts';
import { paymentsPage } from './desk/payments-page.ts';
import { donationCommands } from './donations/commands.ts';
import type { Donations } from './donations/donations.ts';
import { NoAnswer } from './paypal/client.ts';
import { donationRoutes } from './donations/routes.ts';
import type { Payments } from './payments.ts';
import { paymentsPerson } from './person.ts';
import { reconcile } from './reconcile.ts';
import type { PaymentTables } from './tables.ts';

const maxNotice = 256 * 1024;

/** Money comes in here, for whatever it is: taken once, written down once. */
export function paymentsFeature(
  platform: Platform,
  {
    payments,
    donations,
    others = [],
  }: { payments: Payments; donations: Donations; others?: readonly MoveSource[] },
): ServerFeature {
  const { db, clock, config } = platform;
  return {
    name: 'payments',
    desk: [paymentsPage(platform, payments, others), donationsPage(platform, payments)],
    routes: [
      route({
        method: 'POST',
        path: paymentsApi.capture,
        security: 'payment',
        access: 'anyone',
        summary: 'Capture the payment for an approved order',
        description: 'Idempotent: calling it twice charges the buyer once.',
        limit: { name: 'payment-capture', max: 60, perSeconds: 60, by: 'address' },
        body: captureRequest,
        answer: captureAnswer,
        handle: ({ body }) => payments.capture(body.orderId),
      }),
      route({
        method: 'POST',
        path: paymentsApi.webhook,
        access: 'anyone',
        summary: 'Webhook for the payment provider',
        description: 'Calls must carry the provider’s signature.',
        crossOrigin: true,
        limit: { name: 'payment-notice', max: 6000, perSeconds: 60, by: 'address' },
        answer: 'raw',
        async handle({ request }) {
          const body = await readBody(request, maxNotice);
          const notice = await payments.notice(request.headers, body).catch((error: unknown) => {
            // What it tells of can't be looked up now: it comes again, and is no error of ours.
            if (!(error instanceof NoAnswer)) throw error;
            throw new Problem(
              'unavailable',
              'The payment provider isn’t responding. Send this notice again.',
            );
          });
          if (notice === 'forged')
            throw new Problem('forbidden', 'This notice is not signed by the payment provider.');
          return json({ taken: true });
        },
      }),
      ...donationRoutes(payments, donations),
    ],
    jobs: [
      {
        name: 'payments-reconcile',
        everySeconds: 60,
        run: async () => void (await reconcile(platform, payments)),
      },
      {
        name: 'payments-tidy',
        everySeconds: 3600,
        run: async () => {
          const before = new Date(clock.now().getTime() - days(60));
          await db.tables<PaymentTables>().deleteFrom('payment_event').where('at', '<', before).execute();
          await db
            .tables<PaymentTables>()
            .deleteFrom('donation')
            .where('state', '=', 'open')
            .where('created_at', '<', before)
            .execute();
          await forgetUnpaid(platform);
        },
      },
    ],
    commands: [...paymentCommands(platform, payments), ...donationCommands(platform)],
    person: paymentsPerson(platform),
    runsOn: () => [runsOn(config.paypal, payments.mode)],
  };
}

/** What nobody ever agreed to, half a year on: anybody can begin a payment, and few are paid. */
async function forgetUnpaid({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - days(180));
  await db
    .tables<PaymentTables>()
    .deleteFrom('payment')
    .where('state', 'in', ['open', 'expired'])
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payment_capture').select('at').whereRef('payment_id', '=', 'payment.id'))),
    )
    .execute();
}

function runsOn(paypal: Platform['config']['paypal'], mode: Payments['mode']): ServiceStatus {
  const service = 'payments';
  if (mode === 'off')
    return {
      service,
      runsOn: 'off: customers can’t pay',
      state: 'off',
      advice: 'Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET. See docs/payments.md',
    };
  if (mode === 'emulator') return { service, runsOn: 'test payments, no money moves', state: 'up' };
  return {
    service,
    runsOn: `PayPal ${paypal?.environment ?? ''}`.trim(),
    state: 'up',
    ...(!paypal?.webhookId && {
      advice: 'Set PAYPAL_WEBHOOK_ID, or refunds and late payments are noticed late',
    }),
  };
}
