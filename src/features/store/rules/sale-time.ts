import { type Planned, plannedWords } from '#base/planned.ts';

/** From when until when something is sold: the first moment counts, the last one doesn't. */
export interface SaleTime<Moment = Date> {
  from: Moment | null;
  until: Moment | null;
}

export type SaleState = 'early' | 'sold' | 'over';

export function saleState({ from, until }: SaleTime, now: Date): SaleState {
  if (until !== null && now >= until) return 'over';
  return from !== null && now < from ? 'early' : 'sold';
}

export const isSoldAt = (time: SaleTime, now: Date): boolean => saleState(time, now) === 'sold';

/** "On sale from 1 December 2026 at 09:00 (Europe/Berlin) until …"; null where no time is set. */
export function saleWords({ from, until }: SaleTime<Planned>, now: Date): string | null {
  const state = saleState({ from: from?.at ?? null, until: until?.at ?? null }, now);
  if (state === 'over' && until) return `On sale until ${plannedWords(until)}, which has passed`;
  const beginning = state === 'early' && from ? ` from ${plannedWords(from)}` : '';
  const end = until ? ` until ${plannedWords(until)}` : '';
  return beginning + end === '' ? null : `On sale${beginning}${end}`;
}
