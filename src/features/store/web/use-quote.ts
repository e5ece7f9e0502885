import { useCallback, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import type { CartLine } from '../rules/cart-lines.ts';
import { isProductId } from '../rules/product.ts';
import { mostLines, type Quote, type QuoteItem } from '../rules/quote.ts';

/**
 * What the server says a cart costs. `waiting` keeps the last answer beside it, so that nothing jumps while a quantity
 * changes; `unreachable` is no statement about any price.
 */
export interface QuoteState {
  state: 'waiting' | 'ready' | 'unreachable' | 'refused';
  quote: Quote | null;
  words: string;
  again(): void;
}

export function useQuote(lines: readonly CartLine[]): QuoteState {
  const asked = JSON.stringify(itemsOf(lines));
  const [answer, setAnswer] = useState<{
    asked: string;
    quote: Quote | null;
    problem: Problem | null;
  } | null>(null);
  const [tries, setTries] = useState(0);
  const again = useCallback(() => setTries((n) => n + 1), []);

  useEffect(() => {
    const aborter = new AbortController();
    const items = JSON.parse(asked) as QuoteItem[];
    // Several clicks on a quantity are one question.
    const timer = setTimeout(
      () => {
        api<Quote>('/api/store/quote', { method: 'POST', body: { items }, signal: aborter.signal }).then(
          (quote) => setAnswer({ asked, quote, problem: null }),
          (error: unknown) => {
            if (aborter.signal.aborted) return;
            setAnswer((before) => ({
              asked,
              quote: before?.quote ?? null,
              problem: error instanceof Problem ? error : new Problem('unavailable'),
            }));
          },
        );
      },
      items.length > 0 ? 150 : 0,
    );
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [asked, tries]);

  const isOut = answer?.problem != null;
  useEffect(() => {
    window.addEventListener('online', again);
    // A hub that was restarted says nothing when it is back.
    const timer = isOut ? setInterval(again, 15_000) : undefined;
    return () => {
      window.removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [again, isOut]);

  const problem = answer?.asked === asked ? answer.problem : null;
  const state = problem
    ? problem.code === 'bad_request'
      ? 'refused'
      : 'unreachable'
    : answer?.asked === asked
      ? 'ready'
      : 'waiting';
  return { state, quote: answer?.quote ?? null, words: problem?.message ?? '', again };
}

/** Only what can be a product is asked for; anything else that lies in the cart is known to be none. */
const itemsOf = (lines: readonly CartLine[]): QuoteItem[] =>
  lines
    .filter(({ id }) => isProductId(id))
    .slice(0, mostLines)
    .map(({ id, quantity, known: { seenCents } }) => ({
      id,
      quantity,
      ...(seenCents !== undefined && { seenCents }),
    }));
