import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#base/id.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { Problem } from '#base/problem.ts';
import { createConsent } from '#features/consent/server/public.ts';
import type { Plans, Use } from '#features/plans/server/public.ts';
import { type AnyTransaction, tablesOf } from '#platform/server/database/database.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type CartSource, choose } from '../rules/condition.ts';
import type { CartBody } from '../rules/contract.ts';
import type { LeftCart } from '../rules/shops.ts';
import { stoppedByHand, timeline, writtenAheadHours } from '../rules/sequence.ts';
import { campaignsOf } from './campaigns.ts';
import { tellCarts } from './connections.ts';
import { ensureOwner } from './owners.ts';
import { type CampaignRow, hubOwner, type OwnerRow, type RecoveryTables } from './tables.ts';

/** How carts come in, whoever brings them: merged per buyer, counted by the plan, and their messages planned. */

export type Accepted =
  | { ok: true; id: string; isNew: boolean }
  | { ok: false; words: string; isLimit: boolean };

export interface CartParts extends Pick<Platform, 'clock' | 'secret'> {
  plans: Plans;
}

interface Upserted {
  id: string;
  email_key: string;
  campaign_id: string;
  held_out: boolean;
  seen_at: Date;
  is_new: boolean;
}

export function createIntake({ clock, secret, plans }: CartParts) {
  const consent = createConsent({ clock, secret });

  /** Counts as many new carts as the plan has room for. */
  async function reserve(
    trx: AnyTransaction,
    ownerId: string,
    wanted: number,
  ): Promise<{ room: number; use: Use | null; words: string }> {
    if (ownerId === hubOwner || wanted === 0) return { room: wanted, use: null, words: '' };
    const decision = await plans.tryUse(trx, ownerId, 'monthlyRecoveries', wanted);
    if (decision.allowed) return { room: wanted, use: decision.use, words: '' };
    const { limit, used, words } = decision.refusal;
    const left = Math.min(wanted - 1, limit - used);
    if (left < 1) return { room: 0, use: null, words };
    const part = await reserve(trx, ownerId, left);
    const then = await plans.gate(trx, ownerId, 'monthlyRecoveries');
    return { ...part, words: then.allowed ? words : then.refusal.words };
  }

  async function accept(
    trx: AnyTransaction,
    ownerId: string,
    carts: readonly LeftCart[],
    source: CartSource,
  ): Promise<Accepted[]> {
    const now = clock.now();
    const owner = await ensureOwner(trx, ownerId, now);
    const isOn = owner.settings.autoRecovery && (ownerId !== hubOwner || owner.store_on_since !== null);
    const campaigns = isOn ? await campaignsOf(trx, ownerId) : [];
    const keyed = carts.map((cart) => ({ cart, key: keyOf(cart) }));
    const bought = await lastBought(trx, ownerId, [...new Set(keyed.map(({ key }) => key))].sort());
    const isBoughtSince = ({ cart, key }: (typeof keyed)[number]) => {
      const left = cart.openedAt ?? cart.seenAt;
      const then = bought.get(key);
      return left !== undefined && then !== undefined && then >= new Date(left);
    };
    const byKey = new Map<string, CartBody>();
    for (const each of keyed) if (!isBoughtSince(each)) byKey.set(each.key, each.cart);
    const keys = [...byKey.keys()].sort();

    const { rows: open } = await sql<{ email_key: string }>`
      select email_key from recovery_cart
      where owner_id = ${ownerId} and status = 'abandoned' and email_key = any(${keys})`.execute(trx);
    const known = new Set(open.map(({ email_key }) => email_key));
    // Where there is not room for all, the first of them are taken, as their file has them.
    const fresh = [...byKey.keys()].filter((key) => !known.has(key));
    const { room, use, words } = await reserve(trx, ownerId, fresh.length);
    const refused = new Set(fresh.slice(room));
    const rows = keys
      .filter((key) => !refused.has(key))
      .map((key) => {
        const cart = byKey.get(key) as CartBody;
        return cartRow(owner, campaigns, key, { cart, source, isReturning: bought.has(key) }, now);
      });
    const stored = await upsert(trx, rows);

    // Somebody else brought the same buyer at the same moment: merged, so not one more.
    const counted = stored.filter((cart) => cart.is_new).length;
    if (use && counted < use.n) await plans.giveBack(trx, { ...use, n: use.n - counted });

    const agreed = rows.filter(({ email_key }) => byKey.get(email_key)?.consent).map(({ email }) => email);
    const shop = owner.delivery.shopName || 'the shop';
    await consent.report(trx, agreed, {
      purpose: 'recovery',
      consentText: `Agreed with ${shop} to get reminders about an unfinished order, according to the shop.`,
      source: `recovery:${source}`,
    });
    await plan(trx, owner, campaigns, stored);
    if (stored.length > 0) await tellCarts(trx, [ownerId]);

    const outcomes = new Map(stored.map((cart) => [cart.email_key, cart]));
    const told = new Set<string>();
    return keyed.map((each) => {
      if (isBoughtSince(each))
        return { ok: false, words: 'This buyer has ordered since abandoning this cart.', isLimit: false };
      const found = outcomes.get(each.key);
      if (!found) return { ok: false, words, isLimit: true };
      const isNew = found.is_new && !told.has(each.key);
      told.add(each.key);
      return { ok: true, id: found.id, isNew };
    });
  }

  return { accept, consent };
}

