import { createHash } from 'node:crypto';
import type { MailBlock } from '#platform/server/mail/message.ts';
import type { MessageFacts, Words } from '../rules/writing.ts';

/** A link's token is kept nowhere: whoever reads the table opens no cart. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The mail around the words: the way back, and whose it is. */
export function letter(
  words: Words,
  facts: MessageFacts,
  sender: { shop: string; address: string },
): MailBlock[] {
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
