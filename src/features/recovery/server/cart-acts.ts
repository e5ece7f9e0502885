import { sql } from 'kysely';
import * as z from 'zod/mini';
import { mayReachOthers } from '#features/accounts/server/public.ts';
import { Problem } from '#base/problem.ts';
import type { Plans } from '#features/plans/server/public.ts';
import type { AnyKysely, AnyTransaction } from '#platform/server/database/database.ts';
import { type Route, route } from '#platform/server/http/route.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Delivery, PreviewAnswer, recoveryApi, type Settings, type Step } from '../rules/contract.ts';
import { decideSend, stoppedByHand } from '../rules/sequence.ts';
import { wordsOf } from '../rules/mail.ts';
import { filled } from '../rules/writing.ts';
import { tellCarts } from './connections.ts';
import { factsOf, inDress } from './letter.ts';
import { ensureOwner } from './owners.ts';
import type { Recovery } from './public.ts';
import { createRenderAsSent } from './render-as-sent.ts';
import type { CartRow, MessageRow } from './tables.ts';

const Done = z.object({ ok: z.literal(true) });
const change = { name: 'recovery-cart', max: 600, perSeconds: 3600, by: 'viewer' } as const;
const One = z.object({ id: z.string(), step: z.string().check(z.regex(/^\d{1,2}$/)) });

/** What a member does about the reminders of one cart: look at the next, send it now, stop them, let them go on. */
export function cartActs(platform: Platform, { engine, endings }: Recovery, plans: Plans): Route[] {
  const { db, clock, origin } = platform;
  const renderAsSent = createRenderAsSent(platform);
  return [
    route({
      method: 'GET',
      path: recoveryApi.message,
      access: 'member',
      summary: 'Render a scheduled message as it will arrive',
      description: 'For this very cart. Its link opens nothing.',
      params: One,
      answer: PreviewAnswer,
      async handle({ viewer, params }) {
        const owner = await db.transaction((trx) => ensureOwner(trx, viewer.uid, clock.now()));
        const row = await scheduled(db.tables(), viewer.uid, params);
        if (!row.words) throw new Problem('conflict', 'Its campaign no longer has this message.');
        const dress = await engine.dressFor(db.tables(), owner);
        const mayDiscount =
          row.settings.discountEnabled &&
          (await plans.gate(db.tables(), viewer.uid, 'customDiscounts')).allowed;
        const most = mayDiscount ? row.settings.maxDiscount : 0;
        const percent = Math.min(row.words.discountPercent, most);
        const code = row.delivery.shopCode;
        const facts = factsOf(
          row,
          dress.shop,
          code === '' ? { percent: 0, code: '' } : { percent, code },
          `${origin()}/r/sample`,
        );
        const own = row.draft && filled(row.draft, facts);
        return renderAsSent(inDress({ words: wordsOf(row.words), own }, facts, dress, origin()));
      },
    }),
    route({
      method: 'POST',
      path: recoveryApi.messageNow,
      access: 'member',
      summary: 'Send a scheduled message now',
      description: 'Refused where it could not go out now: quiet hours, no consent, a campaign that is off.',
      params: One,
      answer: Done,
      limit: change,
      async handle({ viewer, params }) {
        await db.transaction(async (trx) => {
          const now = clock.now();
          const row = await scheduled(trx, viewer.uid, params, true);
          if (row.step !== row.first)
            throw new Problem('conflict', `Message ${row.first} goes out before this one.`);
          if (!(await mayReachOthers(platform, trx, viewer.uid)))
            throw new Problem('forbidden', 'Confirm your email address first: Dashboard, Account.');
          const decision = decideSend({
            now,
            dueAt: now,
            seenAt: row.seen_at,
            status: row.status,
            agreed: row.agreed,
            autoRecovery: row.settings.autoRecovery,
            onSince: row.on_since,
            resumedAt: row.resumed_at,
            step: row.step,
            maxEmails: row.settings.maxEmails,
            mailedAt: row.mailed_at,
            delivery: row.delivery,
          });
          if (!decision.send) throw new Problem('conflict', notNow(decision));
          await sql`update recovery_message set due_at = ${now} where owner_id = ${viewer.uid}
            and cart_id = ${params.id} and step = ${row.step}`.execute(trx);
          await tellCarts(trx, [viewer.uid]);
        });
        return { ok: true };
      },
    }),
    route({
      method: 'PUT',
      path: recoveryApi.reminders,
      access: 'member',
      summary: 'Stop the reminders of one cart, or let them go on',
      params: z.object({ id: z.string() }),
      body: z.object({ stopped: z.boolean() }),
      answer: Done,
      limit: change,
      async handle({ viewer, params, body }) {
        await db.transaction((trx) =>
          body.stopped
            ? endings.stopReminders(trx, viewer.uid, params.id, stoppedByHand)
            : letGoOn(trx, viewer.uid, params.id),
        );
        return { ok: true };
      },
    }),
  ];
}