export type Intake = ReturnType<typeof createIntake>;

const keyOf = ({ email }: CartBody): string => mailAddressKey(parseMailAddress(email) ?? email);

/** When these buyers last bought in this shop, as far as it has told. */
async function lastBought(trx: AnyTransaction, ownerId: string, keys: string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ email_key: string; bought_at: Date }>`
    select email_key, bought_at from recovery_buyer
    where owner_id = ${ownerId} and email_key = any(${keys}) and bought_at is not null`.execute(trx);
  return new Map(rows.map(({ email_key, bought_at }) => [email_key, bought_at]));
}

/** The same buyer is always on the same side of a campaign's hold-out. */
function isHeldOut(campaignId: string, emailKey: string, percent: number): boolean {
  const drawn = createHash('sha256').update(`${campaignId}:${emailKey}`).digest().readUInt32BE(0);
  return (drawn / 2 ** 32) * 100 < percent;
}

function cartRow(
  owner: OwnerRow,
  campaigns: CampaignRow[],
  emailKey: string,
  { cart, source, isReturning }: { cart: CartBody; source: CartSource; isReturning: boolean },
  now: Date,
) {
  const said = cart.seenAt === undefined ? now : new Date(cart.seenAt);
  const seenAt = said > now ? now : said;
  const choosable = campaigns.map(({ id, conditions, on_since }) => ({
    id,
    when: conditions,
    onSince: on_since,
  }));
  const campaign = choose(choosable, { ...cart, source, isReturning }, seenAt);
  return {
    owner_id: owner.owner_id,
    id: newId('cart'),
    email: parseMailAddress(cart.email) ?? cart.email,
    email_key: emailKey,
    name: cart.name,
    currency: cart.currency,
    total_cents: cart.totalCents,
    items: cart.items,
    restore_url: cart.restoreUrl || null,
    country: cart.country,
    // At the hub's own checkout the box is asked before the cart is told.
    agreed: cart.consent || source === 'store',
    source,
    seen_at: seenAt,
    campaign_id: campaign?.id ?? '',
    held_out: campaign !== undefined && isHeldOut(campaign.id, emailKey, owner.delivery.holdOut),
  };
}

/** A script on a page speaks for anybody who reads its key: what the shop itself has told stands against it. */
const isUnproven = sql`(excluded.source = 'snippet' and recovery_cart.source <> 'snippet')`;

/** A cart that grew before anybody was written to may belong to another campaign now. */
const mayChooseAnew = sql`(excluded.campaign_id <> '' and (recovery_cart.campaign_id = '' or (not ${isUnproven}
  and not recovery_cart.held_out and not exists (select from recovery_message m where m.owner_id = recovery_cart.owner_id
    and m.cart_id = recovery_cart.id and m.state in ('handed', 'sent')))))`;

async function upsert(trx: AnyTransaction, rows: ReturnType<typeof cartRow>[]): Promise<Upserted[]> {
  if (rows.length === 0) return [];
  const { rows: stored } = await sql<Upserted>`
    insert into recovery_cart (owner_id, id, email, email_key, name, currency, total_cents, items, restore_url, country,
      agreed, source, status, seen_at, created_at, campaign_id, held_out)
    select owner_id, id, email, email_key, name, currency, total_cents, items, restore_url, country,
      agreed, source, 'abandoned', seen_at, seen_at, campaign_id, held_out
    from jsonb_to_recordset(${asJsonb(rows)}) as r (owner_id text, id text, email text, email_key text, name text,
      currency text, total_cents bigint, items jsonb, restore_url text, country text, agreed boolean, source text,
      seen_at timestamptz, campaign_id text, held_out boolean)
    order by email_key
    on conflict (owner_id, email_key) where status = 'abandoned' do update set
      name = case when excluded.name = '' or ${isUnproven} then recovery_cart.name else excluded.name end,
      currency = case when ${isUnproven} then recovery_cart.currency else excluded.currency end,
      total_cents = case when ${isUnproven} then recovery_cart.total_cents else excluded.total_cents end,
      items = case when ${isUnproven} then recovery_cart.items else excluded.items end,
      restore_url = case when ${isUnproven} then recovery_cart.restore_url
        else coalesce(excluded.restore_url, recovery_cart.restore_url) end,
      country = case when ${isUnproven} or excluded.country = '' then recovery_cart.country else excluded.country end,
      agreed = recovery_cart.agreed or excluded.agreed,
      source = case when recovery_cart.source = 'snippet' then excluded.source else recovery_cart.source end,
      seen_at = greatest(recovery_cart.seen_at, excluded.seen_at),
      held_out = case when ${mayChooseAnew} then excluded.held_out else recovery_cart.held_out end,
      campaign_id = case when ${mayChooseAnew} then excluded.campaign_id else recovery_cart.campaign_id end
    returning id, email_key, campaign_id, held_out, seen_at, xmax = 0 as is_new`.execute(trx);
  return stored;
}

