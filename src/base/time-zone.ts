import { days } from './clock.ts';

/** Whether it is the name of a time zone that is known here, such as Europe/Vienna. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Made once for each zone: making one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 600;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size >= mostFormats) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/** What the clocks there show, as if it were UTC. */
export function wallOf(zone: string, moment: number): number {
  const parts = formatOf(zone).formatToParts(moment);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * When the clocks there show this. An hour that comes twice is its first; one that summer time leaves out is as much
 * later as the clocks are put forward.
 */
export function momentOf(zone: string, wall: number): Date {
  const [before, after] = [wall - days(1), wall + days(1)].map(
    (around) => wall - (wallOf(zone, around) - around),
  ) as [number, number];
  const meant = [before, after].sort((a, b) => a - b).find((moment) => wallOf(zone, moment) === wall);
  return new Date(meant ?? before);
}
