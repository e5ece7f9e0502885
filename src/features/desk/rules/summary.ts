import { days, hours } from '#base/clock.ts';
import { momentOf, wallOf } from '#base/time-zone.ts';
import { weekdays } from '#base/weekdays.ts';

export type Cadence = 'daily' | 'weekly' | 'never';

export interface SummaryPlan {
  cadence: Cadence;
  /** Of a weekly one, as in dates: 0 is Sunday. */
  weekday: number;
  /** On the clocks of `zone`. */
  hour: number;
  zone: string;
}

/** A zone has skipped a day before; more than two weeks have none without the weekday. */
const mostDays = 15;

/** When the next one is due: each day, or each such weekday, has one, however its clocks are put. */
export function nextSummary({ cadence, weekday, hour, zone }: SummaryPlan, after: Date): Date | null {
  if (cadence === 'never') return null;
  const now = wallOf(zone, after.getTime());
  const today = now - (now % days(1));
  for (let n = -1; n < mostDays; n++) {
    const wall = today + days(n) + hours(hour);
    if (cadence === 'weekly' && new Date(wall).getUTCDay() !== weekday) continue;
    const at = momentOf(zone, wall);
    if (at > after) return at;
  }
  return null;
}

const two = (n: number) => String(n).padStart(2, '0');

/** "every Monday at 08:00 (Europe/Vienna)" */
export const planWords = ({ cadence, weekday, hour, zone }: SummaryPlan): string =>
  cadence === 'never'
    ? 'never'
    : `every ${cadence === 'daily' ? 'day' : (weekdays[weekday] ?? '')} at ${two(hour)}:00 (${zone})`;
