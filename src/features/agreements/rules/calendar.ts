import { daysBefore, type DueDay, leadDays } from './due.ts';

export interface CalendarDay extends DueDay {
  /** Stays the same for the same day, so that a calendar that gets the file again changes what it has. */
  uid: string;
  /** How often it has changed. */
  revision: number;
  /** Of the agreement. */
  title: string;
  url: string;
}

/** A calendar as RFC 5545 has it: whole days that nobody is busy on, each with a reminder. `at` is when it is made. */
export function calendarOf(name: string, days: readonly CalendarDay[], at: Date): string {
  const stamp = `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(name.replaceAll('/', ' '))}//Agreements//EN`,
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${text(name)}`,
    ...days.flatMap((one) => eventOf(one, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf({ uid, revision, day, kind, words, title, url }: CalendarDay, stamp: string): string[] {
  const summary = text(`${words}: ${title}`);
  return [
    'BEGIN:VEVENT',
    `UID:${text(uid)}`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${revision}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    // The day after is where a whole day ends.
    `DTEND;VALUE=DATE:${compact(daysBefore(day, -1))}`,
    `SUMMARY:${summary}`,
    `URL:${new URL(url).href}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${summary}`,
    `TRIGGER:-P${leadDays(kind)}D`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

const compact = (day: string): string => day.replaceAll('-', '');

/** A value of type TEXT: nothing in it can end the line or begin another property. */
const text = (value: string): string =>
  value
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n');

const encoder = new TextEncoder();
const mostOctets = 75;

/** No line is longer than 75 octets, and none is cut within a character. */
function folded(line: string): string {
  let made = '';
  let octets = 0;
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    if (octets + size > mostOctets) {
      made += '\r\n ';
      octets = 1;
    }
    made += letter;
    octets += size;
  }
  return made;
}
