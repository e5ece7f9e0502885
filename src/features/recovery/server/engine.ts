import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import { mayReachOthers } from '#features/accounts/server/public.ts';
import { createConsent } from '#features/consent/server/public.ts';
import { monthKey, utcMonth } from '#features/plans/rules/months.ts';
import type { Plans } from '#features/plans/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import { type MailMessage, mailPayload } from '#platform/server/mail/message.ts';
import { asJsonb } from '#platform/server/outbox/tables.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import type { Delivery, Settings, Step } from '../rules/contract.ts';
import { wordsOf } from '../rules/mail.ts';
import { decideSend } from '../rules/sequence.ts';
import { filled, type MessageFacts, type Words, writeForCart } from '../rules/writing.ts';
import { createAfterwards, type OnCameBack } from './afterwards.ts';
import { createChannels } from './channels.ts';
import { tellCarts } from './connections.ts';
import { createDress, type Dress } from './dress.ts';
import { factsOf, hashToken, inDress } from './letter.ts';
import { type OwnStore, type OwnStoreState, turnedOn } from './own-store.ts';
import { dedupeKeyOf } from './status.ts';
import { type CartRow, hubOwner, type MessageRow } from './tables.ts';

/** Makes a code for one use, in the transaction of the mail that carries it: the store's own. */
export interface DiscountCodes {
  issue(trx: AnyTransaction, code: { percent: number; validUntil: Date; note: string }): Promise<string>;
}

export interface EngineParts extends Pick<
  Platform,
  'db' | 'clock' | 'mail' | 'log' | 'origin' | 'site' | 'config' | 'secret'
> {
  plans: Plans;
  webhooks: Webhooks;
  ownStore: OwnStore;
  discountCodes?: DiscountCodes;
  onCameBack?: OnCameBack | undefined;
}

type DueRow = Pick<
  MessageRow,
  'owner_id' | 'cart_id' | 'step' | 'due_at' | 'draft' | 'email_key' | 'counted_month'
> &
  Pick<CartRow, 'email' | 'name' | 'currency' | 'total_cents' | 'items' | 'status' | 'seen_at' | 'agreed'> & {
    settings: Settings;
    delivery: Delivery;
    resumed_at: Date;
    secret: string;
    public_id: string;
    words: Step | null;
    on_since: Date | null;
    mailed_at: Date | null;
  };

interface Batch {
  /** Who is written to in this batch already. */
  written: Set<string>;
  mails: MailMessage[];
  /** Whether what this owner wrote may reach others. */
  mayReach(ownerId: string): Promise<boolean>;
  dressOf(row: DueRow): Promise<Dress>;
  own: OwnStoreState;
}

interface Outcome {
  owner_id: string;
  cart_id: string;
  step: number;
  state: MessageRow['state'];
  due_at: Date;
  reason: string | null;
  token_hash: string | null;
  counted_month: string | null;
}

/** A discount is good for so long. */
const codeDays = 7;

