import { useEffect, useState } from 'react';
import { countOf } from '#base/count.ts';
import { useHub } from '#platform/web/hub.tsx';
import { getViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { mostSaid, type Said } from '../rules/contract.ts';
import { OfficeHoursLine } from './office-hours.tsx';
import { Trap } from './trap.tsx';
import { useContactForm } from './use-contact-form.ts';

export interface PersonFormProps {
  /** What was said in the chat, the question that led here last. */
  said: readonly Said[];
  onBack(): void;
  /** With what is to be said then. */
  onSent(words: string): void;
}

/** The contact form inside the chat: a person answers, and what was said goes along only if the visitor says so. */
export function PersonForm({ said, onBack, onSent }: PersonFormProps) {
  const { support } = useHub().site;
  const [isAlong, setAlong] = useState(false);
  const member = getViewer().user;
  const { form, fields, error, busy, sentFrom } = useContactForm({
    begins: {
      name: member?.displayName ?? '',
      email: member?.email ?? '',
      message: said.findLast(({ from }) => from === 'visitor')?.text ?? '',
    },
    along: () => (isAlong ? { conversation: said.slice(-mostSaid) } : {}),
  });

  useEffect(() => {
    if (!sentFrom) return;
    const isMine = sentFrom.toLowerCase() === member?.email.toLowerCase();
    onSent(
      `Your message is on its way. A person answers within ${support.answersWithin}, by email to ${sentFrom}${isMine ? ' and here in the chat' : ''}.`,
    );
  }, [sentFrom, member, onSent, support.answersWithin]);

  return (
    <form {...form} className="p-16" aria-label="Write to a person">
      <Stack gap={12}>
        <p>A person reads this and answers within {support.answersWithin}.</p>
        <OfficeHoursLine />
        <input type="hidden" name="reason" value="other" />
        <Field label="Your name" error={fields['name']}>
          <TextInput name="name" autoComplete="name" required />
        </Field>
        <Field label="Your email" hint="Where the answer goes." error={fields['email']}>
          <TextInput
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </Field>
        <Field label="Message" error={fields['message']}>
          <TextArea name="message" rows={4} required />
        </Field>
        {said.length > 0 && (
          <Checkbox
            checked={isAlong}
            onChange={(event) => setAlong(event.target.checked)}
            label={`Send this conversation along (${countOf(said.length, 'message')})`}
          />
        )}
        <Trap />
        {error && (
          <Notice kind="danger" title="Couldn’t send your message">
            {error.message} Your message is still here.
          </Notice>
        )}
        <Row>
          <Button variant="primary" size="tool" type="submit" busy={busy && 'Sending'}>
            Send message
          </Button>
          <Button variant="quiet" size="tool" onClick={onBack}>
            Back to the chat
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
