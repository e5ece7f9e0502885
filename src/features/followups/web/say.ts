import { isTimeZone } from '#base/time-zone.ts';
import { useMemo } from 'react';
import { countOf } from '#base/count.ts';
import { type Cents, formatMoney } from '#base/money.ts';
import { useHub } from '#platform/web/hub.tsx';
import type { SequenceNumbers, Standing } from '../rules/contract.ts';

/** Days and times as the reader's language writes them, where the reader is or in a time zone. */
export function useDates(timeZone = ''): { day(iso: string): string; moment(iso: string): string } {
  const { language } = useHub().site;
  return useMemo(() => {
    const zone = timeZone === '' ? {} : { timeZone };
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...zone });
    const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', ...zone });
    return {
      day: (iso) => days.format(new Date(iso)),
      moment: (iso) => moments.format(new Date(iso)),
    };
  }, [language, timeZone]);
}

/** What went wrong, in the words that it came with. */
export const problemWords = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message ? thrown.message : 'Something went wrong on our side.';

/** How somebody stands: whether they may be written to, and why. */
export const standingWords: Record<Standing, { words: string; tone: 'ok' | 'plain' | 'warn' | 'danger' }> = {
  agreed: { words: 'May be emailed', tone: 'ok' },
  confirmed: { words: 'May be emailed, confirmed', tone: 'ok' },
  unsubscribed: { words: 'Unsubscribed', tone: 'plain' },
  bounced: { words: 'Email bounces', tone: 'danger' },
  none: { words: 'Hasn’t agreed to email', tone: 'warn' },
};

export const revenueWords = (revenue: SequenceNumbers['revenue']): string =>
  revenue.map(({ currency, cents }) => formatMoney(cents as Cents, currency)).join(' + ') || '–';

export const peopleWords = (count: number): string => countOf(count, 'person', 'people');

export const isZone = (zone: string): boolean => zone === '' || isTimeZone(zone);
