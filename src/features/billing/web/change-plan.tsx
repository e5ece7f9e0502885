import { type ReactNode, useEffect, useState } from 'react';
import { likelyCountry } from '#base/countries.ts';
import { cents } from '#base/money.ts';
import type { Problem } from '#base/problem.ts';
import { type BillingCycle, type PlanId, plans } from '#features/plans/rules/plans.ts';
import { priceOf, yearlySaving } from '#features/plans/rules/prices.ts';
import { api } from '#platform/web/api.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Price } from '#ui/price.tsx';
import { billingApi, billingPlacePath } from '../rules/addresses.ts';
import type { ApprovalAnswer, BillingDetails, PreviewAnswer, Quote } from '../rules/contract.ts';
import { NameFields, noDetails, TaxFields } from './details-fields.tsx';
import { TestLine } from './test-line.tsx';
import { asProblem, useDay } from './use-billing.ts';

interface Wanted {
  plan: PlanId;
  cycle: BillingCycle;
}

interface ChangeProps extends Wanted {
  details: BillingDetails | null;
  country: string | null;
  /** The page to go on with afterwards. */
  from: string | null;
}

/** What a plan comes to, before it is agreed to: due now, counted, and the next payment. */
export function ChangePlan({ plan, cycle, details, country, from }: ChangeProps) {
  const [draft, setDraft] = useState<BillingDetails>(() => ({
    ...(details ?? noDetails),
    country: details?.country || country || likelyCountry(navigator.languages),
  }));
  const [asked, setAsked] = useState({ vatId: draft.vatId.trim(), round: 0 });
  const [answer, setAnswer] = useState<{ key: string; value: PreviewAnswer } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const wanted = { plan, cycle, country: draft.country, ...(asked.vatId && { vatId: asked.vatId }) };
  const key = JSON.stringify([wanted, asked.round]);
  useEffect(() => {
    if (!draft.country) return;
    let isHere = true;
    const [body] = JSON.parse(key) as [object];
    api<PreviewAnswer>(billingApi.preview, { method: 'POST', body }).then(
      (value) => isHere && setAnswer({ key, value }),
      (error: unknown) => isHere && setProblem(asProblem(error)),
    );
    return () => {
      isHere = false;
    };
  }, [key, draft.country]);

  const isCurrent = answer?.key === key;
  const quote = answer?.value.quote ?? null;
  const agree = (shown: Quote) => {
    setBusy(true);
    setProblem(null);
    const { name, company, address } = draft;
    const seen = { seenDueNowCents: shown.dueNowCents, seenNextCents: shown.nextPaymentCents };
    api<ApprovalAnswer>(billingApi.change, {
      method: 'POST',
      body: { ...wanted, name, company, address, ...(from && { from }), ...seen },
      timeoutMs: 60_000,
    }).then(
      ({ approveUrl }) => window.location.assign(approveUrl),
      (error: unknown) => {
        const found = asProblem(error);
        setProblem(found);
        setBusy(false);
        if (found.code === 'conflict') setAsked({ ...asked, round: asked.round + 1 });
      },
    );
  };

  const fields = {
    value: draft,
    errors: problem?.details.fields ?? {},
    onChange: (part: Partial<BillingDetails>) => setDraft((before) => ({ ...before, ...part })),
  };
  // Open from the start where there is something in it, and never closed by what is typed.
  const [isNamed] = useState(() => Boolean(draft.name || draft.company || draft.address));
  if (answer && isCurrent && !quote)
    return (
      <Notice
        title={`You already have ${plans[plan].name}`}
        actions={<ButtonLink href={billingPlacePath}>Open billing</ButtonLink>}
      >
        Nothing was charged.
      </Notice>
    );
  return (
    <Stack gap={24}>
      <div>
        <TaxFields
          {...fields}
          vatHint={quote?.vatWords}
          onVatDone={() => setAsked({ ...asked, vatId: draft.vatId.trim() })}
        />
        <details open={isNamed}>
          <summary className="cursor-pointer py-8">Add invoice details</summary>
          <div className="pt-12">
            <NameFields {...fields} />
          </div>
        </details>
      </div>
      {problem && (
        <Notice
          kind="danger"
          actions={
            <Button
              size="tool"
              onClick={() => {
                setProblem(null);
                setAsked({ ...asked, round: asked.round + 1 });
              }}
            >
              Try again
            </Button>
          }
        >
          {problem.message}
        </Notice>
      )}
      {!draft.country ? (
        <p className="text-muted">Choose your country to see what’s due.</p>
      ) : quote ? (
        <Agreement
          quote={quote}
          plan={plan}
          cycle={cycle}
          yearly={`/billing?plan=${plan}&cycle=yearly${from ? `&from=${encodeURIComponent(from)}` : ''}`}
          isCurrent={isCurrent}
          busy={busy}
          onAgree={agree}
        />
      ) : problem ? null : (
        <Skeleton rows={4} label="Calculating what’s due" />
      )}
    </Stack>
  );
}

