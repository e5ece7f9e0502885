import { useState } from 'react';
import { Table } from '#ui/table.tsx';
import type { CampaignBody, Step } from '../../rules/contract.ts';
import { timeline } from '../../rules/sequence.ts';

/** What would go out for a cart that is left right now: by the very rule that sends. */
export function Simulation({
  campaign,
  settings,
  delivery,
}: {
  campaign: Pick<CampaignBody, 'steps'>;
  settings: Parameters<typeof timeline>[1];
  delivery: Parameters<typeof timeline>[2];
}) {
  // Without anything moving it, the table tells of the moment at which it was opened.
  const [now] = useState(() => new Date());
  const times = timeline(campaign, settings, delivery, now);
  const moment = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: delivery.timeZone,
  });
  return (
    <Table
      caption={`If someone abandons a cart now (${delivery.timeZone})`}
      stack={false}
      rows={times.map((at, index) => ({ at, step: campaign.steps[index] as Step, index }))}
      rowKey={({ index }) => index}
      columns={[
        { head: 'Message', cell: ({ index }) => index + 1 },
        { head: 'Sent', cell: ({ at }) => moment.format(at) },
        { head: 'Subject', cell: ({ step }) => step.subject },
      ]}
    />
  );
}
