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
      Back to what you were doing
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
      return <Notice title="One moment">PayPal is asked what was agreed.</Notice>;
    case 'active':
      return (
        <Notice kind="ok" title="It is yours" actions={goOn}>
          The receipt is on its way to your mailbox.
        </Notice>
      );
    case 'scheduled':
      return (
        <Notice kind="ok" title="Agreed" actions={goOn}>
          It begins when what you paid for has run out.
        </Notice>
      );
    case 'refused':
      return (
        <Notice kind="warn" title="Your plan had changed already">
          This one was cancelled at once, and what was charged for it comes back to you.
        </Notice>
      );
    case 'approving':
      return (
        <Notice
          kind="warn"
          title="PayPal has not confirmed it yet"
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
          Your plan starts as soon as the payment is confirmed. You can close this page. You are never charged
          twice.
        </Notice>
      );
    default:
      return (
        <Notice kind="info" title="This was not agreed to">
          Nothing was charged.
        </Notice>
      );
  }
}
