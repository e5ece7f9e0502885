import { sql } from 'kysely';
import { days } from '#base/clock.ts';
import type { Plans } from '#features/plans/server/public.ts';
import type { AnyTransaction, Database } from '#platform/server/database/database.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';
import { olderThanOn } from '../rules/sequence.ts';
import { tellCarts } from './connections.ts';
import type { OwnStore } from './own-store.ts';
import { hubOwner } from './tables.ts';
import { aiEmailUse } from './writer.ts';

/** So long after a mail went out a bounce is still taken to be about it. */
const bounceDays = 5;

interface Counted {
  owner_id: string;
  counted_month: string;
}

/** Told in the transaction that notes it. */
export type OnCameBack = (
  trx: AnyTransaction,
  emailKey: string,
  why: 'bounced' | 'complained',
) => Promise<void>;

interface Parts {
  db: Database;
  plans: Plans;
  ownStore: OwnStore;
  onCameBack: OnCameBack | undefined;
}

/** What happens to a message once it lies in the outbox. */
export function createAfterwards({ db, plans, ownStore, onCameBack }: Parts) {
  /** An AI email that reached nobody was not used. */
  async function giveBack(trx: AnyTransaction, rows: Counted[]): Promise<void> {
    for (const { owner_id, counted_month } of rows)
      await plans.giveBack(trx, aiEmailUse(owner_id, counted_month));
  }

  /** Mail of the hub's own store that lay in the outbox while its reminders were off is not sent later. */
  async function whyStopped(seenAt: Date): Promise<string> {
    const { standing, since } = await ownStore.read(db.tables());
    return standing.reason || (since === null || seenAt < since ? olderThanOn : '');
  }

  return {
    /** What the outbox knows of its end is written to the message: sent, or why not. */
    async settle(): Promise<void> {
      await db.transaction(async (trx) => {
        // Nobody knows whether one of which no answer came arrived: that one stays counted.
        const { rows } = await sql<Counted>`
          with ended as (
            select m.owner_id, m.cart_id, m.step, m.counted_month, x.state in ('done', 'kept') as is_sent,
              coalesce(x.note, x.last_error, 'not delivered') as why, x.done_at
            from recovery_message m join outbound_message x on x.channel = 'mail'
              and x.dedupe_key = 'recovery:' || m.owner_id || ':' || m.cart_id || ':' || m.step
            where m.state = 'handed' and x.state in ('done', 'kept', 'failed', 'cancelled')
            for update of m skip locked)
          update recovery_message m set
            state = case when e.is_sent then 'sent' else 'not sent' end,
            reason = case when e.is_sent then m.reason else e.why end,
            sent_at = case when e.is_sent then e.done_at end,
            counted_month = case when e.is_sent or e.why like 'unknown%' then m.counted_month end
          from ended e where e.owner_id = m.owner_id and e.cart_id = m.cart_id and e.step = m.step
          returning m.owner_id, case when m.counted_month is null then e.counted_month end as counted_month`.execute(
          trx,
        );
        await tellCarts(
          trx,
          rows.map(({ owner_id }) => owner_id),
        );
        await giveBack(
          trx,
          rows.filter(({ counted_month }) => counted_month !== null),
        );
      });
    },

    /** A server took it and said later that nobody lives there, or that its reader calls it spam. */
    async cameBack(
      trx: AnyTransaction,
      emailKey: string,
      why: 'bounced' | 'complained',
      now: Date,
    ): Promise<void> {
      await onCameBack?.(trx, emailKey, why);
      if (why === 'complained') return;
      const { rows } = await sql<Counted>`
        with back as (
          select owner_id, cart_id, step, counted_month from recovery_message
          where email_key = ${emailKey} and state = 'sent' and sent_at > ${new Date(now.getTime() - days(bounceDays))}
          for update)
        update recovery_message m set state = 'not sent', reason = 'bounced', counted_month = null
        from back b where b.owner_id = m.owner_id and b.cart_id = m.cart_id and b.step = m.step
        returning m.owner_id, b.counted_month`.execute(trx);
      await giveBack(
        trx,
        rows.filter(({ counted_month }) => counted_month !== null),
      );
    },

    /** Mail asks once more just before it goes: it may have waited for a server that was down while somebody bought, or all was turned off. */
    guard(inner: MailConsent): MailConsent {
      return {
        bounced: (to) => inner.bounced(to),
        async ask(message) {
          const [kind, ownerId, cartId, step] = message.dedupeKey?.split(':') ?? [];
          if (kind === 'recovery' && step !== undefined) {
            const { rows } = await sql<{ status: string; seen_at: Date }>`
              select status, seen_at from recovery_cart where owner_id = ${ownerId} and id = ${cartId}`.execute(
              db.tables(),
            );
            const [cart] = rows;
            if (cart?.status !== 'abandoned')
              return { allowed: false, reason: cart?.status === 'recovered' ? 'bought' : 'closed' };
            const stopped = ownerId === hubOwner ? await whyStopped(cart.seen_at) : '';
            if (stopped !== '') return { allowed: false, reason: stopped };
          }
          return inner.ask(message);
        },
      };
    },
  };
}
