import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import type { MailStep } from '../../rules/steps.ts';
import { gaps, isUnwritten } from '../../rules/words.ts';
import { sendToMe } from '../calls.ts';
import { problemWords } from '../say.ts';
import { MailPreview, type Width } from './mail-preview.tsx';

interface MailFormProps {
  step: MailStep;
  faults: Readonly<Record<string, string>>;
  set(step: MailStep): void;
}

const fields = [
  ['First name', '{{FirstName|there}}'],
  ['Full name', '{{Name|friend}}'],
  ['Email', '{{Email}}'],
  ['Your shop', '{{Shop}}'],
  ['Own field', '{{Company|your company}}'],
] as const;

/** One email: written on the left, as it arrives on the right. */
export function MailForm({ step, faults, set }: MailFormProps) {
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  /** Where a merge field goes: the one that was written in last. */
  const [last, setLast] = useState<'subject' | 'body'>('body');
  const [width, setWidth] = useState<Width>('phone');
  const [isSending, setSending] = useState(false);

  const put = (field: string) => {
    const box = last === 'subject' ? subject.current : body.current;
    const text = step[last];
    const from = box?.selectionStart ?? text.length;
    const to = box?.selectionEnd ?? from;
    set({ ...step, [last]: text.slice(0, from) + field + text.slice(to) });
    // Once it is drawn, writing goes on right after it.
    requestAnimationFrame(() => {
      box?.focus();
      box?.setSelectionRange(from + field.length, from + field.length);
    });
  };
  async function test(): Promise<void> {
    setSending(true);
    try {
      toast.success(`Sent to ${(await sendToMe(step)).sentTo}.`);
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
    setSending(false);
  }
  const open = gaps(`${step.subject}\n${step.body}`);
  const isOpen = [step.subject, step.body, step.button].some((text) => isUnwritten(text));
  return (
    <Columns>
      <Column span={width === 'desk' ? 12 : 6}>
        <Stack>
          <Field label="Subject" compact error={faults['subject']}>
            <TextInput
              ref={subject}
              value={step.subject}
              maxLength={200}
              onFocus={() => setLast('subject')}
              onChange={({ currentTarget }) => set({ ...step, subject: currentTarget.value })}
            />
          </Field>
          <Field
            label="Text"
            compact
            error={faults['body']}
            hint="**bold**, *italic*, [words](https://…) for a link, - for a list. The unsubscribe link is added by itself."
          >
            <TextArea
              ref={body}
              rows={10}
              value={step.body}
              maxLength={10_000}
              onFocus={() => setLast('body')}
              onChange={({ currentTarget }) => set({ ...step, body: currentTarget.value })}
            />
          </Field>
          <div role="group" aria-labelledby={`${step.id}-merge`}>
            <p id={`${step.id}-merge`} className="mb-8 text-13 text-muted">
              Insert into the {last === 'subject' ? 'subject' : 'text'}. What stands after the bar is used for
              people whose value we don’t know.
            </p>
            <Row gap={8}>
              {fields.map(([words, field]) => (
                <Button key={field} size="tool" title={field} onClick={() => put(field)}>
                  {words}
                </Button>
              ))}
            </Row>
          </div>
          <Columns className="gap-y-16">
            <Column span={6} tablet={6}>
              <Field label="Button" optional compact error={faults['button']}>
                <TextInput
                  value={step.button}
                  maxLength={60}
                  onChange={({ currentTarget }) => set({ ...step, button: currentTarget.value })}
                />
              </Field>
            </Column>
            <Column span={6} tablet={6}>
              <Field label="Its link" optional={step.button === ''} compact error={faults['link']}>
                <TextInput
                  type="url"
                  value={step.link}
                  placeholder="https://"
                  onChange={({ currentTarget }) => set({ ...step, link: currentTarget.value })}
                />
              </Field>
            </Column>
          </Columns>
          {isOpen && (
            <Notice kind="warn" still title="Something is still to be written">
              Replace the text in [brackets]. Until then, this sequence can’t be turned on.
            </Notice>
          )}
          {open.length > 0 && (
            <Notice kind="warn" still title="Some readers would see a gap">
              {open.map((key) => `{{${key}}}`).join(', ')} {open.length === 1 ? 'has' : 'have'} no words for
              people whose value we don’t know. Add them after a bar: {`{{${open[0]}|there}}`}.
            </Notice>
          )}
          <div>
            <Button busy={isSending && 'Sending'} onClick={() => void test()}>
              Send to me
            </Button>
          </div>
        </Stack>
      </Column>
      <Column span={width === 'desk' ? 12 : 6}>
        <MailPreview step={step} width={width} setWidth={setWidth} />
      </Column>
    </Columns>
  );
}
