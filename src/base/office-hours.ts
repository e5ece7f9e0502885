import { isTimeZone } from './time-zone.ts';

/** When somebody is there: from day to day, from minute to minute, on the clock of one place. */
export interface OfficeHours {
  /** Monday is 1. */
  days: readonly number[];
  from: number;
  to: number;
  timeZone: string;
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const form = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (\d{2}):(\d{2})-(\d{2}):(\d{2}) ([\w+/-]{2,40})$/;

/** Reads "Mon-Fri 09:00-17:00 Europe/Berlin"; null if it is not written so. */
export function readOfficeHours(text: string): OfficeHours | null {
  const [, first = '', last = first, fromHour, fromMinute, toHour, toMinute, timeZone = ''] =
    form.exec(text.trim()) ?? [];
  const [begin, end] = [dayNames.indexOf(first), dayNames.indexOf(last)];
  const [from, to] = [minuteOf(fromHour, fromMinute), minuteOf(toHour, toMinute)];
  if (begin < 0 || end < begin || from === null || to === null || from >= to || !isTimeZone(timeZone))
    return null;
  return { days: dayNames.slice(begin, end + 1).map((_, at) => begin + at + 1), from, to, timeZone };
}

function minuteOf(hour = '', minute = ''): number | null {
  const [h, m] = [Number(hour), Number(minute)];
  return h <= 24 && m < 60 && h * 60 + m <= 24 * 60 ? h * 60 + m : null;
}

export function isOpen({ days, from, to, timeZone }: OfficeHours, now: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const minute = Number(part('hour')) * 60 + Number(part('minute'));
  return days.includes(dayNames.indexOf(part('weekday')) + 1) && minute >= from && minute < to;
}

/** As it is read: "Mon–Fri 09:00–17:00 (Europe/Berlin)". */
export const officeHoursWords = (text: string): string =>
  text
    .trim()
    .replace(/^(\w{3})-/, '$1–')
    .replace(/(:\d{2})-/, '$1–')
    .replace(/ (\S+)$/, ' ($1)');
