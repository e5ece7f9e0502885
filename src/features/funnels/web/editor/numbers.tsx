import { useCallback, useState } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import { api } from '#platform/web/api.ts';
import { Segments } from '#ui/segments.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { Receipt, ReceiptLine, ReceiptTotal, Sheet } from '#ui/stationery.tsx';
import { Table } from '#ui/table.tsx';
import { funnelsApi, type Goal, type NumbersAnswer } from '../../rules/contract.ts';
import { percent, stepNumbers, timeWords } from '../../rules/numbers.ts';
import { DaysChart } from './days-chart.tsx';
import { SplitNumbers } from './split-numbers.tsx';
import { NotLoaded } from './not-loaded.tsx';
import type { Work } from './state.ts';
import { useMoved } from './use-moved.ts';

interface Asked {
  numbers: NumbersAnswer | null;
  /** When they were true. */
  at: Date;
  failed: boolean;
  ask(): Promise<void>;
}

/** The numbers of a funnel that is in an account, as they move while somebody looks at them. */
export function useNumbers(id: string, isKept: boolean, days: number): Asked {
  const [state, setState] = useState<Omit<Asked, 'ask'>>({ numbers: null, at: new Date(0), failed: false });
  const ask = useCallback(
    () =>
      api<NumbersAnswer>(funnelsApi.numbers(id, days)).then(
        (numbers) => setState({ numbers, at: new Date(), failed: false }),
        () => setState((before) => ({ ...before, failed: true })),
      ),
    [id, days],
  );
  useMoved(id, isKept, ask);
  return { ...state, ask };
}

const spans = { '7': '7 days', '30': '30 days', '90': '90 days' } as const;
type Span = keyof typeof spans;

/** Who came how far: as bars, and as the table behind them. */
export function NumbersView({ work }: { work: Work }) {
  const [span, setSpan] = useState<Span>('30');
  const { funnel, head } = work.editing;
  const { numbers, at, failed, ask } = useNumbers(funnel.id, Boolean(head?.version), Number(span));
  if (!head?.live && !numbers?.steps.length)
    return (
      <EmptyState
        title="No numbers yet"
        pencilled="23 visitors, 6 leads, 2 orders"
        action={!head?.live && <Button onClick={work.askToPublish}>Publish the funnel</Button>}
      >
        Numbers start with the first visit after you publish. We don’t track people: a visitor counts once per
        day and page.
      </EmptyState>
    );
  if (!numbers)
    return failed ? (
      <NotLoaded title="Couldn’t load the numbers" ask={ask}>
        We’re still counting, and nothing is lost.
      </NotLoaded>
    ) : (
      <Skeleton shape="table" label="Loading numbers" />
    );
  const rows = stepNumbers(funnel, numbers);
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  return (
    <Stack gap={24}>
      <Row className="justify-between">
        <h2 className="text-17 font-bold">{funnel.name}</h2>
        <Segments
          label="Period"
          value={span}
          onChange={setSpan}
          options={Object.entries(spans).map(([value, label]) => ({ value: value as Span, label }))}
        />
      </Row>
      <Columns>
        <Column span={4}>
          <Earned numbers={numbers} visitors={rows[0]?.visitors ?? 0} span={spans[span]} />
        </Column>
        <Column span={8}>
          <Sheet className="flex flex-col gap-16">
            <h3 className="text-15 font-bold">Step by step</h3>
            <div aria-hidden="true" className="flex flex-col gap-8">
              {rows.map(({ stepId, name, visitors, fromBefore }) => (
                <div key={stepId} className="grid grid-cols-12 items-center gap-12">
                  <span className="col-span-4 line-clamp-1">{name}</span>
                  <span className="col-span-5 border-l border-control">
                    {visitors > 0 && (
                      /* The edge is what stays of it in forced colors. */
                      <span
                        className="block h-24 border border-ink bg-ink"
                        style={{ width: `${(visitors / most) * 100}%` }}
                      />
                    )}
                  </span>
                  <span className="ui-mono col-span-3 text-right">
                    {visitors}
                    {fromBefore !== null && <small className="text-muted"> {percent(fromBefore)}</small>}
                  </span>
                </div>
              ))}
            </div>
          </Sheet>
        </Column>
      </Columns>
      <Sheet>
        <Table
          caption="Visitors, leads and clicks per step"
          rows={rows}
          rowKey={({ stepId }) => stepId}
          columns={[
            { head: 'Step', cell: ({ name }) => name },
            { head: 'Visitors', numeric: true, cell: ({ visitors }) => visitors },
            { head: 'From previous step', numeric: true, cell: ({ fromBefore }) => percent(fromBefore) },
            { head: 'Of total', numeric: true, cell: ({ overall }) => percent(overall) },
            { head: 'Leads', numeric: true, cell: ({ leads }) => leads },
            { head: 'Offer clicks', numeric: true, cell: ({ clicks }) => clicks },
            { head: 'No, thank you', numeric: true, cell: ({ declines }) => declines },
          ]}
        />
      </Sheet>
      {numbers.splits?.map((split) => (
        <SplitNumbers key={split.id} work={work} split={split} ask={ask} />
      ))}
      <DaysChart days={numbers.days} span={Number(span)} now={at} />
      <Pace pace={numbers.pace} />
      <Columns>
        <Column span={6}>
          <Sheet>
            <Counts caption="Sources" head="Source" rows={numbers.sources} />
          </Sheet>
        </Column>
        <Column span={6}>
          <Sheet>
            <Counts caption="Devices" head="Device" rows={numbers.devices} />
          </Sheet>
        </Column>
      </Columns>
    </Stack>
  );
}

