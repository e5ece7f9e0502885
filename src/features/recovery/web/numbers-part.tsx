import { countOf } from '#base/count.ts';
import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { EmptyState, Notice } from '#ui/feedback.tsx';
import { Column, Columns, Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { Mono } from '#ui/text.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import { type Analytics, mainCurrency, noAnalytics } from '../rules/automation.ts';
import type { Figures } from '../rules/contract.ts';
import { money } from '../rules/writing.ts';
import { useAutomation } from './automation-provider.tsx';
import { type MonthFigures, monthsOf, sampleCarts } from './sample.ts';

const inCurrency = (units: number, currency: string): string => money(Math.round(units * 100), currency);

/** The numbers of all carts, in one line of large type. Null: nobody knows them. */
export function Tiles({ analytics, currency }: { analytics: Analytics | null; currency: string }) {
  const { totalAbandoned, totalRecovered, recoveryRate, totalRevenue } = analytics ?? noAnalytics();
  const { monthlyRevenue, monthlyRecoveries } = analytics ?? noAnalytics();
  const tiles: [string, string, string][] = [
    ['Abandoned', String(totalAbandoned), 'all time'],
    ['Recovered', String(totalRecovered), `${recoveryRate}% of all`],
    ['Recovered revenue', inCurrency(totalRevenue, currency), 'all time'],
    [
      'Revenue this month',
      inCurrency(monthlyRevenue, currency),
      `from ${countOf(monthlyRecoveries, 'cart')} that came back`,
    ],
  ];
  return (
    <dl className="grid grid-cols-12 gap-x-24 gap-y-16">
      {tiles.map(([label, value, note]) => (
        <div key={label} className="col-span-6 border-t border-hairline pt-12 lg:col-span-3">
          <dt className="text-13 text-muted">{label}</dt>
          <dd className="text-21">
            <Mono>{analytics ? value : '–'}</Mono>
          </dd>
          <dd className="text-13 text-muted">{analytics ? note : 'not known offline'}</dd>
        </div>
      ))}
    </dl>
  );
}

export function NumbersPart({ isSample }: { isSample: boolean }) {
  const { remote, abandonedCarts } = useAutomation();
  const [now] = useState(() => new Date());
  const figures = isSample ? null : (remote?.figures ?? null);
  const months = isSample
    ? monthsOf(sampleCarts(now), now)
    : (figures?.months ?? monthsOf(abandonedCarts, now));
  const currency = figures?.currency ?? mainCurrency(isSample ? [] : abandonedCarts);
  if (months.every(({ came }) => came === 0))
    return (
      <EmptyState title="No numbers yet">
        Numbers by month, campaign and message start with the first abandoned cart.
      </EmptyState>
    );
  return (
    <Stack gap={48}>
      <section aria-labelledby="by-month">
        <h2 id="by-month" className="mb-16 text-21">
          By month
        </h2>
        <MonthChart months={months} />
        <details className="mt-16">
          <summary className="ui-link">Show as a table</summary>
          <Table
            caption="Carts and revenue by month"
            hideCaption
            stack={false}
            rows={months.filter(({ came, back }) => came + back > 0)}
            rowKey={({ month }) => month}
            columns={[
              { head: 'Month', cell: ({ month }) => month },
              { head: 'Abandoned', numeric: true, cell: ({ came }) => came },
              { head: 'Recovered', numeric: true, cell: ({ back }) => back },
              { head: 'Revenue', numeric: true, cell: ({ cents }) => money(cents, currency) },
            ]}
          />
          <a className="ui-link" href={monthsAsCsv(months, currency)} download="cart-recovery-by-month.csv">
            Export as CSV
          </a>
        </details>
      </section>
      {!figures && !isSample && abandonedCarts.some((cart) => mainCurrency([cart]) !== currency) && (
        <p className="max-w-measure text-15 text-muted">
          Revenue counts the carts in {currency}, the most common currency. Other currencies aren’t included.
        </p>
      )}
      {figures && figures.revenue.length > 1 && (
        <p className="max-w-measure text-15 text-muted">
          Months and campaigns count revenue in {currency}, the most common currency. Other currencies are
          listed below.
        </p>
      )}
      {figures && <Attribution figures={figures} />}
      {figures && <Uplift figures={figures} />}
      {figures && <ByCampaign figures={figures} />}
      {figures && <BySteps />}
    </Stack>
  );
}

const monthsAsCsv = (months: MonthFigures[], currency: string): string => {
  const rows = months.map(({ month, came, back, cents }) => [
    month,
    came,
    back,
    (cents / 100).toFixed(2),
    currency,
  ]);
  const text = [['month', 'left', 'recovered', 'revenue', 'currency'], ...rows]
    .map((row) => row.join(','))
    .join('\r\n');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`${text}\r\n`)}`;
};

/** Two bars a month: what was left, and how much of it came back. The table below says the same. */
function MonthChart({ months }: { months: MonthFigures[] }) {
  const most = Math.max(1, ...months.map(({ came, back }) => Math.max(came, back)));
  const words = months
    .filter(({ came, back }) => came + back > 0)
    .map(({ month, came, back }) => `${month}: ${came} abandoned, ${back} recovered`)
    .join('; ');
  return (
    <figure>
      <div role="img" aria-label={`Carts by month. ${words}`} className="flex gap-4 md:gap-12">
        {months.map(({ month, came, back }, index) => (
          <div key={month} className="flex min-w-0 flex-1 flex-col gap-8">
            <div className="ui-bars">
              <Bar share={came / most} count={came} className="bg-control" />
              <Bar share={back / most} count={back} className="bg-ok" />
            </div>
            {/* On a phone there is room for every third month. */}
            <span
              className={`text-center text-13 whitespace-nowrap text-muted ${index % 3 === 2 ? '' : 'max-md:invisible'}`}
            >
              {monthName.format(new Date(`${month}-01`))}
            </span>
          </div>
        ))}
      </div>
      <figcaption className="mt-12 flex flex-wrap gap-16 text-13 text-muted">
        <span className="flex items-center gap-8">
          <span className="size-12 bg-control" /> Abandoned{' '}
        </span>
        <span className="flex items-center gap-8">
          <span className="size-12 bg-ok" /> Recovered
        </span>
      </figcaption>
    </figure>
  );
}

const monthName = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

function Bar({ share, count, className }: { share: number; count: number; className: string }) {
  if (count === 0) return null;
  return (
    <div className="flex h-full max-w-24 flex-1 flex-col justify-end">
      <span className="ui-mono text-center text-13 max-md:hidden">{count}</span>
      {/* Under full height, so that the tallest has room for its number. */}
      <div className={className} style={{ height: `${share * 85}%` }} />
    </div>
  );
}

const sums = (list: { currency: string; cents: number }[]): string =>
  list.map(({ cents, currency }) => money(cents, currency)).join(', ') || '–';

/** A click is not a cause, so the two are told apart. */
function Attribution({ figures: { byClick, alone } }: { figures: Figures }) {
  return (
    <Table
      caption="How carts were recovered"
      stack={false}
      rows={[
        { how: 'Within 7 days of a click', ...byClick },
        { how: 'Without a click', ...alone },
      ]}
      rowKey={({ how }) => how}
      columns={[
        { head: 'How', cell: ({ how }) => how },
        { head: 'Carts', numeric: true, cell: ({ carts }) => carts },
        { head: 'Revenue', numeric: true, cell: ({ revenue }) => sums(revenue) },
      ]}
    />
  );
}

function Uplift({ figures: { uplift, currency } }: { figures: Figures }) {
  if (!uplift)
    return (
      <Notice still title="How many would have come back anyway?">
        Set a holdout group in the settings to measure the real effect of reminders.
      </Notice>
    );
  const percent = (rate: number) => `${Math.round(rate * 1000) / 10}%`;
  const isSure = uplift.low > 0 || uplift.high < 0;
  return (
    <section aria-labelledby="uplift">
      <Stack>
        <h2 id="uplift" className="text-21">
          Effect of reminders
        </h2>
        <p className="max-w-measure">
          Of {uplift.written} buyers who got email, {percent(uplift.rateWritten)} came back. Of{' '}
          {uplift.heldOut} who didn’t, {percent(uplift.rateHeldOut)} did. That’s{' '}
          <Mono>{signed(uplift.cents, currency)}</Mono> more revenue (95% confidence interval:{' '}
          <Mono>{signed(uplift.low, currency)}</Mono> to <Mono>{signed(uplift.high, currency)}</Mono>).
          {!isSure && ' This isn’t significant yet: wait for more carts.'}
        </p>
      </Stack>
    </section>
  );
}

const signed = (cents: number, currency: string): string =>
  cents < 0 ? `−${money(-cents, currency)}` : money(cents, currency);

function ByCampaign({ figures: { campaigns, currency } }: { figures: Figures }) {
  if (campaigns.length === 0) return null;
  return (
    <Table
      caption="By campaign"
      stack={false}
      rows={campaigns}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Campaign', cell: ({ name }) => name },
        { head: 'Carts', numeric: true, cell: ({ came }) => came },
        { head: 'Recovered', numeric: true, cell: ({ back }) => back },
        { head: 'Revenue', numeric: true, cell: ({ cents }) => money(cents, currency) },
      ]}
    />
  );
}

function BySteps() {
  const [steps, setSteps] = useState<Figures['steps']>([]);
  useEffect(() => {
    api<{ steps: Figures['steps'] }>(`${recoveryApi.overview}/steps`).then(
      (answer) => setSteps(answer.steps),
      () => {},
    );
  }, []);
  if (steps.length === 0) return null;
  return (
    <Columns>
      <Column span={12}>
        <Table
          caption="By message"
          stack={false}
          rows={steps}
          rowKey={({ step }) => step}
          columns={[
            { head: 'Message', cell: ({ step }) => step },
            { head: 'Sent', numeric: true, cell: ({ sent }) => sent },
            { head: 'Opened', numeric: true, cell: ({ clicked }) => clicked },
            { head: 'Not sent', numeric: true, cell: ({ notSent }) => notSent },
          ]}
        />
      </Column>
    </Columns>
  );
}
