import { useCallback, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import type { BillAnswer, BillRequest } from '../../rules/order-contract.ts';

export interface BillState {
  /** The answer is about what is asked now. */
  isCurrent: boolean;
  bill: BillAnswer | null;
  problem: Problem | null;
  again(): void;
}

/** What the server says it comes to; asked again whenever something that counts has changed. */
export function useBill(request: BillRequest | null): BillState {
  const asked = JSON.stringify(request);
  const [answer, setAnswer] = useState<{
    asked: string;
    bill: BillAnswer | null;
    problem: Problem | null;
  } | null>(null);
  const [tries, setTries] = useState(0);
  const again = useCallback(() => setTries((n) => n + 1), []);

  useEffect(() => {
    if (asked === 'null') return;
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      const body = JSON.parse(asked) as unknown;
      api<BillAnswer>('/api/checkout/bill', { method: 'POST', body, signal: aborter.signal }).then(
        (bill) => setAnswer({ asked, bill, problem: null }),
        (error: unknown) => {
          if (aborter.signal.aborted) return;
          const problem = error instanceof Problem ? error : new Problem('unavailable');
          setAnswer((before) => ({ asked, bill: before?.bill ?? null, problem }));
        },
      );
    }, 200);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [asked, tries]);

  const isCurrent = answer?.asked === asked && answer.problem === null;
  return {
    isCurrent,
    bill: answer?.bill ?? null,
    problem: answer?.asked === asked ? answer.problem : null,
    again,
  };
}
