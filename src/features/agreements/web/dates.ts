import { useMemo } from 'react';
import { useHub } from '#platform/web/hub.tsx';

/** Days and times as the reader's language writes them. */
export function useDates(): { day(iso: string): string; moment(iso: string): string } {
  const { language } = useHub().site;
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
    const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      day: (iso) => days.format(new Date(iso)),
      moment: (iso) => moments.format(new Date(iso)),
    };
  }, [language]);
}

/** What went wrong, in the words that it came with. */
export const problemWords = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message ? thrown.message : 'Something went wrong on our side.';
