import { Problem } from '#base/problem.ts';
import { LetterEditor, type Ware } from '#features/letters/web/public.ts';
import { api } from '#platform/web/api.ts';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Column, Columns, Stack } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { recoveryApi } from '../../rules/addresses.ts';
import type { OverviewAnswer, Step } from '../../rules/contract.ts';
import {
  mergeButtons,
  newReminderBlock,
  reminderKinds,
  withWords,
  wordFaults,
  wordsOf,
} from '../../rules/mail.ts';
import { money } from '../../rules/writing.ts';
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
  const { plan, remote } = useAutomation();
  const words = wordsOf(step);
  const wares = waresIn(remote?.carts ?? []);
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
        <Column span={5}>
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
            <LetterEditor
              words={words}
              faults={wordFaults(words)}
              set={(next) => set(withWords(step, next))}
              fields={mergeButtons}
              hasGaps={false}
              kinds={reminderKinds}
              fresh={newReminderBlock}
              products={wares}
              isMember={mayTest}
              footer={
                <>{facts.shop}, its postal address, why they get this email, and the unsubscribe link.</>
              }
              actions={
                <>
                  {mayTest && <Button onClick={() => void test()}>Send me a test</Button>}
                  {remove && (
                    <Button variant="quiet" onClick={remove}>
                      Remove
                    </Button>
                  )}
                </>
              }
            />
          </Stack>
        </Column>
        <Column span={7}>
          <div className="lg:sticky lg:top-96">
            <MailPreview step={step} facts={facts} />
          </div>
        </Column>
      </Columns>
    </div>
  );
}

/** What lay in carts lately is what this shop sells: the newest price of each. */
function waresIn(carts: OverviewAnswer['carts']): Ware[] {
  const known = new Map<string, Ware>();
  for (const { currency, items } of carts)
    for (const { name, cents } of items)
      if (name !== '' && !known.has(name))
        known.set(name, { name, price: cents > 0 ? money(cents, currency) : '' });
  return [...known.values()].slice(0, 100);
}
