import { uidOf } from '#platform/server/http/viewer.ts';
import { Problem } from '#base/problem.ts';
import { NoAnswer } from '#features/payments/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import { zipResponse } from '#platform/server/zip.ts';
import {
  ApprovalAnswer,
  BillingAnswer,
  billingApi,
  BillingDetails,
  CancelRequest,
  ChangeRequest,
  Choosing,
  InvoiceParams,
  InvoiceQuery,
  MonthlyAnswer,
  MonthlyRequest,
  MonthlyToken,
  PreviewAnswer,
  ReturnedAnswer,
  ReturnedRequest,
} from '../rules/contract.ts';
import { cancelPlan, payNow, stopDonation, withdraw } from './plan-changes.ts';
import { beginDonation, beginPlan, offer } from './begin.ts';
import type { BillingContext } from './context.ts';
import { changeDetails } from './details.ts';
import { allPdfs, billingPdf } from './invoice.ts';
import { look } from './record.ts';
import type { BillingTables, SubscriptionRow } from './tables.ts';
import { giftView, overview, quoteView } from './view.ts';

const change = { name: 'billing-change', max: 30, perSeconds: 600, by: 'viewer' } as const;
const donate = { name: 'monthly-donation', max: 20, perSeconds: 600, by: 'address' } as const;

