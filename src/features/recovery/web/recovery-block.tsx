import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Stack } from '#ui/page.tsx';
import { recoveryApi } from '../rules/addresses.ts';
import type { OverviewAnswer } from '../rules/contract.ts';
import { Tiles } from './numbers-part.tsx';

/** Recovery on the dashboard: the figures, and the way there. */
export default function RecoveryBlock() {
  const { user } = useViewer();
  const [answer, setAnswer] = useState<OverviewAnswer | null | 'away'>(null);
  const isOffline = user?.isOffline ?? false;
  useEffect(() => {
    if (isOffline) return;
    api<OverviewAnswer>(recoveryApi.overview).then(setAnswer, () => setAnswer('away'));
  }, [isOffline]);
  const way = (
    <div>
      <ButtonLink href="/automation">Open cart recovery</ButtonLink>
    </div>
  );
  if (isOffline || answer === 'away')
    return (
      <Stack>
        <Notice still>Numbers are available online. What you add meanwhile is saved on this device.</Notice>
        {way}
      </Stack>
    );
  if (!answer) return <Skeleton rows={2} label="Loading cart recovery" />;
  return (
    <Stack gap={24}>
      <Tiles analytics={answer.figures.analytics} currency={answer.figures.currency} />
      {way}
    </Stack>
  );
}
