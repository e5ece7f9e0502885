import { useEffect, useState } from 'react';
import { safeReturnPath } from '#features/accounts/rules/return-path.ts';
import { api } from '#platform/web/api.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { billingApi } from '../rules/addresses.ts';
import type { ReturnedAnswer } from '../rules/contract.ts';

const tries = 8;

interface ReturnedProps {
  id: string;
  /** The page that they wanted a larger plan on. */
  from: string | null;
  onSettled: () => void;
}

/** Back from the provider: what has become of it. Calls `onSettled` once the hub knows. */
export function Returned({ id, from, onSettled }: ReturnedProps) {
  const goOn = from && (
    <ButtonLink size="tool" variant="primary" href={safeReturnPath(from)}>
      Back to where you were
    </ButtonLink>
  );
  const [state, setState] = useState<ReturnedAnswer['state'] | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (left: number) => {
      const answer = await api<ReturnedAnswer>(billingApi.returned, { method: 'POST', body: { id } }).catch(
        () => null,
      );
      if (!isHere) return;
      if (answer && answer.state !== 'approving') {
        setState(answer.state);
        onSettled();
      } else if (left > 0) timer = setTimeout(() => void ask(left - 1), 1500);
      else setState('approving');
    };
    void ask(tries);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [id, round, onSettled]);
  switch (state) {
    case null:
      return <Notice title="One moment">We’re checking with PayPal.</Notice>;
    case 'active':
      return (
        <Notice kind="ok" title="Your plan is active" actions={goOn}>
          We’ve emailed you the receipt.
        </Notice>
      );
    case 'scheduled':
      return (
        <Notice kind="ok" title="Plan change scheduled" actions={goOn}>
          It starts when your current plan ends.
        </Notice>
      );
    case 'refused':
      return (
        <Notice kind="warn" title="Your plan had already changed">
          This one was canceled right away, and any charge will be refunded.
        </Notice>
      );
    case 'approving':
      return (
        <Notice
          kind="warn"
          title="PayPal hasn’t confirmed it yet"
          actions={
            <Button
              size="tool"
              onClick={() => {
                setState(null);
                setRound(round + 1);
              }}
            >
              Refresh
            </Button>
          }
        >
          Your plan starts as soon as the payment is confirmed. You can close this page. You won’t be charged
          twice.
        </Notice>
      );
    default:
      return (
        <Notice kind="info" title="Payment canceled">
          Nothing was charged.
        </Notice>
      );
  }
}
