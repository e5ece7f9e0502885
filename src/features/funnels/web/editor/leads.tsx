import { countOf } from '#base/count.ts';
import Download from '#ui/icons/download.ts';
import { useCallback, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { funnelsApi, type Lead, type LeadsAnswer } from '../../rules/contract.ts';
import { NotLoaded } from './not-loaded.tsx';
import type { Work } from './state.ts';
import { useMoved } from './use-moved.ts';

const dateWords = (at: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

/** Who left an address, what they agreed to, and how to take all of it elsewhere. */
export function LeadsView({ work }: { work: Work }) {
  const { funnel, head } = work.editing;
  const [answer, setAnswer] = useState<LeadsAnswer | null>(null);
  const [failed, setFailed] = useState(false);
  const [leaving, setLeaving] = useState<Lead | null>(null);
  const isKept = Boolean(head?.version);
  const ask = useCallback(
    () =>
      api<LeadsAnswer>(funnelsApi.leads(funnel.id)).then(
        (found) => {
          setAnswer(found);
          setFailed(false);
        },
        () => setFailed(true),
      ),
    [funnel.id],
  );
  useMoved(funnel.id, isKept, ask);

  if (!isKept)
    return (
      <EmptyState
        title="No leads yet"
        pencilled="mia@example.com, “Get the guide”"
        action={<Button onClick={work.askToPublish}>Publish the funnel</Button>}
      >
        Publish the funnel from an account to collect leads.
      </EmptyState>
    );
  if (!answer)
    return failed ? (
      <NotLoaded title="Couldn’t load leads" ask={ask}>
        They’re safe in your account.
      </NotLoaded>
    ) : (
      <Skeleton shape="table" label="Loading leads" />
    );
  if (answer.total === 0)
    return (
      <EmptyState title="No leads yet" pencilled="mia@example.com, “Get the guide”">
        People who sign up on this funnel’s pages appear here, with what they agreed to.
      </EmptyState>
    );
  const remove = async ({ id }: Lead) => {
    setLeaving(null);
    try {
      await api(`${funnelsApi.leads(funnel.id)}/${id}`, { method: 'DELETE' });
      await ask();
    } catch {
      work.say('Couldn’t delete the lead. Try again in a moment.');
    }
  };
  return (
    <Stack gap={16}>
      <Row className="justify-between">
        <p>
          {countOf(answer.total, 'lead', 'leads')}
          {answer.unconfirmed > 0 && `, ${answer.unconfirmed} not confirmed yet`}
          {answer.total > answer.leads.length && `; showing the newest ${answer.leads.length}`}
        </p>
        <ButtonLink icon={Download} href={funnelsApi.leadsFile(funnel.id)} download="">
          Download CSV
        </ButtonLink>
      </Row>
      <Sheet className="px-16 py-8 md:px-24 md:py-16">
        <Table
          caption="Leads"
          hideCaption
          rows={answer.leads}
          rowKey={({ id }) => id}
          columns={leadColumns(answer.leads, setLeaving)}
        />
      </Sheet>
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Delete this lead?"
        actions={
          <>
            <Button onClick={() => setLeaving(null)}>Cancel</Button>
            <Button variant="danger" onClick={() => leaving && void remove(leaving)}>
              Delete
            </Button>
          </>
        }
      >
        {leaving?.address} will be permanently deleted. The consent record stays as proof.
      </Dialog>
    </Stack>
  );
}

const leadColumns = (
  leads: readonly Lead[],
  remove: (lead: Lead) => void,
): [TableColumn<Lead>, ...TableColumn<Lead>[]] => [
  { head: 'Email', cell: ({ address }) => address },
  { head: 'Name', cell: ({ name }) => name || '–' },
  { head: 'Page', cell: ({ step }) => step },
  { head: 'Source', cell: ({ source }) => source },
  { head: 'When', cell: ({ at }) => dateWords(at) },
  {
    head: 'Agreed to',
    cell: ({ consentText, confirmedAt, boughtAt }) => (
      <>
        <span className="text-13 text-muted">{consentText || '–'}</span>{' '}
        {confirmedAt && <Tag tone="ok">confirmed</Tag>} {boughtAt && <Tag tone="ok">bought</Tag>}
      </>
    ),
  },
  // Nothing to say where no form promised a file.
  ...(leads.some(({ giftMailedAt }) => giftMailedAt)
    ? [
        {
          head: 'Got the file',
          cell: ({ giftMailedAt, downloadedAt }: Lead) =>
            downloadedAt ? dateWords(downloadedAt) : giftMailedAt ? 'Not yet' : '–',
        },
      ]
    : []),
  {
    head: <span className="sr-only">Acts</span>,
    label: false,
    align: 'end',
    cell: (lead) => (
      <Button variant="quiet" aria-label={`Delete ${lead.address}`} onClick={() => remove(lead)}>
        Delete
      </Button>
    ),
  },
];
