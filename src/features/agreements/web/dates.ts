import { useMemo } from 'react';
import { useHub } from '#platform/web/hub.tsx';
import { dayOf } from '../rules/due.ts';

/** Days and times as the reader's language writes them. */
export function useDates(): {
  day(iso: string): string;
  moment(iso: string): string;
  /** A day that stands in a text: it belongs to no zone. `short`: without the year where it is near. */
  date(day: string): string;
  short(day: string): string;
} {
  const { language } = useHub().site;
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
    const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    const shorts = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    return {
      date: (day) => dates.format(new Date(day)),
      short: (day) => (daysTo(day) < 300 ? shorts : dates).format(new Date(day)),
      day: (iso) => days.format(new Date(iso)),
      moment: (iso) => moments.format(new Date(iso)),
    };
  }, [language]);
}

/** Where the reader is. */
export function localDay(): string {
  const now = new Date();
  return dayOf(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

const daysTo = (day: string): number => (Date.parse(day) - Date.parse(localDay())) / 86_400_000;

/** What went wrong, in the words that it came with. */
export const problemWords = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message ? thrown.message : 'Something went wrong on our side.';
