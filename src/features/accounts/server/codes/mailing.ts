import type { OutboxHandler } from '#platform/server/outbox/outbox.ts';
import type { AccountsContext } from '../context.ts';

export const codeChannel = 'account-code';

export interface CodeToMail {
  email: string;
  code: string;
  /** More were asked for than this address may get. */
  isMuted: boolean;
  /** Asked for where the account has been opened before. */
  isKnown: boolean;
}

/** Mails the code, out of sight of whoever asked: what goes out, and whether, takes them no time. */
export function codeHandler(context: AccountsContext): OutboxHandler {
  return {
    channel: codeChannel,
    leaseSeconds: 30,
    retrySeconds: [5, 60],
    afterLostLease: 'retry',
    async deliver(payload, { dedupeKey }) {
      const { email, code, isMuted, isKnown } = payload as CodeToMail;
      if (isMuted) return { done: true, as: 'cancelled', note: 'too many codes for this address' };
      await context.transaction(async (trx) => {
        const user = await trx
          .selectFrom('account_user')
          .select('email_verified as isProven')
          .where('email', '=', email)
          .executeTakeFirst();
        await context.mails.code(trx, email, code, {
          key: dedupeKey,
          isProven: user?.isProven ?? true,
          isKnown,
        });
      });
      return { done: true };
    },
  };
}
