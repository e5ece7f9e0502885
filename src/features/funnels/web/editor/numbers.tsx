import { useCallback, useState } from 'react';
import { cents, formatMoney } from '#base/money.ts';
import { api } from '#platform/web/api.ts';
import { Segments } from '#ui/segments.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Column, Columns, Row, Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import { funnelsApi, type Goal, type NumbersAnswer } from '../../rules/contract.ts';
import { percent, stepNumbers, timeWords } from '../../rules/numbers.ts';
import { DaysChart } from './days-chart.tsx';
import type { Work } from './state.ts';
import { useMoved } from './use-moved.ts';

interface Asked {
  numbers: NumbersAnswer | null;
  /** When they were true. */
  at: Date;
  failed: boolean;
}

/** The numbers of a funnel that is in an account, as they move while somebody looks at them. */
export function useNumbers(id: string, isKept: boolean, days: number): Asked {
  const [state, setState] = useState<Asked>({ numbers: null, at: new Date(0), failed: false });
  const ask = useCallback(
    () =>
      api<NumbersAnswer>(funnelsApi.numbers(id, days)).then(
        (numbers) => setState({ numbers, at: new Date(), failed: false }),
        () => setState((before) => ({ ...before, failed: true })),
      ),
    [id, days],
  );
  useMoved(id, isKept, ask);
  return state;
}

const spans = { '7': '7 days', '30': '30 days', '90': '90 days' } as const;
type Span = keyof typeof spans;

/** Who came how far: as bars, and as the table behind them. */
export function NumbersView({ work }: { work: Work }) {
  const [span, setSpan] = useState<Span>('30');
  const { funnel, head } = work.editing;
  const { numbers, at, failed } = useNumbers(funnel.id, Boolean(head?.version), Number(span));
  if (!head?.live && !numbers?.steps.length)
    return (
      <EmptyState title="No numbers yet">
        They begin with the first visit after you publish. Nobody is followed: a visitor counts once a day and
        page.
      </EmptyState>
    );
  if (!numbers)
    return failed ? (
      <Notice kind="warn" title="The numbers cannot be asked for right now">
        They are counted all the same, and are here again as soon as the hub answers.
      </Notice>
    ) : (
      <Skeleton shape="table" label="Loading the numbers" />
    );
  const rows = stepNumbers(funnel, numbers);
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  return (
    <Stack gap={32}>
      <Row className="justify-between">
        <h2 className="text-17 font-bold">Step by step</h2>
        <Segments
          label="How far back"
          value={span}
          onChange={setSpan}
          options={Object.entries(spans).map(([value, label]) => ({ value: value as Span, label }))}
        />
      </Row>
      <Earned numbers={numbers} visitors={rows[0]?.visitors ?? 0} />
      <div aria-hidden="true" className="flex flex-col gap-8">
        {rows.map(({ stepId, name, visitors, fromBefore }) => (
          <div key={stepId} className="grid grid-cols-12 items-center gap-12">
            <span className="col-span-3 line-clamp-1">{name}</span>
            <span className="col-span-7">
              <span
                className="block h-24 rounded-4 bg-pen"
                style={{ width: `${(visitors / most) * 100}%` }}
              />
            </span>
            <span className="ui-mono col-span-2 text-right">
              {visitors}
              {fromBefore !== null && <small className="text-muted"> {percent(fromBefore)}</small>}
            </span>
          </div>
        ))}
      </div>
      <Table
        caption="Visitors, leads and presses of each step"
        rows={rows}
        rowKey={({ stepId }) => stepId}
        columns={[
          { head: 'Step', cell: ({ name }) => name },
          { head: 'Visitors', numeric: true, cell: ({ visitors }) => visitors },
          { head: 'From the step before', numeric: true, cell: ({ fromBefore }) => percent(fromBefore) },
          { head: 'Of all', numeric: true, cell: ({ overall }) => percent(overall) },
          { head: 'Leads', numeric: true, cell: ({ leads }) => leads },
          { head: 'Offer clicks', numeric: true, cell: ({ clicks }) => clicks },
          { head: 'No, thank you', numeric: true, cell: ({ declines }) => declines },
        ]}
      />
      <DaysChart days={numbers.days} span={Number(span)} now={at} />
      <Pace pace={numbers.pace} />
      <Columns>
        <Column span={6}>
          <Counts caption="Where they came from" head="Source" rows={numbers.sources} />
        </Column>
        <Column span={6}>
          <Counts caption="On what they looked" head="Device" rows={numbers.devices} />
        </Column>
      </Columns>
    </Stack>
  );
}

const goalWords: Record<Goal, string> = {
  lead: 'First page to an address left, the same day',
  order: 'First page to a paid order, the same day',
  confirm: 'Address left to confirmed',
  bought: 'Address left to the first paid order, over days',
};

/** A visitor is a stranger again the next day; who left an address is known by it when they buy weeks later. */
const Pace = ({ pace }: Pick<NumbersAnswer, 'pace'>) =>
  pace.length > 0 && (
    <Stack gap={8}>
      <Table
        caption="How long it took"
        rows={pace}
        rowKey={({ goal }) => goal}
        columns={[
          { head: 'From and to', cell: ({ goal }) => goalWords[goal] },
          { head: 'Median', numeric: true, cell: ({ median }) => timeWords(median) },
          { head: 'A quarter within', numeric: true, cell: ({ quarter }) => timeWords(quarter) },
          {
            head: 'Three quarters within',
            numeric: true,
            cell: ({ threeQuarters }) => timeWords(threeQuarters),
          },
          { head: 'People', numeric: true, cell: ({ count }) => count },
        ]}
      />
      <p className="text-13 text-muted">
        Nobody is followed from one day to the next: who comes back tomorrow starts anew. Who left an address
        is known by it when they buy later.
      </p>
    </Stack>
  );

function Earned({ numbers, visitors }: { numbers: NumbersAnswer; visitors: number }) {
  const { sales, revenueCents, refundedCents } = numbers;
  if (sales === 0) return null;
  return (
    <p>
      {sales === 1 ? 'One order' : `${sales} orders`}, {formatMoney(cents(revenueCents))} in all
      {visitors > 0 && `: ${formatMoney(cents(Math.round(revenueCents / visitors)))} per visitor`}
      {refundedCents > 0 && `. ${formatMoney(cents(refundedCents))} went back and is taken off`}.
    </p>
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
