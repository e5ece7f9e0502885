import * as z from 'zod/mini';
import type { Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { Plans } from '#features/plans/server/public.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  CampaignBody,
  CartBody,
  CartsAnswer,
  Delivery,
  Figures,
  ImportAnswer,
  OverviewAnswer,
  PurchaseBody,
  recoveryApi,
  Settings,
  StatusBody,
  Step,
} from '../rules/contract.ts';
import { readCarts } from '../rules/csv.ts';
import { fill, writeForCart } from '../rules/writing.ts';
import { acceptOne, removeCarts } from './carts.ts';
import { figuresOf, stepsOf } from './figures.ts';
import { exportCarts, listCarts } from './list.ts';
import {
  campaignsOf,
  ensureOwner,
  removeCampaign,
  saveCampaign,
  saveSettings,
  setShopSecret,
} from './owners.ts';
import type { Recovery } from './public.ts';
import type { CampaignRow, CartRow, RecoveryTables } from './tables.ts';

const Done = z.object({ ok: z.literal(true) });
const done = { ok: true } as const;
const Words = z.object({ subject: z.string(), body: z.string() });
const Id = z.object({ id: z.string() });

/** What a member does with their own carts, on their page or by a program with their key. */
export function memberRoutes(platform: Platform, recovery: Recovery, plans: Plans): Route[] {
  const { db, clock } = platform;
  const { intake, endings, engine } = recovery;
  const change = { name: 'recovery', max: 600, perSeconds: 3600, by: 'viewer' } as const;

  const cartFor = async (ownerId: string, id: string): Promise<CartRow> => {
    const cart = await db
      .tables<RecoveryTables>()
      .selectFrom('recovery_cart')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!cart) throw new Problem('not_found', 'This cart is not there any more.');
    return cart;
  };

  async function overview(uid: string): Promise<z.output<typeof OverviewAnswer>> {
    const owner = await db.transaction((trx) => ensureOwner(trx, uid, clock.now()));
    const [list, figures, campaigns] = await Promise.all([
      listCarts(db.tables(), uid),
      figuresOf(db.tables(), uid, clock.now()),
      campaignsOf(db.tables(), uid),
    ]);
    return {
      ...list,
      settings: owner.settings,
      delivery: owner.delivery,
      campaigns: campaigns.map(campaignView),
      figures,
      connection: {
        key: owner.public_id,
        secret: owner.secret,
        shops: Object.keys(owner.shop_secrets),
      },
    };
  }

  return [
    route({
      method: 'GET',
      path: recoveryApi.overview,
      access: 'member',
      summary: 'Your cart recovery: the newest carts, settings, campaigns and figures',
      answer: OverviewAnswer,
      handle: ({ viewer }) => overview(viewer.uid),
    }),
    route({
      method: 'GET',
      path: recoveryApi.carts,
      access: 'member',
      summary: 'Your carts, the newest first',
      query: z.object({ after: z.optional(z.string()) }),
      answer: CartsAnswer,
      handle: ({ viewer, query }) => listCarts(db.tables(), viewer.uid, { after: query.after }),
    }),
    route({
      method: 'GET',
      path: `${recoveryApi.overview}/steps`,
      access: 'member',
      summary: 'What went out, message by message',
      answer: z.object({ steps: Figures.shape.steps }),
      handle: async ({ viewer }) => ({ steps: await stepsOf(db.tables(), viewer.uid) }),
    }),
    route({
      method: 'POST',
      path: recoveryApi.carts,
      access: 'member',
      apiKey: 'carts:write',
      summary: 'Adds an abandoned cart, or brings the open one of this buyer up to date',
      body: CartBody,
      answer: z.object({ id: z.string(), isNew: z.boolean() }),
      limit: { ...change, max: 6000 },
      handle: ({ viewer, body, request }) =>
        db.transaction((trx) =>
          acceptOne(intake, trx, viewer.uid, body, request.headers.has('authorization') ? 'api' : 'hand'),
        ),
    }),
    route({
      method: 'POST',
      path: recoveryApi.purchases,
      access: 'member',
      apiKey: 'carts:write',
      summary: 'Tells of an order: reminders of that buyer stop at once',
      body: PurchaseBody,
      answer: z.object({ matched: z.boolean() }),
      limit: { ...change, max: 6000 },
      handle: async ({ viewer, body }) => ({
        matched: await db.transaction((trx) => endings.purchased(trx, viewer.uid, body)),
      }),
    }),
    route({
      method: 'POST',
      path: recoveryApi.csv,
      access: 'member',
      apiKey: 'carts:write',
      summary: 'Adds the carts of a CSV file and reports every line that was not taken',
      body: z.object({ text: z.string() }),
      maxBody: 32 * 1024 * 1024,
      limit: { name: 'recovery-csv', max: 20, perSeconds: 3600, by: 'viewer' },
      answer: ImportAnswer,
      handle: ({ viewer, body }) => importCsv(viewer.uid, body.text),
    }),
    route({
      method: 'PATCH',
      path: recoveryApi.cart,
      access: 'member',
      summary: 'Changes the status of a cart',
      params: Id,
      body: StatusBody,
      answer: Done,
      limit: change,
      async handle({ viewer, params, body }) {
        await db.transaction((trx) => endings.setStatus(trx, viewer.uid, params.id, body.status));
        return done;
      },
    }),
    route({
      method: 'DELETE',
      path: recoveryApi.cart,
      access: 'member',
      summary: 'Removes a cart with everything known about it',
      params: Id,
      answer: Done,
      limit: change,
      async handle({ viewer, params }) {
        await db.transaction((trx) => removeCarts(trx, { ownerId: viewer.uid, ids: [params.id] }));
        return done;
      },
    }),
    route({
      method: 'PUT',
      path: recoveryApi.settings,
      access: 'member',
      summary: 'Keeps the settings of your cart recovery',
      body: z.object({ settings: Settings, delivery: Delivery }),
      answer: Done,
      limit: change,
      async handle({ viewer, body }) {
        await db.transaction((trx) => saveSettings(trx, viewer.uid, body, clock.now()));
        return done;
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.campaigns,
      access: 'member',
      summary: 'Makes a campaign',
      body: CampaignBody,
      answer: Id,
      limit: change,
      handle: async ({ viewer, body }) => ({
        id: await db.transaction((trx) => saveCampaign(trx, viewer.uid, null, body, clock.now())),
      }),
    }),
    route({
      method: 'PUT',
      path: recoveryApi.campaign,
      access: 'member',
      summary: 'Changes a campaign, or switches it on or off',
      params: Id,
      body: CampaignBody,
      answer: Id,
      limit: change,
      handle: async ({ viewer, params, body }) => ({
        id: await db.transaction((trx) => saveCampaign(trx, viewer.uid, params.id, body, clock.now())),
      }),
    }),
    route({
      method: 'DELETE',
      path: recoveryApi.campaign,
      access: 'member',
      summary: 'Removes a campaign; what it planned does not go out',
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
      summary: 'Mails one message to yourself, filled with a sample cart',
      body: Step,
      answer: z.object({ to: z.string() }),
      limit: { name: 'recovery-test', max: 20, perSeconds: 3600, by: 'viewer' },
      async handle({ viewer, body, requestId }) {
        await db.transaction(async (trx) => {
          const owner = await ensureOwner(trx, viewer.uid, clock.now());
          const facts = engine.factsOf(
            {
              ...owner,
              name: 'Ada Lovelace',
              total_cents: 4900,
              currency: 'USD',
              items: [{ name: 'Sample product', quantity: 1, cents: 4900 }],
            },
            {
              percent: body.discountPercent,
              code: body.discountPercent > 0 ? owner.delivery.shopCode || 'SAMPLE' : '',
            },
            platform.origin(),
          );
          const words = { subject: fill(body.subject, facts), body: fill(body.body, facts) };
          await platform.mail.send(trx, {
            to: viewer.email,
            kind: 'transactional',
            purpose: 'account',
            subject: `Test: ${words.subject}`,
            body: engine.letter(words, facts, engine.senderOf(owner)),
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
      summary: 'Writes a message for one cart; counts as one AI e-mail',
      params: Id,
      body: z.object({ step: z.int().check(z.minimum(1), z.maximum(10)) }),
      answer: Words,
      limit: change,
      async handle({ viewer, params, body }) {
        const cart = await cartFor(viewer.uid, params.id);
        return db.transaction(async (trx) => {
          await plans.use(trx, viewer.uid, 'aiEmails');
          const owner = await ensureOwner(trx, viewer.uid, clock.now());
          const facts = engine.factsOf({ ...owner, ...cart }, { percent: 0, code: '' }, '{{Link}}');
          return writeForCart(facts, body.step);
        });
      },
    }),
    route({
      method: 'PUT',
      path: recoveryApi.message,
      access: 'member',
      summary: 'Keeps the words of one planned message, as you edited them',
      params: z.object({ id: z.string(), step: z.string().check(z.regex(/^\d{1,2}$/)) }),
      body: z.object({ subject: Step.shape.subject, body: Step.shape.body }),
      answer: Done,
      limit: change,
      async handle({ viewer, params, body }) {
        await db.transaction<RecoveryTables, void>(async (trx) => keepDraft(trx, viewer.uid, params, body));
        return done;
      },
    }),
    route({
      method: 'PUT',
      path: recoveryApi.shopSecret,
      access: 'member',
      summary: 'Keeps the secret by which a shop signs what it tells; empty removes it',
      body: z.object({
        shop: z.enum(['shopify', 'woocommerce', 'stripe']),
        secret: z.string().check(z.maxLength(200)),
      }),
      answer: Done,
      limit: change,
      async handle({ viewer, body }) {
        await db.transaction((trx) =>
          setShopSecret(trx, viewer.uid, body.shop, body.secret.trim(), clock.now()),
        );
        return done;
      },
    }),
    route({
      method: 'GET',
      path: recoveryApi.export,
      access: 'member',
      summary: 'All your carts as CSV',
      answer: 'raw',
      handle: ({ viewer }) =>
        new Response(
          ReadableStream.from(exportCarts(db.tables(), viewer.uid)).pipeThrough(new TextEncoderStream()),
          {
            headers: {
              'content-type': 'text/csv; charset=utf-8',
              'content-disposition': 'attachment; filename="carts.csv"',
              'cache-control': 'no-store',
            },
          },
        ),
    }),
  ];

  /** A thousand lines a transaction: what was taken stays, whatever comes after it. */
  async function importCsv(uid: string, text: string): Promise<z.output<typeof ImportAnswer>> {
    const { carts, faults } = readCarts(text);
    const answer = { added: 0, merged: 0, refused: faults.length, reports: [...faults] };
    for (let at = 0; at < carts.length; at += 1000) {
      const lines = carts.slice(at, at + 1000);
      const outcomes = await db.transaction((trx) =>
        intake.accept(
          trx,
          uid,
          lines.map(({ cart }) => cart),
          'csv',
        ),
      );
      outcomes.forEach((outcome, index) => {
        if (!outcome.ok) {
          answer.refused++;
          answer.reports.push({ line: lines[index]?.line ?? 0, words: outcome.words });
        } else if (outcome.isNew) answer.added++;
        else answer.merged++;
      });
    }
    answer.reports.sort((a, b) => a.line - b.line);
    return { ...answer, reports: answer.reports.slice(0, 1000) };
  }
}

async function keepDraft(
  trx: Transaction<RecoveryTables>,
  ownerId: string,
  { id, step }: { id: string; step: string },
  words: { subject: string; body: string },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_message')
    .set({ draft: JSON.stringify(words) })
    .where('owner_id', '=', ownerId)
    .where('cart_id', '=', id)
    .where('step', '=', Number(step))
    .where('state', '=', 'planned')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('conflict', 'This message is no longer waiting to go out.');
}

const campaignView = ({ id, name, min_cents, steps, on_since }: CampaignRow) => ({
  id,
  name,
  minCents: min_cents,
  steps,
  isOn: on_since !== null,
  onSince: on_since?.toISOString() ?? null,
});
