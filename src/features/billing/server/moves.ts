import { sql } from 'kysely';
import type { MoveSource, Moved } from '#features/payments/server/public.ts';
import type { Platform } from '#platform/server/platform.ts';

/** What subscriptions brought and what went back of it, each with who paid and for which days. */
export const subscriptionMoves = (db: Platform['db']): readonly MoveSource[] =>
  (['payment', 'refund'] as const).map((is): MoveSource => async ({ from, end }, after, limit) => {
    const { rows } = await sql<Omit<Moved, 'is'>>`
      select move.at, move.id, provider, case s.kind when 'plan' then 'subscription' else 'monthly donation' end as kind,
        s.id as reference, move.cents, move.state, s.owner_id as member,
        paid.period_from as from, paid.period_until as until
      from ${tables[is]} as move
      join billing_payment paid on paid.sale_id = move.sale_id
      join billing_subscription s on s.id = paid.subscription_id
      where move.at >= ${from} and move.at < ${end}
        ${after ? sql`and (move.at, move.id) > (${after.at}, ${after.id})` : sql``}
      order by move.at, move.id limit ${limit}`.execute(db.tables());
    return rows.map((row) => ({ is, ...row }));
  });

// A refund that is done has a credit note; what was only asked for, or was declined, has none.
const tables = {
  payment: sql`(select sale_id, sale_id as id, sale_id as provider, at, cents, 'paid' as state from billing_payment)`,
  refund: sql`(
    select sale_id, refund_key as id, case when refund_key like 'seen:%' then null else refund_key end as provider,
      issued_at as at, cents, 'done' as state from billing_credit_note
    union all
    select sale_id, id, null, at, cents, state from billing_refund where state <> 'done')`,
};
