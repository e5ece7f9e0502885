import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import type { Step } from '../../rules/contract.ts';
import { wordsFault } from '../../rules/writing.ts';
import { useAutomation } from '../automation-provider.tsx';
import { MailPreview } from './mail-preview.tsx';

interface StepEditorProps {
  step: Step;
  index: number;
  shop: string;
  mayTest: boolean;
  /** When it would go out for a cart that is left now; null where the settings send fewer. */
  at: string | null;
  isOpen: boolean;
  open: () => void;
  set: (change: Partial<Step>) => void;
  remove?: () => void;
}

/** One message: edited on the left, as it arrives on the right. */
export function StepEditor(props: StepEditorProps) {
  const { step, index, at, isOpen, open } = props;
  return (
    <li className="border-t border-hairline">
      <section aria-label={`Message ${index + 1}`}>
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            className="flex w-full flex-wrap items-baseline gap-x-16 py-12 text-left"
            onClick={open}
          >
            <span className="text-17 font-medium">Message {index + 1}</span>
            <span className="text-15 text-muted">{at ?? 'Not sent: over the maximum in settings'}</span>
            {!isOpen && <span className="min-w-0 grow truncate text-15 md:text-right">{step.subject}</span>}
          </button>
        </h3>
        {isOpen && <OpenStep {...props} />}
      </section>
    </li>
  );
}

function OpenStep({ step, index, shop, mayTest, set, remove }: StepEditorProps) {
  const { plan } = useAutomation();
  const discounts = plan.gate('customDiscounts');
  const facts = {
    name: 'Maya Ortiz',
    shop: shop || 'Your shop',
    totalCents: 4900,
    currency: 'USD',
    items: [{ name: 'Sample product', quantity: 1 }],
    discountPercent: step.discountPercent,
    discountCode: step.discountPercent > 0 ? 'SAMPLE' : '',
    link: 'https://…',
  };
  const test = () =>
    withSession(() => api<{ to: string }>(recoveryApi.testMail, { method: 'POST', body: step })).then(
      ({ to }) => toast.success(`Test sent to ${to}.`),
      (error: unknown) =>
        toast.error(error instanceof Problem ? error.message : 'Couldn’t send the test email.'),
    );
  return (
    <div className="pb-32">
      <Columns>
        <Column span={6}>
          <Stack>
            <Columns>
              {index > 0 && (
                <Column span={6} tablet={6}>
                  <Field label="Hours after the previous message" compact>
                    <TextInput
                      mono
                      type="number"
                      min={1}
                      max={720}
                      value={step.afterHours}
                      onChange={(event) => set({ afterHours: event.currentTarget.valueAsNumber || 1 })}
                    />
                  </Field>
                </Column>
              )}
              <Column span={6} tablet={6}>
                <Field
                  label="Discount (%)"
                  compact
                  hint={discounts.allowed ? undefined : discounts.refusal.words}
                >
                  <TextInput
                    mono
                    type="number"
                    min={0}
                    max={90}
                    disabled={!discounts.allowed}
                    value={step.discountPercent}
                    onChange={(event) => set({ discountPercent: event.currentTarget.valueAsNumber || 0 })}
                  />
                </Field>
              </Column>
            </Columns>
            <Field label="Subject" error={wordsFault(step)}>
              <TextInput
                value={step.subject}
                onChange={(event) => set({ subject: event.currentTarget.value })}
              />
            </Field>
            <Field label="Text" compact>
              <TextArea
                rows={8}
                value={step.body}
                onChange={(event) => set({ body: event.currentTarget.value })}
              />
            </Field>
            <Row>
              {mayTest && <Button onClick={() => void test()}>Send me a test</Button>}
              {remove && (
                <Button variant="quiet" onClick={remove}>
                  Remove
                </Button>
              )}
            </Row>
          </Stack>
        </Column>
        <Column span={6}>
          <MailPreview step={step} facts={facts} />
        </Column>
      </Columns>
    </div>
  );
}
