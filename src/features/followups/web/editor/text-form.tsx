import { useRef } from 'react';
import { countOf } from '#base/count.ts';
import { mostParts, notPlain } from '#base/text-parts.ts';
import { gaps, isUnwritten } from '#features/letters/rules/merge.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea } from '#ui/field.tsx';
import { Link } from '#ui/link.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import type { OverviewAnswer } from '../../rules/contract.ts';
import type { TextStep } from '../../rules/steps.ts';
import { longestText, sampleText } from '../../rules/text-message.ts';

interface TextFormProps {
  step: TextStep;
  fault: string | undefined;
  sender: OverviewAnswer['sender'] | undefined;
  set(step: TextStep): void;
}

const fields = [
  ['First name', '{{FirstName|there}}'],
  ['Full name', '{{Name|friend}}'],
  ['Own field', '{{Company|your company}}'],
] as const;

/** One text message: written on the left, as it arrives on the right. */
export function TextForm({ step, fault, sender, set }: TextFormProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { text } = step;
  const put = (field: string) => {
    const area = box.current;
    if (!area) return;
    area.focus();
    // As their own keys would, so that the browser’s undo takes it back.
    if (document.execCommand('insertText', false, field)) return;
    const [from, to] = [area.selectionStart, area.selectionEnd];
    set({ ...step, text: `${text.slice(0, from)}${field}${text.slice(to)}` });
  };
  const open = gaps(text);
  return (
    <Columns>
      <Column span={7}>
        <Stack>
          <Off sender={sender} />
          <Field label="Text message" compact error={fault}>
            <TextArea
              ref={box}
              rows={5}
              value={text}
              maxLength={longestText}
              onChange={({ currentTarget }) => set({ ...step, text: currentTarget.value })}
            />
          </Field>
          <Row gap={8} role="group" aria-label="Insert into the text message">
            {fields.map(([label, field]) => (
              <Button key={field} size="tool" title={field} onClick={() => put(field)}>
                {label}
              </Button>
            ))}
          </Row>
          {isUnwritten(text) && (
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
          <p className="max-w-measure text-13 text-muted">
            Goes to people who agreed to text messages; everyone else goes on to the next step. Your name and
            how to end it are always there. Links stay as you write them, and clicks aren’t counted.
            {sender?.textsOff === '' &&
              ` You have ${sender.textsLeft} of ${countOf(sender.textsPerMonth, 'part')} left this month.`}
          </p>
        </Stack>
      </Column>
      <Column span={5}>
        <Preview text={text} shop={sender?.name ?? ''} />
      </Column>
    </Columns>
  );
}

function Off({ sender }: Pick<TextFormProps, 'sender'>) {
  if (!sender || sender.textsOff === '') return null;
  return sender.textsOff === 'provider' ? (
    <Notice kind="warn" still title="This hub sends no text messages yet">
      Nothing is sent here, and people go on to the next step. Whoever runs this hub can change that;{' '}
      <Link href="/support">ask support</Link>
    </Notice>
  ) : (
    <Notice kind="warn" still title="Your plan has no text messages">
      Nothing is sent here, and people go on to the next step. <Link href="/plans">See plans</Link>
    </Notice>
  );
}

function Preview({ text, shop }: { text: string; shop: string }) {
  const { text: seen, counted } = sampleText(text, shop);
  const { length, parts, isPlain, left } = counted;
  const dear = isPlain ? [] : notPlain(seen);
  return (
    <section aria-label="As it arrives" className="lg:sticky lg:top-96">
      <Stack gap={12}>
        <p className="text-13 text-muted">As it arrives</p>
        <p className="border bg-surface p-16 text-15 break-words whitespace-pre-wrap">{seen}</p>
        <p className="text-13 text-muted">
          {countOf(length, 'character')}, {countOf(parts, 'part')} of at most {mostParts}
          {parts > 0 && `. ${countOf(left, 'character')} left in this part`}. Each part is paid for.
        </p>
        {dear.length > 0 && (
          <p className="text-13 text-muted">
            {dear.slice(0, 8).join(' ')} {dear.length === 1 ? 'makes' : 'make'} a part hold 70 characters
            instead of 160.
          </p>
        )}
      </Stack>
    </section>
  );
}
