import { createHash } from 'node:crypto';
import type { Dress } from '#features/recovery/server/public.ts';
import { preheaderOf } from '#features/recovery/rules/writing.ts';
import type { MailMessage } from '#platform/server/mail/message.ts';
import { addressed, firstWords, type LetterBlock } from '#features/letters/rules/letter.ts';
import { merge, type MergeFacts } from '#features/letters/rules/merge.ts';

/** A link's token is kept nowhere: whoever reads the table opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Seen = Pick<MailMessage, 'subject' | 'preheader' | 'body' | 'sender' | 'replyTo'>;

/** What an email of a sequence, a test of it and its preview have in common: all of what is seen. */
export function inDress(
  { subject, blocks }: { subject: string; blocks: readonly LetterBlock[] },
  facts: MergeFacts,
  dress: Dress,
  via: (place: number) => string,
): { seen: Seen; links: string[] } {
  const letter = addressed(blocks, facts, via);
  const from = [dress.shop, dress.address].filter(Boolean).join(', ');
  return {
    links: letter.links,
    seen: {
      subject: merge(subject, facts),
      preheader: preheaderOf(firstWords(letter.blocks)),
      body: [
        ...letter.blocks,
        {
          kind: 'small',
          text: `You’re getting this email because you agreed to hear from ${dress.shop}.\n${from}`,
        },
      ],
      ...(dress.sender && { sender: dress.sender }),
      ...(dress.replyTo && { replyTo: dress.replyTo }),
    },
  };
}
