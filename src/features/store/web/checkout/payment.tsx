import { useState } from 'react';
import { Problem } from '#base/problem.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import type { BillAnswer } from '../../rules/order-contract.ts';
import { type CheckoutFields, finish, placeOrder, thanksPath } from './placing.ts';

interface PaymentProps {
  bill: BillAnswer;
  /** The total that is shown is the one that would be charged. */
  isReady: boolean;
  /** What is missing, shown beside its field; null when all is there. */
  check(): Record<string, string> | null;
  onFields(fields: Record<string, string>): void;
  /** The server sees another total: it is asked for again, and shown. */
  onStale(): void;
  request: CheckoutFields;
}

/** The end of the checkout: the provider's buttons, or one of ours where nothing is to be paid. */
export function Payment({ bill, isReady, check, onFields, onStale, request }: PaymentProps) {
  const navigate = useNavigate();
  const [words, setWords] = useState<{ kind: 'danger' | 'warn'; text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  const refuse = (error: unknown) => {
    const problem = error instanceof Problem ? error : new Problem('unavailable');
    if (problem.details.fields) onFields(problem.details.fields);
    if (problem.code === 'conflict') onStale();
    setWords({ kind: 'danger', text: problem.message });
  };
  const arrive = (paid: string) => {
    finish();
    void navigate(thanksPath(paid));
  };
  const getIt = () => {
    if (check()) return;
    setBusy(true);
    setWords(null);
    placeOrder(request)
      .then(({ token: free }) => arrive(free), refuse)
      .finally(() => setBusy(false));
  };

  return (
    <section aria-label="Payment" className="flex flex-col gap-16">
      {words && <Notice kind={words.kind}>{words.text}</Notice>}
      {bill.totalCents === 0 ? (
        <Button variant="primary" busy={isBusy} disabled={!isReady} onClick={getIt}>
          Get it
        </Button>
      ) : (
        <Notice kind="warn" still title="This hub takes no payments yet">
          Your cart and what you typed are kept.
        </Notice>
      )}
      <ButtonLink variant="quiet" href="/cart">
        Back to the cart
      </ButtonLink>
    </section>
  );
}
