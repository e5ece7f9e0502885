import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type FieldProblems, Problem } from '#base/problem.ts';
import { cents, formatMoney } from '#base/money.ts';
import { api } from '#platform/web/api.ts';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { PayButtons } from '#platform/web/payments/pay-buttons.tsx';
import { useFirstWrong } from '#ui/first-wrong.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, TextArea, TextInput } from '#ui/field.tsx';
import { GiftReceipt } from '#ui/gift-receipt.tsx';
import { Column, Columns, Page, Stack } from '#ui/page.tsx';
import { SegmentLinks } from '#ui/segments.tsx';
import { type CaptureAnswer, paymentsApi } from '../../rules/contract.ts';
import {
  type DonationBegun,
  donationLimits,
  donationProblems,
  donationsApi,
  suggestedCents,
} from '../../rules/donations.ts';
import { asked, donationDraft, problemsOf, type TypedDonation } from '../donation-draft.ts';

export const head = () => ({
  title: 'Support Us',
  description: 'Donate once, any amount. It pays for the time that goes into this site.',
});

const monthlyPath = '/donate/monthly';
const never = () => () => {};

/** A gift of money, once. */
export default function Donate() {
  const { site } = useHub();
  const exists = usePathExists();
  const navigate = useNavigate();
  const kept = useSyncExternalStore(never, donationDraft.text, () => null);
  const [changed, setChanged] = useState<TypedDonation | null>(null);
  const typed = changed ?? donationDraft.read(kept);
  const [fields, setFields] = useState<FieldProblems>({});
  const [words, setWords] = useState<{ kind: 'danger' | 'warn'; text: string } | null>(null);
  // Read by the provider's window long after this drawing.
  const begun = useRef<DonationBegun | null>(null);

  // The ways to pay come with the press that says how much.
  const [isPaying, setPaying] = useState(false);
  const paying = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isPaying) paying.current?.focus();
  }, [isPaying]);

  const { place, refused } = useFirstWrong<HTMLDivElement>();

  const change = (part: Partial<TypedDonation>) => {
    const next = { ...typed, ...part };
    setChanged(next);
    setFields({});
    donationDraft.keep(next);
  };
  const draft = asked(typed);
  const amount = 'cents' in donationProblems(draft) ? null : draft.cents;
  const amountWords = amount === null ? '' : formatMoney(cents(amount));
  const isReady = (): boolean => {
    const problems = problemsOf(typed);
    setFields(problems);
    if (Object.keys(problems).length > 0) refused();
    return Object.keys(problems).length === 0;
  };
  const refuse = (error: unknown) => {
    const problem = error instanceof Problem ? error : new Problem('unavailable');
    if (problem.details.fields) {
      setFields(problem.details.fields);
      refused();
    }
    setWords({ kind: 'danger', text: problem.message });
  };

  async function begin(): Promise<string> {
    setWords(null);
    begun.current = await api<DonationBegun>(donationsApi.begin, {
      method: 'POST',
      body: draft,
      timeoutMs: 40_000,
    });
    return begun.current.orderId;
  }

  async function take(orderId: string): Promise<'done' | 'declined'> {
    const { state } = await capture(orderId);
    if (state === 'declined') {
      setWords({
        kind: 'danger',
        text: 'That card or account was declined. Nothing was charged. Try another.',
      });
      return 'declined';
    }
    const { reference, token } = begun.current ?? { reference: '', token: '' };
    donationDraft.drop();
    navigate(`/donate/thanks?id=${encodeURIComponent(reference)}&t=${encodeURIComponent(token)}`, {
      replace: true,
    });
    return 'done';
  }

  return (
    <Page
      kind="form"
      title="Support Us"
      lead={`${site.name} is built and run by people. Your donation pays for their time. You get nothing in return and owe nothing.`}
      aside={<GiftReceipt amount={amount} to={site.name} payee={site.seller.legalName} rhythm="Once" />}
    >
      <div ref={place}>
        <Stack gap={16}>
          {exists(monthlyPath) && (
            <SegmentLinks
              label="How often"
              current="Once"
              links={[
                { label: 'Once', href: '/donate' },
                {
                  label: 'Monthly',
                  href: amount === null ? monthlyPath : `${monthlyPath}?amount=${amount / 100}`,
                },
              ]}
            />
          )}
          <RadioGroup
            label="Amount"
            name="amount"
            chips
            options={[
              ...suggestedCents.map((suggested) => ({
                value: String(suggested),
                label: formatMoney(cents(suggested)),
              })),
              { value: 'other', label: 'Another amount' },
            ]}
            value={typed.choice}
            onChange={(choice) => change({ choice })}
            {...(typed.choice !== 'other' && { error: fields['cents'] })}
          />
          {typed.choice === 'other' && (
            <Field
              label="Amount in US dollars"
              hint={`From ${formatMoney(cents(donationLimits.leastCents))} to ${formatMoney(cents(donationLimits.mostCents))}.`}
              error={fields['cents']}
            >
              <TextInput
                name="other"
                inputMode="decimal"
                autoComplete="off"
                value={typed.other}
                onChange={({ target }) => change({ other: target.value })}
              />
            </Field>
          )}
          <Columns className="gap-y-4">
            <Column span={6} tablet={6}>
              <Field
                label="Your name"
                hint="So that we can thank you by name."
                error={fields['name']}
                optional
              >
                <TextInput
                  name="name"
                  autoComplete="name"
                  value={typed.name}
                  onChange={({ target }) => change({ name: target.value })}
                />
              </Field>
            </Column>
            <Column span={6} tablet={6}>
              <Field
                label="Email for the receipt"
                hint="Leave empty to use the email you pay with."
                error={fields['email']}
              >
                <TextInput
                  type="email"
                  name="email"
                  autoComplete="email"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={typed.email}
                  onChange={({ target }) => change({ email: target.value })}
                />
              </Field>
            </Column>
          </Columns>
          <Field label="Message" error={fields['message']} optional compact>
            <TextArea
              name="message"
              rows={3}
              value={typed.message}
              onChange={({ target }) => change({ message: target.value })}
            />
          </Field>
          {words && <Notice kind={words.kind}>{words.text}</Notice>}
          {isPaying ? (
            <section aria-labelledby="pay-with" ref={paying} tabIndex={-1}>
              <h2 id="pay-with" className="mb-8 text-17">
                {`Donate ${amountWords} with`}
              </h2>
              <PayButtons
                isReady={isReady}
                createOrder={begin}
                onApproved={take}
                onError={refuse}
                onCancelled={() =>
                  setWords({ kind: 'warn', text: 'You closed the payment window. Nothing was charged.' })
                }
              />
            </section>
          ) : (
            <Button
              variant="primary"
              className="w-full"
              onClick={() => {
                if (isReady()) setPaying(true);
              }}
            >
              {`Donate ${amountWords}`.trim()}
            </Button>
          )}
        </Stack>
      </div>
    </Page>
  );
}

/** An answer that is lost is asked for again: nothing is taken twice. */
async function capture(orderId: string, tries = 3): Promise<CaptureAnswer> {
  for (let left = tries; ; left--) {
    try {
      return await api<CaptureAnswer>(paymentsApi.capture, {
        method: 'POST',
        body: { orderId },
        timeoutMs: 40_000,
      });
    } catch (error) {
      const mayBeLost = error instanceof Problem && ['unavailable', 'internal'].includes(error.code);
      if (!mayBeLost || left <= 1) throw error;
    }
  }
}
