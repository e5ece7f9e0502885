import { Link } from '#ui/link.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import type { PersonView } from '../../rules/contract.ts';
import { personPath } from '../paths.ts';
import { standingWords, useDates } from '../say.ts';

const columnsOf = (day: (iso: string) => string): [TableColumn<PersonView>, ...TableColumn<PersonView>[]] => [
  {
    head: 'Person',
    width: '38%',
    cell: ({ id, email, name }) => (
      <>
        <Link quiet href={personPath(id)} className="break-words">
          {email}
        </Link>
        {name && <span className="block text-13 font-normal text-muted">{name}</span>}
      </>
    ),
  },
  {
    head: 'Tags',
    label: false,
    cell: ({ tags }) => (
      <span className="flex flex-wrap gap-4">
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </span>
    ),
  },
  {
    head: 'Email',
    label: false,
    cell: ({ standing }) => <Tag tone={standingWords[standing].tone}>{standingWords[standing].words}</Tag>,
  },
  { head: 'From', cell: ({ source }) => <span className="text-muted">{source}</span> },
  {
    head: 'Added',
    align: 'end',
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{day(createdAt)}</span>,
  },
];

export function PeopleRows({ people }: { people: readonly PersonView[] }) {
  const { day } = useDates();
  return (
    <Table caption="People" hideCaption rows={people} rowKey={({ id }) => id} columns={columnsOf(day)} />
  );
}
