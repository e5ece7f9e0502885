import { countOf } from '#base/count.ts';
import { Link } from '#ui/link.tsx';
import { Mini } from '#ui/mini.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { agreementPath } from '../../rules/addresses.ts';
import type { AgreementHead } from '../../rules/contract.ts';
import { namesOf, nextStep, progressOf, stateTags } from '../../rules/words.ts';
import { useDates } from '../dates.ts';

const columnsOf = (
  day: (iso: string) => string,
): [TableColumn<AgreementHead>, ...TableColumn<AgreementHead>[]] => [
  {
    head: 'Agreement',
    width: '44%',
    cell: ({ id, title, people, unread, isSender, link }) => (
      <span className="relative block pl-48 max-md:min-h-48">
        <span className="absolute top-0 left-0">
          <Mini kind="Document" />
        </span>
        <Link quiet href={isSender || link === null ? agreementPath(id) : link}>
          {title}
        </Link>
        {unread > 0 && (
          <>
            {' '}
            <mark className="ui-marked text-13">{countOf(unread, 'update')}</mark>
          </>
        )}
        <span className="block text-13 font-normal text-muted">
          {namesOf(people.map(({ name }) => name))}
        </span>
      </span>
    ),
  },
  {
    head: 'Next step',
    label: false,
    cell: (head) => {
      const { done, of } = progressOf(head.people);
      return (
        <span className={head.waitsForYou ? 'font-medium' : undefined}>
          {nextStep(head)}
          {head.state === 'out' && done > 0 && (
            <span className="text-muted">
              {' '}
              · {done} of {of} done
            </span>
          )}
        </span>
      );
    },
  },
  {
    head: 'State',
    label: false,
    cell: ({ state, waitsForYou, expiresAt }) =>
      state === 'out' ? (
        <span className={waitsForYou ? undefined : 'text-muted'}>until {day(expiresAt)}</span>
      ) : (
        <Tag tone={stateTags[state].tone}>{stateTags[state].words}</Tag>
      ),
  },
  {
    head: 'Sent',
    align: 'end',
    cell: ({ sentAt }) => <span className="whitespace-nowrap">{day(sentAt)}</span>,
  },
];

export function AgreementRows({ agreements }: { agreements: readonly AgreementHead[] }) {
  const { day } = useDates();
  return (
    <Table
      caption="Agreements"
      hideCaption
      rows={agreements}
      rowKey={({ id }) => id}
      columns={columnsOf(day)}
    />
  );
}
