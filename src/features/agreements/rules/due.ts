import type { DueKind } from '#features/documents/rules/template/template.ts';

export const dueApi = {
  all: '/api/agreements/due',
  /** The same as a file for calendars; of one agreement; and of one by a link. */
  file: '/api/agreements/due.ics',
  fileOf: (id: string) => `/api/agreements/${id}/due.ics`,
  fileBy: (token: string) => `/api/signing/due.ics?t=${encodeURIComponent(token)}`,
  one: (id: string, due: string) => `/api/agreements/${id}/due/${due}`,
  reminders: (id: string) => `/api/agreements/${id}/reminders`,
} as const;

/** A day that counts in a signed agreement, as somebody sees it. */
export interface DueDay {
  day: string;
  kind: DueKind;
  words: string;
}

/** How long before a day its sender is reminded: notice wants a decision, and a letter that arrives in time. */
export const leadDays = (kind: DueKind): number => (kind === 'notice' ? 14 : 7);

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export const daysBefore = (day: string, count: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000));

/** On which day to remind of it; null where it is over. */
export const remindOn = ({ day, kind }: Pick<DueDay, 'day' | 'kind'>, today: string): string | null =>
  day > today ? daysBefore(day, leadDays(kind)) : null;

/** A payment that is still in the list on this day is late; null: nothing to be paid, or too long past. */
export const lateOn = ({ day, kind }: Pick<DueDay, 'day' | 'kind'>, today: string): string | null =>
  kind === 'payment' && day >= today ? daysBefore(day, -1) : null;

export const nextOf = <T extends DueDay>(days: readonly T[], today: string): T | null =>
  days.filter(({ day }) => day >= today).sort((a, b) => (a.day < b.day ? -1 : 1))[0] ?? null;

/** The same, for the row of a list: "Notice by 3 Mar". */
export function shortDue({ kind, day, words }: DueDay, written: (day: string) => string): string {
  if (kind === 'notice') return `Notice by ${written(day)}`;
  const short = [...words].length > 40 ? `${[...words].slice(0, 39).join('').trimEnd()}…` : words;
  return `${short}, ${written(day)}`;
}

/** "today", "tomorrow", "in 12 days"; from 30 days on nothing, because then the date itself says more. */
export function soonWords(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  if (days < 0 || days > 30) return '';
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** Of days that a sender adds. */
export const mostOwn = 100;
export const mostDueWords = 160;