export function createEngine(parts: EngineParts) {
  const { db, clock, mail, plans, webhooks, discountCodes, origin, ownStore } = parts;
  const dressFor = createDress(parts);
  const channels = createChannels({
    consent: createConsent(parts),
    webhooks,
    mayUse: (trx, ownerId) => mayUse(trx, ownerId, 'multiChannel'),
  });

  /**
   * Hands over what is due: looked at again, written into the outbox and marked, in one transaction. Killed anywhere
   * before its end nothing has happened; after it the outbox alone sends, at most once.
   */
  async function sendDue(limit = 500): Promise<number> {
    return db.transaction(async (trx) => {
      const now = clock.now();
      const { rows } = await sql<DueRow>`
        select m.owner_id, m.cart_id, m.step, m.due_at, m.draft, m.email_key, m.counted_month, c.agreed, c.email, c.name, c.currency, c.total_cents, c.items,
          c.status, c.seen_at, o.settings, o.delivery, o.resumed_at, o.secret, o.public_id, k.steps -> (m.step - 1) as words,
          k.on_since, b.mailed_at
        from (select * from recovery_message where state = 'planned' and due_at <= ${now}
          order by due_at limit ${limit} for update skip locked) m
        join recovery_cart c on c.owner_id = m.owner_id and c.id = m.cart_id
        join recovery_owner o on o.owner_id = m.owner_id
        left join recovery_campaign k on k.owner_id = m.owner_id and k.id = m.campaign_id
        left join recovery_buyer b on b.owner_id = m.owner_id and b.email_key = m.email_key
        order by m.due_at, m.step`.execute(trx);
      const outcomes: Outcome[] = [];
      const known = new Map<string, Promise<boolean>>();
      async function mayReach(ownerId: string): Promise<boolean> {
        if (!known.has(ownerId)) known.set(ownerId, mayReachOthers(parts, trx, ownerId));
        return (await known.get(ownerId)) ?? false;
      }
      const dresses = new Map<string, Promise<Dress>>();
      async function dressOf(row: DueRow): Promise<Dress> {
        const dress = dresses.get(row.owner_id) ?? dressFor(trx, row);
        dresses.set(row.owner_id, dress);
        return dress;
      }
      const own = await ownStore.read(trx);
      const batch: Batch = { written: new Set(), mails: [], mayReach, dressOf, own };
      for (const row of rows) outcomes.push(await one(trx, row, now, batch));
      const fresh = await mail.sendAll(trx, batch.mails);
      await record(
        trx,
        outcomes.map((outcome) => unlessRepeated(outcome, fresh)),
        now,
      );
      return rows.length;
    });
  }

  async function one(
    trx: AnyTransaction,
    row: DueRow,
    now: Date,
    { written, mails, mayReach, dressOf, own }: Batch,
  ): Promise<Outcome> {
    const { owner_id, cart_id, step, due_at } = row;
    const ending = (state: Outcome['state'], reason: string | null, at = due_at): Outcome => ({
      owner_id,
      cart_id,
      step,
      state,
      reason,
      due_at: at,
      token_hash: null,
      counted_month: row.counted_month,
    });
    const decision = decideSend({
      now,
      dueAt: due_at,
      seenAt: row.seen_at,
      status: row.status,
      agreed: row.agreed,
      autoRecovery: row.settings.autoRecovery,
      ...turnedOn(row, own),
      resumedAt: row.resumed_at,
      step,
      maxEmails: row.settings.maxEmails,
      // Two messages to one buyer in one batch: the first counts already.
      mailedAt: written.has(`${owner_id} ${row.email_key}`) ? now : row.mailed_at,
      delivery: row.delivery,
    });
    if (!decision.send)
      return decision.at
        ? ending('planned', decision.reason, decision.at)
        : ending('not sent', decision.reason);
    if (owner_id !== hubOwner && !(await mayReach(owner_id)))
      return ending('not sent', 'your email address isn’t confirmed: confirm it under Dashboard, Account');
    if (!row.words) return ending('not sent', 'its campaign no longer has this message');
    const token = randomText(32);
    try {
      const discount = await discountFor(trx, row, row.words, now);
      // The hub's own checkout takes the code from the link, so that nobody has to type it.
      const given =
        row.owner_id === hubOwner && discount.code ? `?code=${encodeURIComponent(discount.code)}` : '';
      const dress = await dressOf(row);
      // The branding that said it when it was turned on may be gone since.
      if (owner_id !== hubOwner && (dress.shop === '' || dress.address.trim() === ''))
        return ending('not sent', 'your shop name or postal address is missing: add it in the settings');
      const facts = factsOf(row, dress.shop, discount, `${origin()}/r/${token}${given}`);
      const { own: ownWords, note, countedMonth } = await ownWordsFor(trx, row, facts, now);
      const message: MailMessage = {
        to: row.email,
        kind: 'marketing',
        purpose: 'recovery',
        why: 'reminder',
        ...inDress({ words: wordsOf(row.words), own: ownWords }, facts, dress, origin()),
        dedupeKey: dedupeKeyOf(owner_id, cart_id, step),
        ...(dress.replyTo && { replyTo: dress.replyTo }),
      };
      // What no mail can be made of is refused here, alone.
      mailPayload(message);
      const unsaid = await channels.announce(trx, row, facts, ownWords ?? filled(row.words, facts));
      mails.push(message);
      written.add(`${owner_id} ${row.email_key}`);
      return {
        ...ending('handed', note ?? unsaid),
        token_hash: hashToken(token),
        counted_month: countedMonth,
      };
    } catch (error) {
      // A word about this one message, such as an address that is none, ends it alone; the database's ends the batch.
      if (!(error instanceof Problem)) throw error;
      return ending('not sent', error.message);
    }
  }

  async function mayUse(trx: AnyTransaction, ownerId: string, flag: 'customDiscounts' | 'multiChannel') {
    return ownerId === hubOwner || (await plans.gate(trx, ownerId, flag)).allowed;
  }

  async function discountFor(trx: AnyTransaction, row: DueRow, step: Step, now: Date) {
    const percent = Math.min(step.discountPercent, row.settings.maxDiscount);
    const none = { percent: 0, code: '' };
    if (!row.settings.discountEnabled || percent === 0) return none;
    if (!(await mayUse(trx, row.owner_id, 'customDiscounts'))) return none;
    if (row.owner_id === hubOwner && discountCodes)
      return {
        percent,
        code: await discountCodes.issue(trx, {
          percent,
          validUntil: new Date(now.getTime() + days(codeDays)),
          note: `reminder of cart ${row.cart_id}`,
        }),
      };
    return row.delivery.shopCode === '' ? none : { percent, code: row.delivery.shopCode };
  }

  /** What its owner edited, else the writer where the plan has room, else none but the campaign's. */
  async function ownWordsFor(
    trx: AnyTransaction,
    row: DueRow,
    facts: MessageFacts,
    now: Date,
  ): Promise<{ own: Words | null; note: string | null; countedMonth: string | null }> {
    const counted = row.counted_month;
    if (row.draft) return { own: filled(row.draft, facts), note: null, countedMonth: counted };
    if (!row.settings.aiPersonalization) return { own: null, note: null, countedMonth: counted };
    const written = writeForCart(facts, row.step);
    if (row.owner_id === hubOwner || counted !== null)
      return { own: written, note: null, countedMonth: counted };
    return (await plans.tryUse(trx, row.owner_id, 'aiEmails')).allowed
      ? { own: written, note: null, countedMonth: monthKey(utcMonth(now)) }
      : {
          own: null,
          note: 'no AI emails left: used the campaign’s own text',
          countedMonth: null,
        };
  }

  return {
    sendDue,
    dressFor,

    /** Everything that is due, in batches; a message that was only moved is not due any more. */
    async sendAllDue(): Promise<number> {
      let all = 0;
      for (;;) {
        const handled = await sendDue();
        all += handled;
        if (handled === 0) return all;
      }
    },
    ...createAfterwards({ db, plans, ownStore, onCameBack: parts.onCameBack }),
  };
}

