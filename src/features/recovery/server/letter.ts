import { createHash } from 'node:crypto';
import type { MailBlock, MailMessage } from '#platform/server/mail/message.ts';
import { type MessageFacts, preheaderOf, type Words } from '../rules/writing.ts';
import type { Dress } from './dress.ts';
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

/** What a reminder, a test of it and its preview have in common: all of what is seen. */
export const inDress = (
  words: Words,
  facts: MessageFacts,
  dress: Dress,
): Pick<MailMessage, 'subject' | 'preheader' | 'body' | 'sender'> => ({
  subject: words.subject,
  preheader: preheaderOf(words.body),
  body: letter(words, facts, dress),
  ...(dress.sender && { sender: dress.sender }),
});

/** The mail around the words: the way back, and whose it is. */
function letter(words: Words, facts: MessageFacts, sender: Pick<Dress, 'shop' | 'address'>): MailBlock[] {
  const items: [string, string][] = facts.items
    .slice(0, 20)
    .map(({ name, quantity }) => [name, quantity > 1 ? `${quantity} x` : '1']);
  return [
    ...words.body
      .split(/\n{2,}/)
      .filter((part) => part.trim() !== '')
      .map((part) => ({ kind: 'text' as const, text: part })),
    ...(items.length > 0 ? [{ kind: 'lines' as const, lines: items }] : []),
    { kind: 'button', label: 'Open my cart', url: facts.link },
    {
      kind: 'small',
      text: `You’re getting this email because you left a cart at ${sender.shop} and agreed to reminders.\n${[sender.shop, sender.address].filter(Boolean).join(', ')}`,
    },
  ];
}
