import { useId, useState } from 'react';
import type { AuthUser } from '#features/accounts/rules/user.ts';
import { plans } from '#features/plans/rules/plans.ts';
import { PlanBar } from '#features/plans/web/plan-use.tsx';
import { Tiles } from '#features/recovery/web/numbers-part.tsx';
import { useHub, usePathExists } from '#platform/web/hub.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState, kindIcons, Notice, Skeleton } from '#ui/feedback.tsx';
import { Icon } from '#ui/icon.tsx';
import Circle from '#ui/icons/circle.ts';
import CircleCheck from '#ui/icons/circle-check.ts';
import { Link } from '#ui/link.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { Tag } from '#ui/text.tsx';
import { Mini } from '#ui/mini.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { type Recent, recentWork } from './recent.ts';
import { firstSteps, type Step } from './steps.ts';
import { useFacts } from './use-facts.ts';
import { type Waits, waitingFor } from './waiting.ts';

/** What waits for somebody, then what they worked on last. */
export function Overview({ user }: { user: AuthUser }) {
  const facts = useFacts();
  const { account, saved, funnels, companyName } = facts;
  const exists = usePathExists();
  const steps = firstSteps({
    user,
    companyName,
    documents: saved.length,
    funnels: funnels.length,
  }).filter(({ href }) => exists(href));
  const isKnown = facts.isKnown && account !== null;
  return (
    <Page
      kind="list"
      title={`Hello, ${user.displayName}`}
      lead={user.email}
      actions={user.isOffline && <Tag tone="warn">Working offline</Tag>}
      aside={
        isKnown ? <Beside facts={facts} steps={steps} /> : <Skeleton rows={6} label="Loading your plan" />
      }
    >
      {isKnown ? (
        <Stack gap={48}>
          <WaitingList waits={waitingFor(account)} isPartial={facts.isPartial} retry={facts.retry} />
          <RecentWork recent={recentWork(saved, funnels, account.orders ?? [])} />
          {facts.figures && facts.figures.analytics.totalAbandoned > 0 && (
            <Part title="Cart recovery" href="/automation" more="Open cart recovery">
              <Tiles analytics={facts.figures.analytics} currency={facts.figures.currency} />
            </Part>
          )}
        </Stack>
      ) : (
        <Stack gap={48}>
          <Skeleton shape="table" rows={2} label="Loading what is waiting for you" />
          <Skeleton shape="table" rows={6} label="Loading your recent work" />
        </Stack>
      )}
    </Page>
  );
}

function Part({
  title,
  href,
  more,
  children,
}: {
  title: string;
  href?: string;
  more?: string;
  children: React.ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-12 flex flex-wrap items-baseline justify-between gap-x-16">
        <h2 id={id} className="text-21">
          {title}
        </h2>
        {href && <Link href={href}>{more}</Link>}
      </div>
      {children}
    </section>
  );
}

const colors = { danger: 'text-danger', warn: 'text-warn', info: 'text-muted' };

function WaitingList({
  waits,
  isPartial,
  retry,
}: {
  waits: readonly Waits[];
  isPartial: boolean;
  retry: () => void;
}) {
  return (
    <Part title="Waiting for you">
      {isPartial && (
        <Notice
          kind="warn"
          title="Some of this couldn’t be loaded"
          actions={
            <Button size="tool" onClick={retry}>
              Try again
            </Button>
          }
        >
          Nothing has changed.
        </Notice>
      )}
      {waits.length === 0 ? (
        !isPartial && <p className="text-muted">Nothing is waiting for you.</p>
      ) : (
        <Sheet>
          <ul className="-my-12">
            {waits.map(({ key, tone, title, note, action }) => (
              <li
                key={key}
                className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-16 gap-y-8 border-t border-hairline py-12 first:border-t-0 md:grid-cols-[auto_minmax(0,1fr)_auto]"
              >
                <span className={`self-start pt-4 ${colors[tone]}`}>
                  <Icon of={kindIcons[tone]} />
                </span>
                <span className="min-w-0">
                  <strong className="block font-medium [overflow-wrap:anywhere]">{title}</strong>
                  <span className="block text-15 text-muted [overflow-wrap:anywhere]">{note}</span>
                </span>
                <ButtonLink href={action.href} className="col-start-2 justify-self-start md:col-start-3">
                  {action.label}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </Part>
  );
}

const columnsOf = (day: (iso: string) => string): [TableColumn<Recent>, ...TableColumn<Recent>[]] => [
  {
    head: 'Name',
    cell: ({ name, href, kind }) => (
      // The sheet stands beside the line: the words of all columns stay on one.
      <span className="relative block pl-48 max-md:min-h-32">
        <span className="absolute -top-4 left-0">
          <Mini kind={kind} />
        </span>
        <Link quiet href={href}>
          {name}
        </Link>
      </span>
    ),
  },
  { head: 'Kind', label: false, cell: ({ kind, note }) => (note ? `${kind}, ${note}` : kind) },
  { head: 'Changed', label: false, align: 'end', cell: ({ at }) => day(at) },
];

function RecentWork({ recent }: { recent: readonly Recent[] }) {
  const { site } = useHub();
  const day = (iso: string) =>
    new Intl.DateTimeFormat(site.language, { dateStyle: 'medium' }).format(new Date(iso));
  if (recent.length === 0)
    return (
      <Part title="Recent work">
        <EmptyState
          title="Nothing here yet"
          pencilled="Your first document"
          action={<ButtonLink href="/tools/template-generator">Write a document</ButtonLink>}
        >
          Documents, funnels and purchases appear here, newest first.
        </EmptyState>
      </Part>
    );
  return (
    <Part title="Recent work">
      <Table
        caption="Recent work"
        hideCaption
        rows={recent}
        rowKey={({ key }) => key}
        columns={columnsOf(day)}
      />
    </Part>
  );
}

function Beside({ facts: { plan }, steps }: { facts: ReturnType<typeof useFacts>; steps: readonly Step[] }) {
  const [isAway, setAway] = useState(false);
  return (
    <Stack gap={32}>
      {!isAway && steps.some(({ done }) => !done) && <FirstSteps steps={steps} hide={() => setAway(true)} />}
      {plan && (
        <Part title={`${plans[plan].name} plan`} href="/dashboard/plan" more="All usage">
          <Stack gap={16}>
            <PlanBar brief feature="savedTemplates" plan={plan} />
            <PlanBar brief feature="aiTemplates" plan={plan} />
          </Stack>
        </Part>
      )}
    </Stack>
  );
}

/** Completes itself. */
function FirstSteps({ steps, hide }: { steps: readonly Step[]; hide: () => void }) {
  const id = useId();
  return (
    <Sheet>
      <section aria-labelledby={id}>
        <h2 id={id} className="text-17">
          First steps
        </h2>
        <p className="mt-4 text-15 text-muted">
          {steps.filter(({ done }) => done).length} of {steps.length} done
        </p>
        <ul className="mt-12 flex flex-col text-15">
          {steps.map(({ title, href, done }) => (
            <li key={title} className="flex min-h-48 items-center gap-8">
              <span className={done ? 'text-ok' : 'text-muted'}>
                <Icon of={done ? CircleCheck : Circle} size={16} label={done ? 'Done' : 'To do'} />
              </span>
              {done ? <s className="text-muted">{title}</s> : <Link href={href}>{title}</Link>}
            </li>
          ))}
        </ul>
        <Button variant="quiet" size="tool" className="-ml-12 mt-8" onClick={hide}>
          Hide
        </Button>
      </section>
    </Sheet>
  );
}
