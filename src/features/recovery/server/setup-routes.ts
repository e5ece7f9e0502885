import * as z from 'zod/mini';
import type { Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import { accountWords, mayReachOthers } from '#features/accounts/server/public.ts';
import type { Plans, Room } from '#features/plans/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  CampaignBody,
  NewCampaignBody,
  Delivery,
  OrderBody,
  recoveryApi,
  Settings,
  Step,
  WrittenAnswer,
} from '../rules/contract.ts';
import { wordsFault } from '../rules/writing.ts';
import { factsOf } from './letter.ts';
import { createSampleMail } from './sample-mail.ts';
import { campaignsOf, orderCampaigns, removeCampaign, saveCampaign } from './campaigns.ts';
import { ensureOwner, saveSettings, setShopSecret } from './owners.ts';
import type { Recovery } from './public.ts';
import type { CartRow, RecoveryTables } from './tables.ts';

export const Done = z.object({ ok: z.literal(true) });
export const done = { ok: true } as const;
export const Id = z.object({ id: z.string() });
export const change = { name: 'recovery', max: 600, perSeconds: 3600, by: 'viewer' } as const;

/** Settings, campaigns and the words of messages. */
export function setupRoutes(
  platform: Platform,
  { engine, writer, webhooks }: Recovery,
  plans: Plans,
  within: Room['within'],
): Route[] {
  const { db, clock } = platform;
  const sampleMail = createSampleMail(platform, engine);

  const cartFor = async (ownerId: string, id: string): Promise<CartRow> => {
    const cart = await db
      .tables<RecoveryTables>()
      .selectFrom('recovery_cart')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!cart) throw new Problem('not_found', 'This cart no longer exists.');
    return cart;
  };

  return [
    route({
      method: 'PUT',
      path: recoveryApi.settings,
      access: 'member',
      summary: 'Update your cart recovery settings',
      body: z.object({ settings: Settings, delivery: Delivery }),
      answer: Done,
      limit: change,
      async handle({ viewer, body }) {
        const { webhookUrl } = body.delivery;
        const { delivery } = await db.transaction((trx) => ensureOwner(trx, viewer.uid, clock.now()));
        // What stands there already keeps nobody from changing anything else.
        if (webhookUrl !== '' && webhookUrl !== delivery.webhookUrl)
          body.delivery.webhookUrl = await webhooks.accept(webhookUrl, 'delivery.webhookUrl');
        await db.transaction((trx) => saveSettings(trx, viewer.uid, body, clock.now()));
        return done;
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.campaigns,
      access: 'member',
      summary: 'Create a campaign',
      body: NewCampaignBody,
      answer: Id,
      limit: change,
      handle: async ({ viewer, body: { id, ...campaign } }) => ({
        id: await db.transaction((trx) =>
          within(trx, viewer.uid, () =>
            saveCampaign(trx, viewer.uid, { ...(id && { id }), isNew: true }, campaign, clock.now()),
          ),
        ),
      }),
    }),
    route({
      method: 'PUT',
      path: recoveryApi.campaign,
      access: 'member',
      summary: 'Update a campaign, or turn it on or off',
      params: Id,
      body: CampaignBody,
      answer: Id,
      limit: change,
      handle: async ({ viewer, params, body }) => ({
        id: await db.transaction((trx) =>
          within(trx, viewer.uid, () => saveCampaign(trx, viewer.uid, params, body, clock.now())),
        ),
      }),
    }),
    route({
      method: 'POST',
      path: recoveryApi.campaignOrder,
      access: 'member',
      summary: 'Set the order of your campaigns',
      description: 'The first campaign that is on and matches a cart sends its messages.',
      body: OrderBody,
      answer: Done,
      limit: change,
      async handle({ viewer, body }) {
        await db.transaction((trx) => orderCampaigns(trx, viewer.uid, body.ids));
        return done;
      },
    }),
    route({
      method: 'DELETE',
      path: recoveryApi.campaign,
      access: 'member',
      summary: 'Delete a campaign',
      description: 'Its scheduled messages are not sent.',
      params: Id,
      answer: Done,
      limit: change,
      async handle({ viewer, params }) {
        await db.transaction((trx) => removeCampaign(trx, viewer.uid, params.id));
        return done;
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.testMail,
      access: 'member',
      summary: 'Email yourself a test message with a sample cart',
      body: Step,
      answer: z.object({ to: z.string() }),
      limit: { name: 'recovery-test', max: 20, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body, requestId }) {
        if (!(await mayReachOthers(platform, db.tables(), viewer.uid)))
          throw new Problem('forbidden', accountWords.proveFirst);
        await db.transaction(async (trx) => {
          const owner = await ensureOwner(trx, viewer.uid, clock.now());
          const shown = await sampleMail(trx, owner, body);
          await platform.mail.send(trx, {
            to: viewer.email,
            kind: 'transactional',
            purpose: 'account',
            why: 'account',
            ...shown,
            subject: `Test: ${shown.subject}`,
            dedupeKey: `recovery-test:${requestId}`,
          });
        });
        return { to: viewer.email };
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.write,
      access: 'member',
      summary: 'Write a message for one cart',
      description: 'Counts as one AI email.',
      params: Id,
      body: z.object({ step: z.int().check(z.minimum(1), z.maximum(10)) }),
      answer: WrittenAnswer,
      limit: change,
      async handle({ viewer, params, body }) {
        const cart = await cartFor(viewer.uid, params.id);
        const owner = await db.transaction(async (trx) => {
          await plans.use(trx, viewer.uid, 'aiEmails');
          return ensureOwner(trx, viewer.uid, clock.now());
        });
        const campaign = (await campaignsOf(db.tables(), viewer.uid)).find(
          ({ id }) => id === cart.campaign_id,
        );
        const percent = owner.settings.discountEnabled
          ? (campaign?.steps[body.step - 1]?.discountPercent ?? 0)
          : 0;
        const { shop } = await engine.dressFor(db.tables(), owner);
        const facts = factsOf(cart, shop, { percent, code: '' }, '{{Link}}');
        return writer.write(facts, body.step, campaign?.steps.length ?? body.step);
      },
    }),
    route({
      method: 'PUT',
      path: recoveryApi.message,
      access: 'member',
      summary: 'Edit the text of a scheduled message',
      params: z.object({ id: z.string(), step: z.string().check(z.regex(/^\d{1,2}$/)) }),
      body: z.object({ subject: Step.shape.subject, body: Step.shape.body }),
      answer: Done,
      limit: change,
      async handle({ viewer, params, body }) {
        const fault = wordsFault(body);
        if (fault !== null) throw new Problem('bad_request', fault);
        await db.transaction<RecoveryTables, void>(async (trx) => keepDraft(trx, viewer.uid, params, body));
        return done;
      },
    }),
    route({
      method: 'PUT',
      path: recoveryApi.shopSecret,
      security: 'shop secret',
      access: 'member',
      summary: 'Set the webhook secret of a shop',
      description: 'An empty secret leaves it unchanged; `remove` deletes it.',
      body: z.object({
        shop: z.enum(['shopify', 'woocommerce', 'stripe']),
        secret: z.string().check(z.maxLength(200)),
        remove: z.optional(z.boolean()),
      }),
      answer: Done,
      limit: change,
      async handle({ viewer, body }) {
        const secret = body.remove ? null : body.secret.trim();
        if (secret !== '')
          await db.transaction((trx) => setShopSecret(trx, viewer.uid, body.shop, secret, clock.now()));
        return done;
      },
    }),
  ];
}

async function keepDraft(
  trx: Transaction<RecoveryTables>,
  ownerId: string,
  { id, step }: { id: string; step: string },
  words: { subject: string; body: string },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_message')
    .set({ draft: JSON.stringify(words), drafted_by: 'person' })
    .where('owner_id', '=', ownerId)
    .where('cart_id', '=', id)
    .where('step', '=', Number(step))
    .where('state', '=', 'planned')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('conflict', 'This message is no longer scheduled.');
}
