import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { withSession } from '#platform/web/session.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { toast } from '#ui/toast.tsx';
import { accountApi } from '../../rules/account-api.ts';
import type { SessionList } from '../../rules/contract.ts';
import { usePresence } from './presence.tsx';
import { Section } from './section.tsx';

type Session = SessionList['sessions'][number];

export function Sessions() {
  const { site } = useHub();
  const [sessions, setSessions] = useState<Session[] | Problem | null>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const { whenPresent, dialog } = usePresence();
  const refresh = () => read().then(setSessions);
  useEffect(() => {
    let isHere = true;
    void read().then((found) => isHere && setSessions(found));
    return () => {
      isHere = false;
    };
  }, []);

  const end = async (which: { id: string } | { others: true }) => {
    setEnding('id' in which ? which.id : 'others');
    try {
      await whenPresent(() => api(accountApi.revokeSessions, { method: 'POST', body: which }));
    } catch (error) {
      // Gone already is what was wanted.
      const problem = problemOf(error);
      if (problem.code !== 'not_found') toast.error(problem.message);
    }
    await refresh();
    setEnding(null);
  };

  const day = (iso: string) =>
    new Intl.DateTimeFormat(site.language, { dateStyle: 'medium' }).format(new Date(iso));

  return (
    <Section
      title="Where you are signed in"
      about="End any session you don’t recognize, then change your password."
    >
      {sessions === null && <Skeleton shape="table" rows={2} label="Loading your sessions" />}
      {sessions instanceof Problem && (
        <ErrorState
          title="Couldn’t load your sessions"
          safe={sessions.message}
          actions={<Button onClick={() => void refresh()}>Try again</Button>}
        />
      )}
      {Array.isArray(sessions) && (
        <>
          <Table
            caption="Your sessions"
            hideCaption
            rows={sessions}
            rowKey={(session) => session.id}
            columns={columnsOf({ day, ending, end: (which) => void end(which) })}
          />
          {sessions.length > 1 && (
            <div>
              <Button busy={ending === 'others'} onClick={() => void end({ others: true })}>
                End all others
              </Button>
            </div>
          )}
        </>
      )}
      {dialog}
    </Section>
  );
}

const read = (): Promise<Session[] | Problem> =>
  withSession(() => api<SessionList>(accountApi.sessions)).then(({ sessions }) => sessions, problemOf);

interface Doing {
  day(iso: string): string;
  /** Which one is being ended. */
  ending: string | null;
  end(which: { id: string }): void;
}

const columnsOf = ({ day, ending, end }: Doing): [TableColumn<Session>, ...TableColumn<Session>[]] => [
  { head: 'Device', cell: ({ device }) => device },
  { head: 'Since', cell: ({ createdAt }) => day(createdAt) },
  { head: 'Last used', cell: ({ lastSeenAt }) => day(lastSeenAt) },
  {
    head: <span className="sr-only">End</span>,
    label: false,
    align: 'end',
    cell: (session) => <End session={session} busy={ending === session.id} end={end} />,
  },
];

type EndProps = Pick<Doing, 'end'> & { session: Session; busy: boolean };

function End({ session, busy, end }: EndProps) {
  const { id, device, current } = session;
  if (current) return <Tag tone="ok">This device</Tag>;
  return (
    <Button size="tool" aria-label={`End the session on ${device}`} busy={busy} onClick={() => end({ id })}>
      End
    </Button>
  );
}

const problemOf = (error: unknown): Problem => (error instanceof Problem ? error : new Problem('internal'));
