import { sql } from 'kysely';
import type { Database } from '#platform/server/database/database.ts';
import type { MailConsent } from '#platform/server/mail/consent.ts';

/** What happens to a message once it lies in the outbox. */
export function createAfterwards(db: Database) {
  return {
    /** What the outbox knows of its end is written to the message: sent, or why not. */
    async settle(): Promise<void> {
      await sql`
        update recovery_message m set
          state = case when x.state in ('done', 'kept') then 'sent' else 'not sent' end,
          reason = case when x.state in ('done', 'kept') then m.reason
            else coalesce(x.note, x.last_error, 'not delivered') end,
          sent_at = case when x.state in ('done', 'kept') then x.done_at end
        from outbound_message x
        where m.state = 'handed' and x.channel = 'mail' and x.state in ('done', 'kept', 'failed', 'cancelled')
          and x.dedupe_key = 'recovery:' || m.owner_id || ':' || m.cart_id || ':' || m.step`.execute(
        db.tables(),
      );
    },

    /** Mail asks once more just before it goes: it may have waited for a server that was down while somebody bought. */
    guard(inner: MailConsent): MailConsent {
      return {
        bounced: (to) => inner.bounced(to),
        async ask(message) {
          const [kind, ownerId, cartId, step] = message.dedupeKey?.split(':') ?? [];
          if (kind === 'recovery' && step !== undefined) {
            const { rows } = await sql<{ status: string }>`
              select status from recovery_cart where owner_id = ${ownerId} and id = ${cartId}`.execute(
              db.tables(),
            );
            const status = rows[0]?.status;
            if (status !== 'abandoned')
              return { allowed: false, reason: status === 'recovered' ? 'bought' : 'closed' };
          }
          return inner.ask(message);
        },
      };
    },
  };
}
