import { formatMoney, type Cents } from '#base/money.ts';
import { EmptyState, Notice } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { Table } from '#ui/table.tsx';
import type { SequenceDetail } from '../../rules/contract.ts';
import { allSteps } from '../../rules/steps.ts';
import { revenueWords } from '../say.ts';
import { SplitNumbers } from './split-numbers.tsx';
import { stepName } from '../unwritten.ts';

/** What the sequence has done, and of each email. */
export function Numbers({ detail }: { detail: SequenceDetail | null }) {
  if (!detail)
    return (
      <EmptyState title="No numbers yet">Save this sequence and turn it on to see what it does.</EmptyState>
    );
  const { sequence, mails, splits, uplift } = detail;
  const { numbers } = sequence;
  const rows = allSteps(sequence.steps).flatMap((step) =>
    step.kind === 'mail'
      ? [{ id: step.id, name: stepName(step), ...(mails[step.id] ?? { sent: 0, clicked: 0, notSent: 0 }) }]
      : [],
  );
  const texts = allSteps(sequence.steps).flatMap((step) =>
    step.kind === 'text'
      ? [{ id: step.id, name: stepName(step), ...(mails[step.id] ?? { sent: 0, notSent: 0 }) }]
      : [],
  );
  const tested = allSteps(sequence.steps).filter((step) => step.kind === 'mail' && splits[step.id]);
  const facts: [string, string | number][] = [
    ['Under way', numbers.underWay],
    ['Finished', numbers.finished],
    ['Stopped', numbers.stopped],
    ['Sent', numbers.sent],
    ['Clicked', numbers.clicked],
    ['Not sent', numbers.notSent],
    ...(texts.length > 0 || numbers.texts.sent + numbers.texts.notSent > 0
      ? ([
          ['Text messages sent', numbers.texts.sent],
          ['Text messages not sent', numbers.texts.notSent],
        ] satisfies [string, number][])
      : []),
    ['Bought within 30 days', numbers.bought],
    ['Revenue', revenueWords(numbers.revenue)],
  ];
  return (
    <Stack gap={32}>
      <dl className="grid grid-cols-2 gap-x-24 gap-y-16 md:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="ui-mono text-21">{value}</dd>
          </div>
        ))}
      </dl>
      {(rows.length > 0 || texts.length === 0) && (
        <Table
          caption="Each email"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { head: 'Email', width: '55%', cell: ({ name }) => name },
            { head: 'Sent', numeric: true, cell: ({ sent }) => sent },
            { head: 'Clicked', numeric: true, cell: ({ clicked }) => clicked },
            { head: 'Not sent', numeric: true, cell: ({ notSent }) => notSent },
          ]}
        />
      )}
      {texts.length > 0 && (
        <Table
          caption="Each text message"
          rows={texts}
          rowKey={({ id }) => id}
          columns={[
            { head: 'Text message', width: '70%', cell: ({ name }) => name },
            { head: 'Sent', numeric: true, cell: ({ sent }) => sent },
            { head: 'Not sent', numeric: true, cell: ({ notSent }) => notSent },
          ]}
        />
      )}
      {tested.map((step) => (
        <SplitNumbers key={step.id} name={`${stepName(step)}, A and B`} split={splits[step.id]} />
      ))}
      {uplift ? (
        <Notice still title="What the emails bring">
          {upliftWords(uplift)}
        </Notice>
      ) : (
        <p className="max-w-measure text-15 text-muted">
          {sequence.holdOut === 0
            ? 'To see what the emails bring, set a holdout group under Settings.'
            : 'There aren’t enough people yet to say what the emails bring.'}
        </p>
      )}
    </Stack>
  );
}

function upliftWords({
  cents,
  low,
  high,
  currency,
  written,
  heldOut,
}: NonNullable<SequenceDetail['uplift']>) {
  const money = (amount: number) => formatMoney(Math.round(amount) as Cents, currency);
  const than = cents < 0 ? 'less' : 'more';
  return `People who got them spent ${money(Math.abs(cents))} ${than} each than the holdout group. With 95% certainty it’s between ${money(low)} and ${money(high)}. Compared: ${written} people who got them and ${heldOut} who didn’t.`;
}
