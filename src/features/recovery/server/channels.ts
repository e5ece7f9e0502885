import { Problem } from '#base/problem.ts';
import type { Consent } from '#features/consent/server/public.ts';
import type { AnyTransaction } from '#platform/server/database/database.ts';
import type { Webhooks } from '#platform/server/webhooks/webhooks.ts';
import type { MessageFacts, Words } from '../rules/writing.ts';
import { dedupeKeyOf } from './status.ts';
import type { CartRow, MessageRow, OwnerRow } from './tables.ts';

type Announced = Pick<MessageRow, 'owner_id' | 'cart_id' | 'step'> &
  Pick<CartRow, 'email' | 'name' | 'total_cents' | 'currency' | 'items'> &
  Pick<OwnerRow, 'settings' | 'delivery' | 'secret'>;

interface ChannelParts {
  consent: Pick<Consent, 'mayMail'>;
  webhooks: Webhooks;
  mayUse(trx: AnyTransaction, ownerId: string): Promise<boolean>;
}

/** Other channels hang on a signed webhook: each message is announced there, in the transaction of its mail. */
export const createChannels = ({ consent, webhooks, mayUse }: ChannelParts) => ({
  /** Null, or why the other channels were told nothing. */
  async announce(
    trx: AnyTransaction,
    row: Announced,
    facts: MessageFacts,
    words: Words,
  ): Promise<string | null> {
    const { webhookUrl } = row.delivery;
    if (!row.settings.multiChannel || webhookUrl === '') return null;
    if (!(await mayUse(trx, row.owner_id))) return 'not announced to other channels: the plan has none';
    // Whoever wants no mail wants no text message either; mail itself is asked again just before it goes.
    const verdict = await consent.mayMail(trx, { to: row.email, kind: 'marketing', purpose: 'recovery' });
    if (!verdict.allowed) return null;
    try {
      await webhooks.send(trx, {
        url: webhookUrl,
        secret: row.secret,
        type: 'recovery.message',
        owner: row.owner_id,
        data: {
          cartId: row.cart_id,
          step: row.step,
          email: row.email,
          name: row.name,
          totalCents: row.total_cents,
          currency: row.currency,
          items: row.items,
          discountPercent: facts.discountPercent,
          discountCode: facts.discountCode,
          link: facts.link,
          ...words,
        },
        dedupeKey: dedupeKeyOf(row.owner_id, row.cart_id, row.step),
      });
      return null;
    } catch (error) {
      // An address that cannot be told costs the other channels their word, never the buyer their mail.
      if (error instanceof Problem) return `not announced to other channels: ${error.message}`;
      throw error;
    }
  },
});