/** Plans what is not out yet anew, from when the buyer was last seen; what went out stays as it is. */
async function plan(
  trx: AnyTransaction,
  owner: OwnerRow,
  campaigns: CampaignRow[],
  carts: Upserted[],
): Promise<void> {
  const merged = carts.filter((cart) => !cart.is_new).map(({ id }) => id);
  if (merged.length > 0)
    await sql`delete from recovery_message
      where owner_id = ${owner.owner_id} and cart_id = any(${merged}) and state = 'planned'
        and drafted_by is distinct from 'person' and counted_month is null`.execute(trx);
  // Many carts of one file were left at the same moment: their times are reckoned once.
  const reckoned = new Map<string, Date[]>();
  const times = (campaign: CampaignRow, seenAt: Date): Date[] => {
    const key = `${campaign.id} ${seenAt.getTime()}`;
    const known = reckoned.get(key) ?? timeline(campaign, owner.settings, owner.delivery, seenAt);
    reckoned.set(key, known);
    return known;
  };
  const messages = carts.flatMap((cart) => {
    const campaign = campaigns.find(({ id, on_since }) => id === cart.campaign_id && on_since !== null);
    if (!campaign) return [];
    return times(campaign, cart.seen_at).map((due, index) => ({ cart, campaign, step: index + 1, due }));
  });
  if (messages.length === 0) return;
  // As arrays: of a file with 100,000 lines these are 300,000 rows, and JSON takes its time to be read.
  await sql`
    insert into recovery_message (owner_id, cart_id, step, campaign_id, email_key, due_at, state, reason, write_after)
    select ${owner.owner_id}, cart_id, step, campaign_id, email_key, due_at,
      case when held_out then 'not sent' else 'planned' end,
      case when held_out then 'held out, to see what comes back alone' end,
      case when ${owner.settings.aiPersonalization} then due_at - make_interval(hours => ${writtenAheadHours}) end
    from unnest(${messages.map(({ cart }) => cart.id)}::text[], ${messages.map(({ step }) => step)}::integer[],
      ${messages.map(({ campaign }) => campaign.id)}::text[], ${messages.map(({ cart }) => cart.email_key)}::text[],
      ${messages.map(({ due }) => due.toISOString())}::timestamptz[], ${messages.map(({ cart }) => cart.held_out)}::boolean[])
      as r (cart_id, step, campaign_id, email_key, due_at, held_out)
    where not exists (select from recovery_message s where s.owner_id = ${owner.owner_id} and s.cart_id = r.cart_id
      and s.reason = ${stoppedByHand})
    on conflict (owner_id, cart_id, step) do update set due_at = excluded.due_at, campaign_id = excluded.campaign_id,
      write_after = excluded.write_after,
      draft = case when recovery_message.drafted_by = 'person' then recovery_message.draft end,
      drafted_by = case when recovery_message.drafted_by = 'person' then 'person' end
    where recovery_message.state = 'planned'`.execute(trx);
}

/** One cart in, or the words of the limit. */
export async function acceptOne(
  intake: Intake,
  trx: AnyTransaction,
  ownerId: string,
  cart: CartBody,
  source: CartSource,
): Promise<{ id: string; isNew: boolean }> {
  const [outcome] = await intake.accept(trx, ownerId, [cart], source);
  if (!outcome?.ok) throw new Problem(outcome?.isLimit ? 'limit_reached' : 'conflict', outcome?.words);
  return { id: outcome.id, isNew: outcome.isNew };
}

export async function removeCarts(
  trx: AnyTransaction,
  where: { ownerId: string; ids: string[] },
): Promise<void> {
  await tablesOf<RecoveryTables>(trx)
    .deleteFrom('recovery_cart')
    .where('owner_id', '=', where.ownerId)
    .where('id', 'in', where.ids)
    .execute();
  await tellCarts(trx, [where.ownerId]);
}
