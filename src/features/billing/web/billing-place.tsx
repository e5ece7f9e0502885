import { useCallback, useState } from 'react';
import { tellPlanChanged } from '#platform/web/plan-news.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Stack } from '#ui/page.tsx';
import { BillingPanel } from './billing-panel.tsx';
import { Returned } from './returned.tsx';

/** What is paid and was; also where the payment provider leads back to. */
export default function BillingPlace() {
  const [params] = useSearchParams();
  const { user } = useViewer();
  const [round, setRound] = useState(0);
  const settled = useCallback(() => {
    setRound((before) => before + 1);
    tellPlanChanged();
  }, []);
  const done = user?.isOffline ? null : params.get('done');
  return (
    <Stack gap={24}>
      {done && <Returned id={done} from={params.get('from')} onSettled={settled} />}
      <BillingPanel key={round} />
    </Stack>
  );
}
