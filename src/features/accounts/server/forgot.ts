import type { OutboxHandler } from '#platform/server/outbox/outbox.ts';
import type { AccountsContext } from './context.ts';

export const forgotChannel = 'account-forgot';

/** Mails the link to whom an account belongs; for any other address nothing happens. */
export function forgotHandler(context: AccountsContext): OutboxHandler {
  return {
    channel: forgotChannel,
    leaseSeconds: 30,
    retrySeconds: [5, 60, 600],
    afterLostLease: 'retry',
    async deliver(payload, { dedupeKey }) {
      const { email } = payload as { email: string };
      await context.transaction(async (trx) => {
        const user = await trx
          .selectFrom('account_user')
          .select(['id as uid', 'suspended_at', 'email_verified as isProven'])
          .where('email', '=', email)
          .executeTakeFirst();
        if (!user || user.suspended_at) return;
        const token = await context.identity.startReset(trx, user.uid);
        await context.mails.reset(trx, email, token, { ...user, key: dedupeKey });
      });
      return { done: true };
    },
  };
}