export type Engine = ReturnType<typeof createEngine>;

const unlessRepeated = (outcome: Outcome, fresh: Set<string>): Outcome =>
  outcome.state !== 'handed' || fresh.has(dedupeKeyOf(outcome.owner_id, outcome.cart_id, outcome.step))
    ? outcome
    : { ...outcome, state: 'not sent', reason: 'was already sent', token_hash: null };

async function record(trx: AnyTransaction, outcomes: Outcome[], now: Date): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    with r as (select * from jsonb_to_recordset(${asJsonb(outcomes)}) as r (owner_id text, cart_id text, step integer,
      state text, due_at timestamptz, reason text, token_hash text, counted_month text)),
    done as (
      update recovery_message m set state = r.state, due_at = r.due_at, reason = r.reason, counted_month = r.counted_month,
        token_hash = coalesce(r.token_hash, m.token_hash)
      from r where m.owner_id = r.owner_id and m.cart_id = r.cart_id and m.step = r.step
      returning m.owner_id, m.email_key, m.state)
    insert into recovery_buyer (owner_id, email_key, mailed_at)
    select distinct owner_id, email_key, ${now}::timestamptz from done where state = 'handed'
    order by owner_id, email_key
    on conflict (owner_id, email_key) do update set mailed_at = excluded.mailed_at`.execute(trx);
  await tellCarts(
    trx,
    outcomes.map(({ owner_id }) => owner_id),
  );
}
