import * as z from 'zod/mini';
import { sql } from 'kysely';
import { monthKey, utcMonth } from '#features/plans/rules/months.ts';
import type { Plans, Use } from '#features/plans/server/public.ts';
import { AiFailure } from '#platform/server/ai/failure.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import {
  type MessageFacts,
  modelFault,
  money,
  type Words,
  writeForCart,
  writerPrompt,
} from '../rules/writing.ts';
import { type CartRow, hubOwner, type MessageRow, type OwnerRow } from './tables.ts';

/** Words for one cart, by the configured model where there is one, else by the built-in writer. */

const modelWords = z.object({ subject: z.string(), body: z.string() });
const mostTokens = 600;
/** How long a model may be at one message before another process asks again. */
const leaseMinutes = 3;

interface WriterParts extends Pick<Platform, 'ai' | 'db' | 'clock' | 'log'> {
  plans: Plans;
}

type Claimed = Pick<MessageRow, 'owner_id' | 'cart_id' | 'step' | 'counted_month'> &
  Pick<CartRow, 'name' | 'currency' | 'total_cents' | 'items'> &
  Pick<OwnerRow, 'settings' | 'delivery'> & { steps: number; discount: number };

export function createWriter({ ai, db, clock, log, plans }: WriterParts) {
  /** What the model says, or null and why. It is told neither the buyer's name nor their address. */
  async function ask(
    facts: MessageFacts,
    step: number,
    steps: number,
  ): Promise<{ words: Words | null; why: string }> {
    if (ai.model === null) return { words: null, why: '' };
    const told = {
      shop: facts.shop,
      items: facts.items.slice(0, 20).map(({ name, quantity }) => ({ name, quantity })),
      total: money(facts.totalCents, facts.currency),
      discountOffered: facts.discountPercent > 0,
    };
    try {
      const pieces = ai.object({
        system: writerPrompt(step, steps),
        messages: [{ role: 'user', content: JSON.stringify(told) }],
        maxOutputTokens: mostTokens,
        schema: modelWords,
      });
      for (;;) {
        const next = await pieces.next();
        if (!next.done) continue;
        const words = { subject: next.value.value.subject.trim(), body: next.value.value.body.trim() };
        const why = modelFault(words);
        return why ? { words: null, why } : { words, why: '' };
      }
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      return { words: null, why: error.message };
    }
  }

  return {
    /** For somebody who waits for it: always words, and a note on whose they are. */
    async write(facts: MessageFacts, step: number, steps: number): Promise<Words & { note: string }> {
      const { words, why } = await ask(facts, step, steps);
      if (words) return { ...words, note: `Written by ${ai.model}. Review it before you save it.` };
      const own = 'Written by the built-in writer.';
      return { ...writeForCart(facts, step), note: why ? `${why} ${own}` : own };
    },

    /**
     * A while before they are due, so that their owner can look and edit: messages of owners who want each written for
     * its cart. No transaction is open while a model thinks; what it does not manage the built-in writer does at sending.
     */
    async writeAhead(limit = 5): Promise<number> {
      if (ai.model === null) return 0;
      const claimed = await claim(limit);
      await Promise.all(
        claimed.map(async (row) => {
          const { words, why } = await ask(factsOf(row), row.step, row.steps);
          if (!words) log.warn('recovery: the model returned no message', { why });
          await keep(row, words);
        }),
      );
      return claimed.length;
    },
  };

  /** Takes what may be written now and counts it; nobody else takes it until the lease is over. */
  async function claim(limit: number): Promise<Claimed[]> {
    return db.transaction(async (trx) => {
      const now = clock.now();
      const { rows } = await sql<Claimed>`
        select m.owner_id, m.cart_id, m.step, m.counted_month, c.name, c.currency, c.total_cents, c.items, o.settings,
          o.delivery, jsonb_array_length(k.steps) as steps,
          coalesce((k.steps -> (m.step - 1) ->> 'discountPercent')::integer, 0) as discount
        from (select * from recovery_message
          where state = 'planned' and draft is null and write_after <= ${now} and due_at > ${now}
          order by write_after limit ${limit} for update skip locked) m
        join recovery_cart c on c.owner_id = m.owner_id and c.id = m.cart_id
        join recovery_owner o on o.owner_id = m.owner_id
        join recovery_campaign k on k.owner_id = m.owner_id and k.id = m.campaign_id`.execute(trx);
      const taken: Claimed[] = [];
      for (const row of rows) {
        const month = await countedMonth(trx, row, now);
        if (month !== false) taken.push({ ...row, counted_month: month });
        const again = month === false ? null : new Date(now.getTime() + leaseMinutes * 60_000);
        await sql`
          update recovery_message set write_after = ${again}::timestamptz, counted_month = ${month || row.counted_month}
          where owner_id = ${row.owner_id} and cart_id = ${row.cart_id} and step = ${row.step}`.execute(trx);
      }
      return taken;
    });
  }

  /** The month it is counted in (none for the hub's own store), or false where it may not be written. */
  async function countedMonth(trx: AnyTransaction, row: Claimed, now: Date): Promise<string | null | false> {
    if (!row.settings.aiPersonalization || row.items.length === 0) return false;
    if (row.owner_id === hubOwner || row.counted_month !== null) return row.counted_month;
    const { allowed } = await plans.tryUse(trx, row.owner_id, 'aiEmails');
    return allowed && monthKey(utcMonth(now));
  }

  async function keep(row: Claimed, words: Words | null): Promise<void> {
    const { owner_id, cart_id, step, counted_month } = row;
    await db.transaction(async (trx) => {
      const { rows } = await sql`
        update recovery_message set write_after = null, draft = ${words && JSON.stringify(words)}::jsonb,
          drafted_by = ${words && 'writer'}, counted_month = ${words && counted_month}
        where owner_id = ${owner_id} and cart_id = ${cart_id} and step = ${step} and state = 'planned'
          and draft is null and counted_month is not distinct from ${counted_month}
        returning step`.execute(trx);
      if (rows.length > 0 && !words && counted_month !== null)
        await plans.giveBack(trx, aiEmailUse(owner_id, counted_month));
    });
  }
}

const factsOf = (row: Claimed): MessageFacts => ({
  name: row.name,
  shop: row.delivery.shopName,
  totalCents: row.total_cents,
  currency: row.currency,
  items: row.items,
  discountPercent: row.settings.discountEnabled ? row.discount : 0,
  discountCode: '',
  link: '{{Link}}',
});

/** One AI email as the plan counted it in its month. */
export const aiEmailUse = (uid: string, month: string): Use => ({
  uid,
  counter: 'aiEmails',
  month: utcMonth(new Date(`${month}-01T00:00:00Z`)),
  n: 1,
});

export type Writer = ReturnType<typeof createWriter>;
