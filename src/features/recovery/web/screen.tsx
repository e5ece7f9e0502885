import { countOf } from '#base/count.ts';
import { type ReactNode, useState } from 'react';
import { countedAs, featureNames, unlimited } from '#features/plans/rules/plans.ts';
import { meterOf } from '#features/plans/rules/usage.ts';
import { EarlierNotice } from '#platform/web/earlier-notice.tsx';
import { FormerNotice } from '#platform/web/former-notice.tsx';
import { usePathExists } from '#platform/web/hub.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Anchor } from '#ui/link.tsx';
import { Column, Columns, Page, Stack } from '#ui/page.tsx';
import { Marked, Sheet } from '#ui/stationery.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { toast } from '#ui/toast.tsx';
import { UsageBar } from '#ui/usage.tsx';
import { useAutomation } from './automation-provider.tsx';
import { CampaignsPart } from './campaigns/campaigns-part.tsx';
import { CartsPart } from './carts-part.tsx';
import { ConnectPart } from './connect-part.tsx';
import type { SettingName } from '../rules/readiness.ts';
import type { GoTo, TabName } from './go-to.ts';
import { lately } from './moments.ts';
import { mainCurrency } from '../rules/automation.ts';
import { NumbersPart, Tiles } from './numbers-part.tsx';
import { sampleAnalytics } from './sample.ts';
import { SettingsPart } from './settings-part.tsx';

/** The page is drawn anew when what stands on it becomes another's, or is set aside: it goes on where it was. */
let lastTab: TabName = 'carts';

/** From another page, to what is set here: /automation#settings. */
function tabAsked(): TabName | null {
  const asked = typeof window === 'undefined' ? '' : window.location.hash.slice(1);
  return asked === 'settings' || asked === 'connect' ? asked : null;
}

/** Carts, messages and figures on one screen; the same on this device alone and with an account. */
export function AutomationScreen() {
  const { analytics, remote, abandonedCarts, standing, heardAt } = useAutomation();
  // What is typed and not kept yet is its writer's, also while the hub is away.
  const { user } = useViewer();
  const [wantsSample, setSample] = useState(false);
  const [now] = useState(() => new Date());
  // Samples are for who has nothing to look at yet: one's own carts and numbers are never hidden by them.
  const hasOwn = abandonedCarts.length > 0;
  const isSample = wantsSample && !hasOwn;
  // Nothing lies here and nobody has answered: zeros would be made up.
  const isUnheard = standing === 'unknown' && heardAt === null && !hasOwn;
  const [tab, setTab] = useState(() => tabAsked() ?? lastTab);
  const [wanted, setWanted] = useState<{ field: SettingName } | null>(null);
  const go = (to: TabName) => {
    lastTab = to;
    setTab(to);
  };
  // From a line that says what is missing, to where it is put right.
  const jump: GoTo = (to, field) => {
    setSample(false);
    go(to);
    setWanted(field ? { field } : null);
    if (field) return;
    document.getElementById('main')?.querySelector('[role="tablist"]')?.scrollIntoView({ block: 'nearest' });
  };
  const carts = (
    <CartsPart
      isSample={isSample}
      connect={() => jump('connect')}
      campaigns={() => jump('campaigns')}
      showSample={() => setSample(true)}
    />
  );
  return (
    <Page
      kind="list"
      title="Cart recovery"
      lead="Someone abandoned a cart in your shop. Remind them once or twice, and stop the moment they buy."
      actions={
        <span className={hasOwn ? 'invisible' : undefined}>
          <Switch
            label="Show sample data"
            checked={isSample}
            onChange={(event) => setSample(event.currentTarget.checked)}
          />
        </span>
      }
    >
      {isSample ? (
        <SampleFrame>
          <Tiles analytics={sampleAnalytics(now)} currency="USD" />
          <Tabs
            label="Cart recovery"
            value={tab === 'numbers' ? 'numbers' : 'carts'}
            onChange={(id) => go(id as TabName)}
            tabs={[
              { id: 'carts', label: 'Carts', content: carts },
              { id: 'numbers', label: 'Numbers', content: <NumbersPart isSample /> },
            ]}
          />
        </SampleFrame>
      ) : (
        <Stack gap={32}>
          <Where />
          <EarlierNotice of="automationData" what="This cart recovery was" isWide />
          <FormerNotice of="automationData" what="your cart recovery" isWide />
          <Unsent />
          <Tiles
            analytics={isUnheard ? null : analytics}
            currency={remote?.figures.currency ?? mainCurrency(abandonedCarts)}
          />
          <Tabs
            label="Cart recovery"
            value={tab}
            onChange={(id) => go(id as TabName)}
            tabs={[
              { id: 'carts', label: 'Carts', content: carts },
              {
                id: 'campaigns',
                label: 'Campaigns',
                content: (
                  <>
                    <EarlierNotice of="simpleRecord:recovery-campaigns" what="This campaign was" isWide />
                    <FormerNotice of="simpleRecord:recovery-campaigns" what="this campaign" isWide />
                    <CampaignsPart go={jump} />
                  </>
                ),
              },
              { id: 'numbers', label: 'Numbers', content: <NumbersPart isSample={false} /> },
              {
                id: 'settings',
                label: 'Settings',
                content: <SettingsPart key={user?.uid ?? 'guest'} wanted={wanted} />,
              },
              { id: 'connect', label: 'Connect a shop', content: <ConnectPart /> },
            ]}
          />
          <PlanUse />
        </Stack>
      )}
    </Page>
  );
}

