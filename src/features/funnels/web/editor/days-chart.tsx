import { useState } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import { Row } from '#ui/page.tsx';
import { Segments } from '#ui/segments.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Table } from '#ui/table.tsx';
import type { NumbersAnswer } from '../../rules/contract.ts';
import { allDays } from '../../rules/numbers.ts';

type Day = NumbersAnswer['days'][number];
type Measure = Exclude<keyof Day, 'day'>;
const measures: Partial<Record<Measure, string>> = {
  visitors: 'Visitors',
  leads: 'Leads',
  orders: 'Orders',
  revenueCents: 'Revenue',
};
const high = 120;
const dayWords = (day: string): string =>
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
const valueWords = (measure: Measure, value: number): string =>
  measure === 'revenueCents' ? formatMoney(cents(value)) : String(value);

/** One bar a day, of what one wants to see; the table behind it says all of it at once. */
export function DaysChart({ days, span, now }: { days: NumbersAnswer['days']; span: number; now: Date }) {
  const [measure, setMeasure] = useState<Measure>('visitors');
  const all = allDays(days, now, span);
  const most = Math.max(1, ...all.map((day) => day[measure]));
  const wide = 100 / all.length;
  const sum = all.reduce((total, day) => total + day[measure], 0);
  return (
    <Sheet className="flex flex-col gap-12">
      <Row className="justify-between">
        <h2 className="text-17 font-bold">Day by day</h2>
        <Segments
          label="Show"
          value={measure}
          onChange={setMeasure}
          options={Object.entries(measures).map(([value, label]) => ({ value: value as Measure, label }))}
        />
      </Row>
      <figure>
        <svg
          viewBox={`0 0 100 ${high}`}
          preserveAspectRatio="none"
          width="100%"
          height={high}
          role="img"
          aria-label={`${measures[measure] ?? ''}, ${span} days: ${valueWords(measure, sum)} in all, ${valueWords(measure, most)} on the best day`}
        >
          {all.map((day, index) => {
            const tall = Math.max(0, (day[measure] / most) * (high - 4));
            return (
              <rect
                key={day.day}
                x={index * wide + wide * 0.15}
                width={wide * 0.7}
                y={high - Math.max(1, tall)}
                height={Math.max(1, tall)}
                className={tall > 0 ? 'fill-ink' : 'fill-hairline'}
              >
                <title>{`${dayWords(day.day)}: ${valueWords(measure, day[measure])}`}</title>
              </rect>
            );
          })}
        </svg>
        <figcaption className="ui-mono mt-4 flex justify-between text-13 text-muted">
          <span>{dayWords(all[0]?.day ?? '')}</span>
          <span>best day {valueWords(measure, most)}</span>
          <span>{dayWords(all.at(-1)?.day ?? '')}</span>
        </figcaption>
      </figure>
      <details>
        <summary>Show as a table</summary>
        <Table
          caption="Days with activity"
          hideCaption
          stack={false}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { head: 'Day', cell: ({ day }) => day },
            { head: 'Visitors', numeric: true, cell: ({ visitors }) => visitors },
            { head: 'Leads', numeric: true, cell: ({ leads }) => leads },
            { head: 'Orders', numeric: true, cell: ({ orders }) => orders },
            {
              head: 'Revenue',
              numeric: true,
              cell: ({ revenueCents }) => formatMoney(cents(revenueCents)),
            },
          ]}
        />
      </details>
    </Sheet>
  );
}
