import { useMemo } from 'react';
import { useHub } from '#platform/web/hub.tsx';
import { dayOf } from '../../rules/due.ts';

/** Where the reader is. */
export function localDay(): string {
  const now = new Date();
  return dayOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

/** Days that stand in a text, and so belong to no zone; `short` leaves out the year where the day is near. */
export function useDays(): { date(day: string): string; short(day: string): string } {
  const { language } = useHub().site;
  return useMemo(() => {
    const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    const shorts = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const isNear = (day: string) => Date.parse(day) - Date.parse(localDay()) < 300 * 86_400_000;
    return {
      date: (day) => dates.format(new Date(day)),
      short: (day) => (isNear(day) ? shorts : dates).format(new Date(day)),
    };
  }, [language]);
}