/** A made-up shop, whole and by itself: beside it nothing of one's own is shown, so that nobody takes one for the other. */
const SampleFrame = ({ children }: { children: ReactNode }) => (
  <Sheet role="group" aria-label="Sample data">
    <Stack gap={32}>
      <p className="text-15 text-muted">
        <Marked>Sample data</Marked> How it looks for a shop after a year. None of it is yours, and nothing
        here is saved.
      </p>
      {children}
    </Stack>
  </Sheet>
);

/** Where all this is kept, when it is not the obvious place. */
function Where() {
  const { standing, refresh, heardAt } = useAutomation();
  const [now] = useState(() => new Date());
  const [isBusy, setBusy] = useState(false);
  const { user, ready } = useViewer();
  if (!ready) return null;
  if (standing === 'unknown')
    return (
      <Notice
        kind="warn"
        title="Can’t reach the server"
        actions={
          <Button
            size="tool"
            busy={isBusy}
            onClick={() => {
              setBusy(true);
              void refresh().finally(() => setBusy(false));
            }}
          >
            Try again
          </Button>
        }
      >
        {heardAt
          ? `You see how it was ${lately(heardAt, now)}.`
          : 'You see what this device saved when you were last here.'}{' '}
        Reminders are still being sent, and this page catches up once the server responds.
      </Notice>
    );
  if (standing !== 'local') return null;
  return (
    <p className="text-15 text-muted">
      {user ? (
        <>
          <strong className="font-medium text-ink">You’re working offline.</strong> Carts you add are saved on
          this device. Add them to your account when you’re back online.
        </>
      ) : (
        <>
          <strong className="font-medium text-ink">Saved on this device.</strong> You need an account to send
          email:{' '}
          <Anchor className="ui-link" href="/signup?next=%2Fautomation">
            create an account
          </Anchor>
          .
        </>
      )}
    </p>
  );
}

function Unsent() {
  const { standing, unsent, sendUnsent } = useAutomation();
  const [isBusy, setBusy] = useState(false);
  if (standing !== 'known' || unsent.carts.length + unsent.campaigns.length === 0) return null;
  const things = [
    unsent.carts.length > 0 && countOf(unsent.carts.length, 'cart', 'carts'),
    unsent.campaigns.length > 0 && countOf(unsent.campaigns.length, 'campaign', 'campaigns'),
  ].filter(Boolean);
  const send = async () => {
    setBusy(true);
    const outcome = await sendUnsent().catch(() => null);
    setBusy(false);
    if (!outcome) toast.error('Can’t reach the server. Everything is still on this device.');
    else if (outcome.left > 0)
      toast.warning(
        `${outcome.sent} added to your account, ${outcome.left} still here: you’ve reached your plan’s limit.`,
      );
    else toast.success(`${outcome.sent} added to your account.`);
  };
  return (
    <Notice
      still
      title={`Only on this device: ${things.join(' and ')}`}
      actions={
        <Button size="tool" busy={isBusy} onClick={() => void send()}>
          Add to account
        </Button>
      }
    >
      Nothing is sent until you add it to your account and turn it on.
    </Notice>
  );
}

function PlanUse() {
  const { plan } = useAutomation();
  const exists = usePathExists();
  const { currentPlan, usage, gate } = plan;
  if (currentPlan === null) return null;
  return (
    <section aria-labelledby="plan-use">
      <Stack>
        <h2 id="plan-use" className="text-21">
          Plan and usage
        </h2>
        <Columns>
          {(['monthlyRecoveries', 'aiEmails'] as const).map((feature) => {
            const { limit } = meterOf(currentPlan, feature);
            const decision = gate(feature);
            return (
              <Column key={feature} span={6} tablet={6}>
                <UsageBar
                  of={featureNames[feature]}
                  verb={countedAs(feature)}
                  used={usage[feature]}
                  limit={limit === unlimited ? null : limit}
                  note={decision.allowed ? null : decision.refusal.advice}
                />
              </Column>
            );
          })}
        </Columns>
        {exists('/plans') && (
          <div>
            <ButtonLink href="/plans">Compare plans</ButtonLink>
          </div>
        )}
      </Stack>
    </section>
  );
}
