import { useState } from 'react';
import { useViewer } from '#platform/web/viewer.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState, Skeleton } from '#ui/feedback.tsx';
import { Column, Columns } from '#ui/page.tsx';
import { RailItem } from '#ui/tool-page.tsx';
import {
  type Connection,
  connectSteps,
  isVerified,
  nothingHeard,
  ways,
  type Way,
} from '../rules/connections.ts';
import { useAutomation } from './automation-provider.tsx';
import { Checklist } from './connect/checklist.tsx';
import { wayNames } from './connect/guides.ts';

/** How carts come by themselves: each way with how far it has got, and the steps of the chosen one. */
export function ConnectPart() {
  const { remote, standing, plan } = useAutomation();
  const { user, ready } = useViewer();
  const [chosen, setChosen] = useState<Way | null>(null);
  if (!remote && standing === 'asking' && (user || !ready)) return <Skeleton shape="form" />;
  if (!remote)
    return (
      <EmptyState
        title="You need an account to connect a shop"
        pencilled="Shopify, connected today"
        action={user ? undefined : <ButtonLink href="/signup">Create an account</ButtonLink>}
      >
        With an account, you can get carts from Shopify, WooCommerce, Stripe, your own pages or the API.
      </EmptyState>
    );
  const { shops, heard, pageKey } = remote.connection;
  const of = (way: Way): Connection => heard.find((each) => each.way === way) ?? nothingHeard(way);
  const isBegun = (way: Way) =>
    shops.includes(way) || of(way).heardAt !== null || (way === 'snippet' && pageKey !== null);
  const way = chosen ?? ways.find(isBegun) ?? 'shopify';
  const decision = plan.gate('apiAccess');
  const noteOf = (each: Way): string | undefined => {
    const hasSecret = shops.includes(each);
    if (isVerified(of(each), hasSecret)) return 'Connected';
    const steps = connectSteps(of(each), hasSecret);
    const done = steps.filter(({ isDone }) => isDone).length;
    return done > 0 ? `${done} of ${steps.length}` : undefined;
  };
  return (
    <Columns>
      <Column span={3}>
        <nav aria-label="Ways to connect">
          {ways.map((each) => (
            <RailItem key={each} current={each === way} note={noteOf(each)} onAct={() => setChosen(each)}>
              {wayNames[each]}
            </RailItem>
          ))}
        </nav>
      </Column>
      <Column span={9}>
        <Checklist
          key={way}
          connection={of(way)}
          keys={remote.connection}
          apiRefusal={decision.allowed ? null : decision.refusal.words}
        />
      </Column>
    </Columns>
  );
}
