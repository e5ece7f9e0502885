import { isTimeZone, momentOf } from './time-zone.ts';

/** A moment as somebody wrote it: the time on the clocks of one place. */
export interface Planned {
  at: Date;
  zone: string;
}

const form = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}) +([\w+/-]{2,40})$/;
export const plannedForm = 'a day, a time and a time zone, such as 2026-12-01 09:00 Europe/Berlin';

/**
 * Reads "2026-12-01 09:00 Europe/Berlin"; null if it isn't written so. An hour that comes twice is its first; one that
 * summer time leaves out is as much later as the clocks are put forward.
 */
export function readPlanned(text: string): Planned | null {
  const [, day = '', time = '', zone = ''] = form.exec(text.trim()) ?? [];
  const wanted = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wanted) || !isTimeZone(zone)) return null;
  // Some engines take the 31st of a shorter month for the 1st of the next.
  if (!new Date(wanted).toISOString().startsWith(`${day}T${time}`)) return null;
  return { at: momentOf(zone, wanted), zone };
}

/** As the three fields of a form say it, or what is wrong with which. */
export function plannedOf({
  day,
  time,
  zone,
}: {
  day: string;
  time: string;
  zone: string;
}): Planned | { wrong: 'day' | 'time' | 'zone'; words: string } {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return { wrong: 'day', words: 'Choose a day.' };
  // Some browsers send the seconds, too.
  if (!/^\d{2}:\d{2}(?::\d{2})?$/.test(time)) return { wrong: 'time', words: 'Type a time such as 09:00.' };
  if (zone === '') return { wrong: 'zone', words: 'Choose a time zone.' };
  return (
    readPlanned(`${day} ${time.slice(0, 5)} ${zone}`) ?? {
      wrong: 'day',
      words: 'There is no such day, time or time zone.',
    }
  );
}

/** "1 December 2026 at 09:00 (Europe/Berlin)" */
export const plannedWords = ({ at, zone }: Planned): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long', timeStyle: 'short' }).format(at)} (${zone})`;

/** Day and time as the clocks of a place show a moment. */
export function wallClock(at: Date, timeZone: string): [string, string] {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(at)
    .split(' ');
  return [day, time];
}

/** As it is written: "2026-12-01 09:00 Europe/Berlin". */
export const plannedText = ({ at, zone }: Planned): string => `${wallClock(at, zone).join(' ')} ${zone}`;