interface AgreementProps extends Wanted {
  /** The same plan, paid by the year. */
  yearly: string;
  quote: Quote;
  isCurrent: boolean;
  busy: boolean;
  onAgree(quote: Quote): void;
}

function Agreement({ quote, plan, cycle, yearly, isCurrent, busy, onAgree }: AgreementProps) {
  const day = useDay();
  const { name } = plans[plan];
  const per = cycle === 'monthly' ? 'month' : 'year';
  return (
    <section aria-labelledby="agreement" className="border border-hairline bg-surface p-24">
      <h2 id="agreement" className="text-17">
        {name}, {cycle}
      </h2>
      <p className="mt-8 max-w-measure">{meaning(quote, name, day(quote.nextPaymentAt))}</p>
      <dl className="mt-16 flex flex-col gap-8 border-t border-hairline pt-16">
        <Line label={`${name} for a ${per}`}>
          <Price cents={cents(quote.priceCents)} />
        </Line>
        {quote.creditCents > 0 && (
          <Line label={`Unused part of ${quote.from ? plans[quote.from].name : 'your plan'}`}>
            −<Price cents={cents(quote.creditCents)} />
          </Line>
        )}
        {quote.taxCents > 0 && (
          <Line label={quote.taxWords}>
            <Price cents={cents(quote.taxCents)} />
          </Line>
        )}
        <div className="flex items-baseline justify-between gap-16" aria-live="polite">
          <dt className="font-medium">Due now</dt>
          <dd className="text-28" data-testid="due-now">
            <Price cents={cents(quote.dueNowCents)} free="Nothing" />
          </dd>
        </div>
        <Line label={`Next payment, ${day(quote.nextPaymentAt)}`}>
          <Price cents={cents(quote.nextPaymentCents)} per={per} />
        </Line>
      </dl>
      <Stack className="mt-24">
        <TestLine mode={quote.mode} />
        <Row>
          <Button
            variant="primary"
            busy={busy}
            disabled={!isCurrent || quote.mode === 'off'}
            onClick={() => onAgree(quote)}
          >
            {quote.dueNowCents > 0 ? 'Pay with PayPal' : 'Continue with PayPal'}
          </Button>
          <ButtonLink variant="quiet" href="/plans">
            Back to the plans
          </ButtonLink>
        </Row>
        {cycle === 'monthly' && quote.kind === 'start' && (
          <p className="text-15">
            Yearly, it’s <Price cents={priceOf(plan, 'yearly')} />, <Price cents={yearlySaving(plan)} /> less.{' '}
            <Link href={yearly}>Pay yearly</Link>
          </p>
        )}
        <p className="text-13 text-muted">
          It renews each {per} until you cancel on your dashboard. You keep your plan until the end of the
          paid period.
        </p>
      </Stack>
    </section>
  );
}

function meaning({ kind, when, from }: Quote, name: string, day: string): string {
  const before = from ? plans[from].name : 'what you have';
  if (kind === 'resume') return `${name} continues as if you hadn’t canceled. Nothing is due until ${day}.`;
  if (when === 'later') return `You keep ${before} until ${day}, then switch to ${name}. Nothing is due now.`;
  if (kind === 'start') return `${name} starts as soon as you agree.`;
  return `${name} starts as soon as you agree. The unused part of ${before} is credited to the hour.`;
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-16">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