const goalWords: Record<Goal, string> = {
  lead: 'First page to lead, same day',
  order: 'First page to paid order, same day',
  confirm: 'Lead to confirmed',
  bought: 'Lead to first paid order, across days',
};

/** A visitor is a stranger again the next day; who left an address is known by it when they buy weeks later. */
const Pace = ({ pace }: Pick<NumbersAnswer, 'pace'>) =>
  pace.length > 0 && (
    <Sheet className="flex flex-col gap-8">
      <Table
        caption="Time to convert"
        rows={pace}
        rowKey={({ goal }) => goal}
        columns={[
          { head: 'Stage', cell: ({ goal }) => goalWords[goal] },
          { head: 'Median', numeric: true, cell: ({ median }) => timeWords(median) },
          { head: '25th percentile', numeric: true, cell: ({ quarter }) => timeWords(quarter) },
          {
            head: '75th percentile',
            numeric: true,
            cell: ({ threeQuarters }) => timeWords(threeQuarters),
          },
          { head: 'People', numeric: true, cell: ({ count }) => count },
        ]}
      />
      <p className="text-13 text-muted">
        We don’t track visitors from day to day, so someone who returns tomorrow counts as new. Leads are
        matched by email when they buy later.
      </p>
    </Sheet>
  );

/** What the days come to, as a receipt says it. */
function Earned({ numbers, visitors, span }: { numbers: NumbersAnswer; visitors: number; span: string }) {
  const { sales, revenueCents, refundedCents, gifts } = numbers;
  const leads = numbers.days.reduce((sum, day) => sum + day.leads, 0);
  return (
    <Receipt aria-label={`The last ${span}`}>
      <h3 className="pb-8 text-15 font-bold">The last {span}</h3>
      <ReceiptLine label="Visitors" price={visitors} />
      <ReceiptLine label="Leads" price={leads} />
      {gifts.sent > 0 && <ReceiptLine label="Promised a file" price={gifts.sent} />}
      {gifts.sent > 0 && <ReceiptLine label="Downloaded it" price={gifts.downloaded} />}
      <ReceiptLine label="Orders" price={sales} />
      {refundedCents > 0 && (
        <ReceiptLine
          label="Refunded"
          price={`−${formatMoney(cents(refundedCents))}`}
          note="Already subtracted"
        />
      )}
      {visitors > 0 && sales > 0 && (
        <ReceiptLine label="Per visitor" price={formatMoney(cents(Math.round(revenueCents / visitors)))} />
      )}
      <hr />
      <ReceiptTotal label="Revenue" price={formatMoney(cents(revenueCents))} />
    </Receipt>
  );
}

const Counts = ({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: string;
  rows: { key: string; count: number }[];
}) => (
  <Table
    caption={caption}
    stack={false}
    rows={rows}
    rowKey={({ key }) => key}
    columns={[
      { head, cell: ({ key }) => key },
      { head: 'Visitors', numeric: true, cell: ({ count }) => count },
      {
        head: 'Share',
        numeric: true,
        cell: ({ count }) =>
          percent(
            count /
              Math.max(
                1,
                rows.reduce((sum, one) => sum + one.count, 0),
              ),
          ),
      },
    ]}
  />
);
