import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { readAmount } from '#base/amount.ts';
import { parseMailAddress } from '#base/mail-address.ts';
import { cents, formatMoney } from '#base/money.ts';
import type { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { GiftReceipt } from '#ui/gift-receipt.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import { SegmentLinks } from '#ui/segments.tsx';
import { Price } from '#ui/price.tsx';
import { billingApi, monthlyPath } from '../../rules/addresses.ts';
import type { ApprovalAnswer, MonthlyAnswer } from '../../rules/contract.ts';
import { TestLine } from '../test-line.tsx';
import { asProblem, useDay } from '../use-billing.ts';

export const head = () => ({
  title: 'Donate monthly',
  description: 'Donate a little each month. Stop any time with the link in every receipt.',
});

export default function MonthlyPage() {
  const [params] = useSearchParams();
  const gift = params.get('gift');
  if (!gift) return <Give hasLeft={params.has('left')} wished={params.get('amount')} />;
  return (
    <Page {...face}>
      <Gift gift={gift} />
    </Page>
  );
}

const face = {
  kind: 'form',
  title: 'Donate monthly',
  lead: 'A little each month keeps this site going. Stop any time with the link in every receipt.',
} as const;

const suggested = ['5', '10', '25', '50'];

/** `wished`: what was chosen for a gift once. */
function Give({ hasLeft, wished }: { hasLeft: boolean; wished: string | null }) {
  const { user } = useViewer();
  const { runtime, site } = useHub();
  const exists = usePathExists();
  const first = wished !== null && 'cents' in readAmount(wished) ? wished : '5';
  const [choice, setChoice] = useState(suggested.includes(first) ? first : 'other');
  const [other, setOther] = useState(suggested.includes(first) ? '' : first);
  const amount = choice === 'other' ? other : choice;
  const [typed, setTyped] = useState<string | null>(null);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const email = typed ?? user?.email ?? '';
  const read = readAmount(amount);
  const dollars = 'cents' in read ? read.cents : 0;
  const isWithin = dollars >= 100 && dollars <= 1_000_000;
  const give = (event: FormEvent) => {
    event.preventDefault();
    const wrong = {
      ...(!isWithin && { amount: 'Enter an amount from $1 to $10,000.' }),
      ...('words' in read && amount.trim() !== '' && { amount: read.words }),
      ...(!parseMailAddress(email) && { email: 'Enter one email address, such as ada@example.com.' }),
    };
    setFields(wrong);
    setProblem(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    const body = { cents: dollars, email };
    api<ApprovalAnswer>(billingApi.monthly, { method: 'POST', body, timeoutMs: 60_000 }).then(
      ({ approveUrl }) => window.location.assign(approveUrl),
      (error: unknown) => {
        setProblem(asProblem(error));
        setBusy(false);
      },
    );
  };
  return (
    <Page
      {...face}
      aside={
        <GiftReceipt
          to={site.name}
          payee={site.seller.legalName}
          amount={isWithin ? dollars : null}
          rhythm="Each month, until you stop"
        />
      }
    >
      <form noValidate onSubmit={give}>
        <Stack gap={16}>
          {hasLeft && <Notice title="Payment canceled">Nothing was charged.</Notice>}
          {problem && <Notice kind="danger">{problem.message}</Notice>}
          {exists('/donate') && (
            <SegmentLinks
              label="How often"
              current="Monthly"
              links={[
                { label: 'Once', href: '/donate' },
                { label: 'Monthly', href: monthlyPath },
              ]}
            />
          )}
          <RadioGroup
            label="Amount"
            chips
            options={[
              ...suggested.map((value) => ({ value, label: `$${value}` })),
              { value: 'other', label: 'Another amount' },
            ]}
            value={choice}
            onChange={setChoice}
          />
          {choice === 'other' && (
            <Field label="US dollars a month" hint="From $1 to $10,000." error={fields['amount']}>
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                value={other}
                onChange={(event) => setOther(event.target.value)}
              />
            </Field>
          )}
          <Field label="Email for the receipts" error={fields['email']}>
            <TextInput
              type="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <TestLine mode={runtime.payments.mode} />
          <Button
            type="submit"
            variant="primary"
            className="w-full"
            busy={busy}
            disabled={runtime.payments.mode === 'off'}
          >
            {isWithin ? `Donate ${formatMoney(cents(dollars))} a month` : 'Donate monthly'}
          </Button>
          <p className="text-13 text-muted">You confirm it at PayPal.</p>
        </Stack>
      </form>
    </Page>
  );
}

function Gift({ gift }: { gift: string }) {
  const day = useDay();
  const [answer, setAnswer] = useState<MonthlyAnswer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const look = useCallback(() => {
    api<MonthlyAnswer>(`${billingApi.monthly}?gift=${encodeURIComponent(gift)}`).then(
      (said) => {
        setAnswer(said);
        setProblem(null);
      },
      (error: unknown) => setProblem(asProblem(error)),
    );
  }, [gift]);
  useEffect(look, [look]);
  if (problem)
    return (
      <Notice
        kind="danger"
        actions={
          <Button size="tool" onClick={look}>
            Try again
          </Button>
        }
      >
        {problem.message}
      </Notice>
    );
  if (!answer) return <Skeleton rows={2} label="Loading your donation" />;
  const stop = () => {
    setBusy(true);
    api<MonthlyAnswer>(billingApi.monthlyStop, { method: 'POST', body: { gift } })
      .then(setAnswer, (error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(false));
  };
  const amount = <Price cents={cents(answer.cents)} per="month" />;
  if (answer.state === 'approving')
    return (
      <Notice
        kind="warn"
        title="PayPal hasn’t confirmed it yet"
        actions={
          <Button size="tool" onClick={look}>
            Refresh
          </Button>
        }
      >
        Your donation starts as soon as the payment is confirmed. You can close this page.
      </Notice>
    );
  if (answer.state !== 'active' && answer.state !== 'past_due')
    return (
      <Notice kind="ok" title="Your monthly donation has ended">
        You won’t be charged again. Thank you for your support.
        {answer.cancelTold === false && ' We’re notifying PayPal.'}
      </Notice>
    );
  return (
    <Stack>
      <Notice kind="ok" title="Thank you">
        You donate {amount}
        {answer.nextAt && `, next on ${day(answer.nextAt)}`}. We’ll email you the receipt.
      </Notice>
      <TestLine mode={answer.mode} />
      <Row>
        <Button busy={busy} onClick={stop}>
          Stop donating
        </Button>
      </Row>
    </Stack>
  );
}
