import { createHash } from 'node:crypto';
import type { MailWords } from '#features/letters/rules/blocks.ts';
import type { MailMessage } from '#platform/server/mail/message.ts';
import { fill, type MessageFacts, preheaderOf, type Words } from '../rules/writing.ts';
import type { Dress } from './dress.ts';
import { drawn, saidIn } from './drawn.ts';
import type { CartRow } from './tables.ts';

/** A link's token is kept nowhere: whoever reads the table opens no cart. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const factsOf = (
  row: Pick<CartRow, 'name' | 'total_cents' | 'currency' | 'items'>,
  shop: string,
  discount: { percent: number; code: string },
  link: string,
): MessageFacts => ({
  name: row.name,
  shop,
  totalCents: row.total_cents,
  currency: row.currency,
  items: row.items,
  discountPercent: discount.percent,
  discountCode: discount.code,
  link,
});

/** A message as its campaign has it; what was written for this cart alone stands in the place of its texts. */
export interface Said {
  words: MailWords;
  own?: Words | null;
}

/** What a reminder, a test of it and its preview have in common: all of what is seen. */
export function inDress(
  { words, own = null }: Said,
  facts: MessageFacts,
  dress: Dress,
  origin: string,
): Pick<MailMessage, 'subject' | 'preheader' | 'body' | 'sender'> {
  const body = drawn(words.blocks, facts, origin, own?.body ?? null);
  return {
    subject: own ? own.subject : fill(words.subject, facts),
    preheader: preheaderOf(saidIn(body)),
    body: [
      ...body,
      {
        kind: 'small',
        text: `You’re getting this email because you left a cart at ${dress.shop} and agreed to reminders.\n${[dress.shop, dress.address].filter(Boolean).join(', ')}`,
      },
    ],
    ...(dress.sender && { sender: dress.sender }),
  };
}