const reasons: Record<string, string> = {
  'no consent': 'This buyer hasn’t agreed to reminders.',
  'switched off': 'Reminders are off: turn on the campaign and “Send reminders” first.',
  'older than the switching-on': 'This cart was abandoned before the campaign was turned on.',
};

const notNow = ({ reason, at }: { reason: string; at?: Date }): string =>
  at
    ? reason === 'moved out of quiet hours'
      ? 'Not during your quiet hours. It goes out when they end.'
      : 'This buyer was emailed recently. It goes out when the pause in your settings is over.'
    : (reasons[reason] ?? `It can’t go out: ${reason}.`);

type Scheduled = Pick<MessageRow, 'step' | 'draft'> &
  Pick<CartRow, 'name' | 'total_cents' | 'currency' | 'items' | 'status' | 'seen_at' | 'agreed'> & {
    settings: Settings;
    delivery: Delivery;
    resumed_at: Date;
    words: Step | null;
    on_since: Date | null;
    mailed_at: Date | null;
    /** The step that goes first of those that are scheduled. */
    first: number;
  };

async function scheduled(
  db: AnyKysely,
  ownerId: string,
  { id, step }: z.output<typeof One>,
  toChange = false,
): Promise<Scheduled> {
  const { rows } = await sql<Scheduled>`
    select m.step, m.draft, c.name, c.total_cents, c.currency, c.items, c.status, c.seen_at, c.agreed, o.settings,
      o.delivery, o.resumed_at, k.steps -> (m.step - 1) as words, k.on_since, b.mailed_at,
      (select min(f.step) from recovery_message f where f.owner_id = m.owner_id and f.cart_id = m.cart_id
        and f.state = 'planned') as first
    from recovery_message m
    join recovery_cart c on c.owner_id = m.owner_id and c.id = m.cart_id
    join recovery_owner o on o.owner_id = m.owner_id
    left join recovery_campaign k on k.owner_id = m.owner_id and k.id = m.campaign_id
    left join recovery_buyer b on b.owner_id = m.owner_id and b.email_key = m.email_key
    where m.owner_id = ${ownerId} and m.cart_id = ${id} and m.step = ${Number(step)} and m.state = 'planned'
    ${toChange ? sql`for update of m` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Problem('conflict', 'This message is no longer scheduled.');
  return row;
}

/** What was on its way when it was stopped stays stopped; what a model had written was given back with it. */
async function letGoOn(trx: AnyTransaction, ownerId: string, cartId: string): Promise<void> {
  await sql`
    update recovery_message m set state = 'planned', reason = null, write_after = null,
      draft = case when drafted_by = 'person' then draft end,
      drafted_by = case when drafted_by = 'person' then drafted_by end
    where owner_id = ${ownerId} and cart_id = ${cartId} and state = 'not sent' and reason = ${stoppedByHand}
      and token_hash is null and exists (select from recovery_cart c where c.owner_id = m.owner_id
        and c.id = m.cart_id and c.status = 'abandoned')`.execute(trx);
  await tellCarts(trx, [ownerId]);
}
