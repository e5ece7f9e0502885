import { useState } from 'react';
import type { MailWords } from '#features/letters/rules/blocks.ts';
import { LetterEditor, LetterPreview } from '#features/letters/web/public.ts';
import { Button } from '#ui/button.tsx';
import { Column, Columns } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { previewMail, sendToMe } from '../calls.ts';
import { problemWords } from '../say.ts';

interface MailFormProps {
  words: MailWords;
  faults: Readonly<Record<string, string>>;
  set(words: MailWords): void;
  /** Who sends it, as far as that is known. */
  sender?: { name: string; address: string } | undefined;
}

const fields = [
  ['First name', '{{FirstName|there}}'],
  ['Full name', '{{Name|friend}}'],
  ['Email', '{{Email}}'],
  ['Your shop', '{{Shop}}'],
  ['Own field', '{{Company|your company}}'],
] as const;

/** One email: written on the left, as it arrives on the right. */
export function MailForm({ words, faults, set, sender }: MailFormProps) {
  const [isSending, setSending] = useState(false);
  async function test(): Promise<void> {
    setSending(true);
    try {
      toast.success(`Sent to ${(await sendToMe(words)).sentTo}.`);
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
    setSending(false);
  }
  return (
    <Columns>
      <Column span={5}>
        <LetterEditor
          words={words}
          faults={faults}
          set={set}
          fields={fields}
          unwritten="Until then, this sequence can’t be turned on."
          footer={
            <>
              {sender?.name || 'Your shop’s name'}, {sender?.address || 'its postal address'}, why they get
              this email, and the unsubscribe link.
            </>
          }
          actions={
            <Button busy={isSending && 'Sending'} onClick={() => void test()}>
              Send to me
            </Button>
          }
        />
      </Column>
      <Column span={7}>
        <div className="lg:sticky lg:top-96">
          <LetterPreview words={words} ask={previewMail} say={problemWords} />
        </div>
      </Column>
    </Columns>
  );
}
