import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import type { DueList } from '../../rules/due-contract.ts';
import { dueApi, soonWords } from '../../rules/due.ts';
import { localDay, useDays } from './days.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { CalendarLink } from './dates-list.tsx';

/** What comes next in all signed agreements, by its day. */
export function DueView({ query }: { query: string }) {
  const { value, problem, retry } = useAnswer<DueList>(dueApi.all);
  const { date } = useDays();
  if (problem)
    return (
      <ErrorState
        title="Couldn’t load the dates"
        safe="Nothing has changed. Reminders go out by themselves."
        actions={<Button onClick={retry}>Try again</Button>}
      >
        {problem.message}
      </ErrorState>
    );
  if (!value) return <Skeleton shape="table" rows={6} label="Loading the dates" />;
  const today = localDay();
  const wanted = query.toLowerCase();
  const dues = value.dues.filter(({ words, title }) => `${words} ${title}`.toLowerCase().includes(wanted));
  if (dues.length === 0)
    return query ? (
      <EmptyState title="Nothing found">Try another title, or what is due.</EmptyState>
    ) : (
      <EmptyState title="Nothing is due">
        When everybody has signed, the document’s dates appear here: notice, renewals, payments. We email you
        before each.
      </EmptyState>
    );
  return (
    <Stack gap={16}>
      <div>
        <CalendarLink file={dueApi.file} />
      </div>
      <Table
        caption="What is due"
        hideCaption
        rows={dues}
        rowKey={({ agreement, id }) => `${agreement} ${id}`}
        columns={columnsOf(date, today)}
      />
    </Stack>
  );
}

type Row = DueList['dues'][number];

const columnsOf = (
  date: (day: string) => string,
  today: string,
): [TableColumn<Row>, ...TableColumn<Row>[]] => [
  {
    head: 'What',
    width: '44%',
    cell: ({ words, href }) => (
      <Link quiet href={href}>
        {words}
      </Link>
    ),
  },
  { head: 'Agreement', label: false, cell: ({ title }) => <span className="text-muted">{title}</span> },
  {
    head: 'Date',
    label: false,
    cell: ({ day, kind }) => {
      const soon = soonWords(day, today);
      return (
        <span className="inline-flex flex-wrap items-center gap-8">
          <time dateTime={day} className="whitespace-nowrap">
            {date(day)}
          </time>
          {soon && <Tag tone={kind === 'notice' ? 'warn' : 'plain'}>{soon}</Tag>}
        </span>
      );
    },
  },
];
