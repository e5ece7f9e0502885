import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { Asked, DeskAct } from '#platform/server/desk.ts';
import type { Platform } from '#platform/server/platform.ts';
import { countPaid, customersCsv, ordersCsv } from '../exports.ts';
import { dayAfter, dayOf, type Span } from '../sales-days.ts';
import { readDay } from '../words.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

/** People and what they paid leave the hub by it: a passkey is asked for. */
const exportAct = (
  { db, clock }: Parts,
  {
    label,
    words,
    file,
    csv,
    count,
  }: {
    label: string;
    words: string;
    file: string;
    csv: typeof ordersCsv;
    count: 'orders' | 'buyers';
  },
): DeskAct => ({
  name: 'export',
  label,
  button: 'Download',
  isOfPage: true,
  isGrave: true,
  async ask() {
    const today = dayOf(clock.now());
    return {
      words,
      fields: [
        { name: 'since', label: 'First day (UTC)', kind: 'date', value: dayAfter(today, -29) },
        { name: 'until', label: 'Last day (UTC)', kind: 'date', value: today },
      ],
    };
  },
  async act(_id, form) {
    const span = exportSpan(form);
    const found = (await countPaid(db, span))[count];
    return {
      words: 'Downloaded.',
      file: { name: `${file}-${span.from}-to-${span.to}.csv`, bytes: csv(db, span) },
      after: {
        since: span.from,
        until: span.to,
        [count]: countOf(found, count === 'orders' ? 'order' : 'customer'),
      },
    };
  },
});

/** Both days belong to it. */
export function exportSpan({ since = '', until = '' }: Asked): Span {
  const day = (field: string, text: string, what: string): string => {
    try {
      return dayOf(readDay(text, what));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new Problem('bad_request', 'Nothing was downloaded.', { fields: { [field]: error.message } });
    }
  };
  const span = { from: day('since', since, 'First day'), to: day('until', until, 'Last day') };
  if (span.to < span.from) {
    const words = 'This is before the first day.';
    throw new Problem('bad_request', 'Nothing was downloaded.', { fields: { until: words } });
  }
  return span;
}

const asFile = 'A CSV file for spreadsheets, in UTF-8; amounts in US dollars, times in UTC.';

export const exportOrders = (parts: Parts): DeskAct =>
  exportAct(parts, {
    label: 'Export orders',
    words: `Every order that was paid in these days, with its buyer, tax and refunds. ${asFile}`,
    file: 'orders',
    csv: ordersCsv,
    count: 'orders',
  });

export const exportCustomers = (parts: Parts): DeskAct =>
  exportAct(parts, {
    label: 'Export customers',
    words: `Everybody who paid in these days, with what they paid in them. ${asFile}`,
    file: 'customers',
    csv: customersCsv,
    count: 'buyers',
  });
