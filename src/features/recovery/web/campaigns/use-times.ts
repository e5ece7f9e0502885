import { useState } from 'react';
import type { CampaignBody } from '../../rules/contract.ts';
import { timeline } from '../../rules/sequence.ts';

/** When each message would go out for a cart that is left right now: by the very rule that sends. */
export function useTimes(
  campaign: Pick<CampaignBody, 'steps'>,
  settings: Parameters<typeof timeline>[1],
  delivery: Parameters<typeof timeline>[2],
): string[] {
  // Without anything moving it, it tells of the moment at which it was opened.
  const [now] = useState(() => new Date());
  const moment = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: delivery.timeZone,
  });
  return timeline(campaign, settings, delivery, now).map((at) => moment.format(at));
}
