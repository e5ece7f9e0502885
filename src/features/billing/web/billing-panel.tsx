import { useState } from 'react';
import { cents } from '#base/money.ts';
import type { Problem } from '#base/problem.ts';
import { type BillingCycle, plans } from '#features/plans/rules/plans.ts';
import { api } from '#platform/web/api.ts';
import { tellPlanChanged } from '#platform/web/plan-news.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Receipt, ReceiptLine, ReceiptTotal } from '#ui/stationery.tsx';
import { Price } from '#ui/price.tsx';
import { billingApi } from '../rules/addresses.ts';
import type { BillingAnswer } from '../rules/contract.ts';
import { Details } from './details.tsx';
import { Gifts } from './gifts.tsx';
import { Invoices } from './invoices.tsx';
import { Leave, type LeaveWords } from './leave.tsx';
import { TestLine } from './test-line.tsx';
import { asProblem, useBilling, useDay } from './use-billing.ts';

/** What is paid, when the next payment is, how to change or leave. */
export function BillingPanel() {
  const { user } = useViewer();
  const isOffline = user?.isOffline ?? false;
  const { value, problem, load, setValue } = useBilling(user !== null && !isOffline);
  if (isOffline) return <p>Billing is in your account. Sign in online to see it.</p>;
  if (!value)
    return problem ? (
      <ErrorState
        title="Couldn’t load billing"
        safe="Nothing has changed, and nothing was charged."
        actions={<Button onClick={load}>Try again</Button>}
      >
        {problem.message}
      </ErrorState>
    ) : (
      <Skeleton rows={3} label="Loading billing" />
    );
  const change = (next: BillingAnswer) => {
    setValue(next);
    tellPlanChanged();
  };
  return (
    <Stack gap={24}>
      {value.current ? (
        <Current value={value} current={value.current} onChange={change} />
      ) : (
        <Nothing granted={value.granted} />
      )}
      <Gifts gifts={value.gifts} onStopped={load} />
      <Invoices invoices={value.invoices} />
      {value.invoices.some(({ number }) => number !== null) && (
        <Row>
          <Link href={billingApi.allInvoices} download>
            Download all as a zip
          </Link>
        </Row>
      )}
      <Details value={value} onChange={setValue} />
    </Stack>
  );
}

const Nothing = ({ granted }: Pick<BillingAnswer, 'granted'>) => (
  <Receipt aria-label="What you pay">
    <ReceiptLine
      label={plans[granted ?? 'FREE'].name}
      note={
        granted ? 'Granted to you, nothing to pay' : 'Every tool works on it. Larger plans raise the limits.'
      }
      price={<Price cents={cents(0)} />}
    />
    <hr />
    <ReceiptTotal label="Next payment" price="None" />
    <Row className="mt-16">
      <ButtonLink href="/plans">Compare plans</ButtonLink>
    </Row>
  </Receipt>
);

interface CurrentProps {
  value: BillingAnswer;
  current: NonNullable<BillingAnswer['current']>;
  onChange(value: BillingAnswer): void;
}

function Current({ value, current, onChange }: CurrentProps) {
  const [asking, setAsking] = useState<'cancel' | 'withdraw' | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const act = (path: string, body?: LeaveWords) => {
    setBusy(true);
    setProblem(null);
    api<BillingAnswer>(path, { method: 'POST', timeoutMs: 60_000, ...(body && { body }) })
      .then(onChange, (error: unknown) => setProblem(asProblem(error)))
      .finally(() => {
        setBusy(false);
        setAsking(null);
      });
  };
  const isEnding = current.state === 'ending';
  const choose = `/billing?plan=${current.plan}&cycle=${current.cycle}`;
  return (
    <Stack>
      <p>
        <strong>{plans[current.plan].name}</strong>, {current.cycle}. <Next value={value} current={current} />
      </p>
      {problem && <Notice kind="danger">{problem.message}</Notice>}
      {current.state === 'past_due' && (
        <Failed current={current} busy={busy} choose={choose} onPay={() => act(billingApi.pay)} />
      )}
      {current.cancelTold === false && (
        <Notice kind="info">We’re notifying PayPal. You don’t need to do anything.</Notice>
      )}
      {current.payer && current.state !== 'past_due' && (
        <p className="text-13 text-muted">
          Paid with PayPal by {current.payer}. You can change the card or account at PayPal.
        </p>
      )}
      <TestLine mode={value.mode} />
      <Row>
        {isEnding && !value.next && (
          <ButtonLink variant="primary" href={choose}>
            Resume {plans[current.plan].name}
          </ButtonLink>
        )}
        {value.next && <ButtonLink href={choose}>Keep {plans[current.plan].name}</ButtonLink>}
        <ButtonLink href="/plans">Change plan</ButtonLink>
        {current.state === 'active' && (
          <ButtonLink href={`/billing?plan=${current.plan}&cycle=${otherCycle(current.cycle)}`}>
            Pay {otherCycle(current.cycle)}
          </ButtonLink>
        )}
        {(!isEnding || value.next) && <Button onClick={() => setAsking('cancel')}>Cancel plan</Button>}
        {current.withdrawUntil && (
          <Button variant="quiet" onClick={() => setAsking('withdraw')}>
            Withdraw from contract
          </Button>
        )}
      </Row>
      <Leave
        asking={asking}
        current={current}
        busy={busy}
        onClose={() => setAsking(null)}
        onCancel={(why) => act(billingApi.cancel, why)}
        onWithdraw={() => act(billingApi.withdraw)}
      />
    </Stack>
  );
}

const otherCycle = (cycle: BillingCycle): BillingCycle => (cycle === 'monthly' ? 'yearly' : 'monthly');

function Next({ value: { next }, current }: Omit<CurrentProps, 'onChange'>) {
  const day = useDay();
  if (next)
    return (
      <>
        On {day(next.at)} it becomes {plans[next.plan].name}, {next.cycle}, for{' '}
        <Price cents={cents(next.cents)} />.
      </>
    );
  if (current.state === 'ending')
    return `Canceled. You keep it until ${current.paidUntil ? day(current.paidUntil) : 'today'}, and you won’t be charged again.`;
  if (!current.nextPaymentAt) return null;
  return (
    <>
      The next payment, <Price cents={cents(current.nextPaymentCents)} />, is due on{' '}
      {day(current.nextPaymentAt)}.
    </>
  );
}

function Failed({
  current,
  busy,
  choose,
  onPay,
}: {
  current: CurrentProps['current'];
  busy: boolean;
  choose: string;
  onPay: () => void;
}) {
  const day = useDay();
  return (
    <Notice
      kind="warn"
      title="The last payment failed"
      actions={
        <>
          <Button size="tool" variant="primary" busy={busy} onClick={onPay}>
            Pay now
          </Button>
          <ButtonLink size="tool" href={choose}>
            Pay another way
          </ButtonLink>
        </>
      }
    >
      <Price cents={cents(current.nextPaymentCents)} /> couldn’t be collected. You keep your plan for now.{' '}
      {current.retryAt && `We’ll try again on ${day(current.retryAt)}. `}
      Nothing is deleted.
    </Notice>
  );
}