export function billingRoutes(context: BillingContext): Route[] {
  const { db, clock, log } = context.platform;
  const tables = () => db.tables<BillingTables>();

  /** What stands here, where the provider cannot be asked now. */
  async function lookOrKeep(row: SubscriptionRow): Promise<SubscriptionRow> {
    try {
      return (await look(context, row.id)) ?? row;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      log.warn('billing: the provider isn’t responding', { subscription: row.id });
      return row;
    }
  }

  async function giftOf(token: string): Promise<SubscriptionRow> {
    const id = context.giftToken.read(token) ?? '';
    const row = await tables()
      .selectFrom('billing_subscription')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', 'donation')
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', 'This link is incomplete. Open the one in your latest receipt.');
    return row;
  }

  return [
    route({
      method: 'GET',
      path: billingApi.overview,
      access: 'member',
      summary: 'Get your subscription, next payment and invoices',
      answer: BillingAnswer,
      handle: ({ viewer }) => overview(context, tables(), viewer.uid),
    }),
    route({
      method: 'POST',
      path: billingApi.preview,
      access: 'member',
      summary: 'Preview the cost of a plan',
      description: 'What you would pay now and at each renewal. Changes nothing.',
      limit: { ...change, name: 'billing-preview', max: 120 },
      body: Choosing,
      answer: PreviewAnswer,
      async handle({ viewer, body }) {
        const offered = await offer(context, tables(), viewer.uid, body);
        return { quote: offered && quoteView(context, offered), mode: context.payments.mode };
      },
    }),
    route({
      method: 'POST',
      path: billingApi.change,
      security: 'plan change',
      access: 'member',
      summary: 'Start or change a subscription',
      description: 'Takes effect once you approve it at the returned link.',
      limit: change,
      body: ChangeRequest,
      answer: ApprovalAnswer,
      handle: ({ viewer, body: { seenDueNowCents, seenNextCents, ...wanted } }) =>
        beginPlan(context, viewer, wanted, { dueNowCents: seenDueNowCents, nextCents: seenNextCents }),
    }),
    route({
      method: 'POST',
      path: billingApi.returned,
      access: 'member',
      summary: 'Check whether a subscription was approved',
      description: 'Call it when the buyer returns from the payment provider.',
      limit: { ...change, name: 'billing-returned', max: 120 },
      body: ReturnedRequest,
      answer: ReturnedAnswer,
      async handle({ viewer, body }) {
        const row = await tables()
          .selectFrom('billing_subscription')
          .selectAll()
          .where('id', '=', body.id)
          .where('owner_id', '=', viewer.uid)
          .executeTakeFirst();
        if (!row) throw new Problem('not_found', 'We can’t find this subscription.');
        return { state: (await lookOrKeep(row)).state };
      },
    }),
    route({
      method: 'POST',
      path: billingApi.cancel,
      security: 'plan ended',
      access: 'member',
      summary: 'Cancel your subscription',
      description: 'You keep the plan until the end of the paid period.',
      limit: change,
      body: CancelRequest,
      answer: BillingAnswer,
      async handle({ viewer, body }) {
        await cancelPlan(context, viewer.uid, body);
        return overview(context, tables(), viewer.uid);
      },
    }),
    route({
      method: 'POST',
      path: billingApi.pay,
      security: 'payment',
      access: 'member',
      summary: 'Retry a failed renewal now',
      limit: { ...change, name: 'billing-pay', max: 10 },
      answer: BillingAnswer,
      async handle({ viewer }) {
        await payNow(context, viewer.uid);
        return overview(context, tables(), viewer.uid);
      },
    }),
    route({
      method: 'POST',
      path: billingApi.withdraw,
      security: 'withdrawal',
      access: 'member',
      summary: 'Withdraw from a plan within 14 days',
      description: 'The plan ends and the payment is refunded.',
      limit: change,
      answer: BillingAnswer,
      async handle({ viewer }) {
        await withdraw(context, viewer.uid);
        return overview(context, tables(), viewer.uid);
      },
    }),
    route({
      method: 'PUT',
      path: billingApi.details,
      access: 'member',
      summary: 'Update the billing details for your next invoices',
      limit: { ...change, name: 'billing-details' },
      body: BillingDetails,
      answer: BillingAnswer,
      async handle({ viewer, body }) {
        await changeDetails(context, viewer.uid, body);
        return overview(context, tables(), viewer.uid);
      },
    }),
    route({
      method: 'GET',
      path: billingApi.allInvoices,
      access: 'member',
      summary: 'Download all your invoices and credit notes',
      description: 'PDFs in one ZIP file.',
      limit: { ...change, name: 'billing-zip', max: 6 },
      answer: 'raw',
      async handle({ viewer }) {
        const files = await allPdfs(context, tables(), viewer.uid);
        if (files === null) throw new Problem('not_found', 'You have no invoices yet.');
        return zipResponse('invoices.zip', files, clock.now());
      },
    }),
    route({
      method: 'GET',
      path: `${billingApi.invoice}/:id`,
      access: 'member',
      summary: 'Download an invoice or one of its credit notes, as a PDF',
      params: InvoiceParams,
      query: InvoiceQuery,
      answer: 'raw',
      async handle({ viewer, params, query }) {
        const { name, pdf } = await billingPdf(context, tables(), viewer.uid, params.id, query.credit);
        return new Response(pdf, {
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': `attachment; filename="${name}.pdf"`,
            'cache-control': 'private, no-store',
          },
        });
      },
    }),
    route({
      method: 'POST',
      path: billingApi.monthly,
      access: 'anyone',
      summary: 'Start a monthly donation',
      description: 'Takes effect once the donor approves it at the returned link.',
      limit: donate,
      body: MonthlyRequest,
      answer: ApprovalAnswer,
      handle: ({ viewer, body }) => beginDonation(context, { ...body, ownerId: uidOf(viewer) }),
    }),
    route({
      method: 'GET',
      path: billingApi.monthly,
      access: 'anyone',
      summary: 'Get a monthly donation',
      description: 'By the token of the link in its receipts.',
      query: MonthlyToken,
      answer: MonthlyAnswer,
      async handle({ query }) {
        const row = await giftOf(query.gift);
        return giftView(context, row.state === 'approving' ? await lookOrKeep(row) : row);
      },
    }),
    route({
      method: 'POST',
      path: billingApi.monthlyStop,
      security: 'donation stopped',
      access: 'anyone',
      summary: 'Stop a monthly donation',
      description: 'By the token of the link in its receipts.',
      limit: donate,
      body: MonthlyToken,
      answer: MonthlyAnswer,
      handle: async ({ body }) =>
        giftView(context, await stopDonation(context, (await giftOf(body.gift)).id)),
    }),
  ];
}
