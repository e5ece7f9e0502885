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
import { mainCurrency } from '../rules/automation.ts';
import { NumbersPart, Tiles } from './numbers-part.tsx';
import { SettingsPart } from './settings-part.tsx';

/** The page is drawn anew when what stands on it becomes another's, or is set aside: it goes on where it was. */
let lastTab: TabName = 'carts';

/** Carts, messages and figures on one screen; the same on this device alone and with an account. */
export function AutomationScreen() {
  const { analytics, remote, abandonedCarts } = useAutomation();
  // What is typed and not kept yet is its writer's, also while the hub is away.
  const { user } = useViewer();
  const [wantsSample, setSample] = useState(false);
  // Samples are for who has nothing to look at yet: one's own carts and numbers are never hidden by them.
  const hasOwn = abandonedCarts.length > 0;
  const isSample = wantsSample && !hasOwn;
  const [tab, setTab] = useState(lastTab);
  const [wanted, setWanted] = useState<{ field: SettingName } | null>(null);
  const go = (to: TabName) => {
    lastTab = to;
    setTab(to);
  };
  // From a line that says what is missing, to where it is put right.
  const jump: GoTo = (to, field) => {
    go(to);
    setWanted(field ? { field } : null);
    if (field) return;
    document.getElementById('main')?.querySelector('[role="tablist"]')?.scrollIntoView({ block: 'nearest' });
  };
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
      <Stack gap={32}>
        <Where isSample={isSample} />
        <EarlierNotice of="automationData" what="This cart recovery was" isWide />
        <FormerNotice of="automationData" what="your cart recovery" isWide />
        <Unsent />
        <Tiles analytics={analytics} currency={remote?.figures.currency ?? mainCurrency(abandonedCarts)} />
        <Tabs
          label="Cart recovery"
          value={tab}
          onChange={(id) => go(id as TabName)}
          tabs={[
            {
              id: 'carts',
              label: 'Carts',
              content: (
                <OrSample isSample={isSample}>
                  <CartsPart
                    isSample={isSample}
                    connect={() => jump('connect')}
                    campaigns={() => jump('campaigns')}
                  />
                </OrSample>
              ),
            },
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
            {
              id: 'numbers',
              label: 'Numbers',
              content: (
                <OrSample isSample={isSample}>
                  <NumbersPart isSample={isSample} />
                </OrSample>
              ),
            },
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
    </Page>
  );
}

/** Made-up carts lie on a sheet of their own, so that nobody takes them for theirs. */
const OrSample = ({ isSample, children }: { isSample: boolean; children: ReactNode }) =>
  isSample ? (
    <Sheet>
      <p className="mb-24 text-15 text-muted">
        <Marked>Sample data</Marked> Made up to look around. It isn’t saved or counted in your numbers.
      </p>
      {children}
    </Sheet>
  ) : (
    children
  );

/** Where all this is kept, when it is not the obvious place. */
function Where({ isSample }: { isSample: boolean }) {
  const { standing, refresh } = useAutomation();
  const { user, ready } = useViewer();
  if (!ready) return null;
  if (standing === 'unknown')
    return (
      <Notice
        kind="warn"
        title="Can’t reach the server"
        actions={
          <Button size="tool" onClick={() => void refresh()}>
            Try again
          </Button>
        }
      >
        Showing the last known state. Reminders are still being sent.
      </Notice>
    );
  // One line at a time: samples are nobody's.
  if (standing !== 'local' || isSample) return null;
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
