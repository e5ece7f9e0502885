import { Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import type { PersonDetail } from '../../rules/contract.ts';
import { useDates } from '../say.ts';

const states = {
  handed: { words: 'On its way', tone: 'plain' },
  sent: { words: 'Sent', tone: 'ok' },
  'not sent': { words: 'Not sent', tone: 'warn' },
} as const;

type Message = PersonDetail['messages'][number];

const columnsOf = (moment: (iso: string) => string): [TableColumn<Message>, ...TableColumn<Message>[]] => [
  {
    head: 'Subject',
    width: '45%',
    cell: ({ subject, sequence, channel }) => (
      <>
        {subject}
        <span className="block text-13 font-normal text-muted">
          {channel === 'text' && 'Text message, '}
          {sequence}
        </span>
      </>
    ),
  },
  {
    head: 'State',
    label: false,
    cell: ({ state, reason, clickedAt }) => (
      <>
        <Tag tone={states[state].tone}>{states[state].words}</Tag>
        {clickedAt && <span className="text-13 text-muted"> Clicked {moment(clickedAt)}</span>}
        {reason && <span className="block text-13 text-muted">{reason}</span>}
      </>
    ),
  },
  { head: 'When', align: 'end', cell: ({ at }) => moment(at) },
];

/** Every email and text message to them, and why one didn’t go. */
export function Messages({ messages }: Pick<PersonDetail, 'messages'>) {
  const { moment } = useDates();
  const title = messages.some(({ channel }) => channel === 'text') ? 'Emails and text messages' : 'Emails';
  return (
    <section aria-labelledby="messages">
      <Stack gap={12}>
        <h2 id="messages" className="text-21">
          {title}
        </h2>
        {messages.length === 0 ? (
          <p className="text-15 text-muted">None yet.</p>
        ) : (
          <Table
            caption={title}
            hideCaption
            rows={messages}
            rowKey={({ id }) => id}
            columns={columnsOf(moment)}
          />
        )}
      </Stack>
    </section>
  );
}
