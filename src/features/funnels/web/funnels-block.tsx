import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { funnelsApi, type OverviewAnswer } from '../rules/contract.ts';

const builder = '/tools/funnel-builder';

type Line = OverviewAnswer['funnels'][number];
const columns: [TableColumn<Line>, ...TableColumn<Line>[]] = [
  { head: 'Funnel', cell: ({ id, name }) => <Link href={`${builder}?id=${id}`}>{name}</Link> },
  {
    head: 'Published',
    cell: ({ slug }) => (slug ? <a href={`/f/${slug}`}>/f/{slug}</a> : 'Draft'),
  },
  { head: 'Visitors, 30 days', numeric: true, cell: ({ visitors }) => visitors },
  { head: 'Leads', numeric: true, cell: ({ leads }) => leads },
];

/** A member's funnels on the dashboard: who came in the last 30 days, and who left an address. */
export default function FunnelsBlock() {
  const { user, mode } = useViewer();
  const [answer, setAnswer] = useState<OverviewAnswer | 'failed' | null>(null);
  const isOnline = mode === 'online' && user !== null && !user.isOffline;
  useEffect(() => {
    if (!isOnline) return;
    api<OverviewAnswer>(funnelsApi.overview).then(setAnswer, () => setAnswer('failed'));
  }, [isOnline]);
  if (!isOnline || answer === 'failed')
    return (
      <Notice still title="Couldn’t load the numbers">
        Your funnels are in the <Link href={builder}>Funnel Builder</Link>, even offline.
      </Notice>
    );
  if (answer === null) return <Skeleton shape="table" label="Loading your funnels" />;
  if (answer.funnels.length === 0)
    return (
      <EmptyState title="No funnels yet" action={<ButtonLink href={builder}>Build a funnel</ButtonLink>}>
        Start from one of ten complete funnels.
      </EmptyState>
    );
  return (
    <Stack gap={12}>
      <Table
        caption="Your funnels and their visitors, 30 days"
        hideCaption
        rows={answer.funnels}
        rowKey={({ id }) => id}
        columns={columns}
      />
      <ButtonLink className="self-start" href={builder}>
        Build a funnel
      </ButtonLink>
    </Stack>
  );
}
