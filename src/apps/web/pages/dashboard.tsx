import Circle from '#ui/icons/circle.ts';
import CircleCheck from '#ui/icons/circle-check.ts';
import { type ComponentType, useEffect, useId, useState } from 'react';
import { useAuth } from '#features/accounts/web/auth-provider.tsx';
import { MemberGate } from '#features/accounts/web/gate.tsx';
import { waitingWords } from '#features/accounts/rules/offline-words.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { whenIdle } from '#platform/web/idle.ts';
import { useLocation } from '#platform/web/router.tsx';
import { Reveal } from '#platform/web/reveal.tsx';
import { readStored } from '#platform/web/storage.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/feedback.tsx';
import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import { PageBoundary } from '../boundaries.tsx';
import { type DashboardBlock, dashboardBlocks, type FirstStep, firstSteps } from '../dashboard-blocks.ts';

/** The member's dashboard, one block per feature that has something to show. */
export default function DashboardPage() {
  return (
    <MemberGate preparing={waitingWords.dashboard}>
      <Dashboard />
    </MemberGate>
  );
}

const blocks = [...dashboardBlocks].sort((a, b) => a.order - b.order);
const first = blocks.slice(0, 1).map(({ part }) => part);
export { first };

function Dashboard() {
  const { user } = useAuth();
  const [isAway, setAway] = useState(false);
  const steps = useFirstSteps();
  const turn = useTurns(blocks.length);
  const { hash } = useLocation();
  if (!user) return null;
  const stepsAs = (className: string) =>
    steps && !isAway && <FirstSteps steps={steps} className={className} hide={() => setAway(true)} />;
  return (
    <Page
      kind="list"
      title={`Hello, ${user.displayName}`}
      lead="Your documents, purchases and settings, in one place."
      actions={user.isOffline && <Tag tone="warn">Working offline</Tag>}
      aside={stepsAs('hidden lg:block')}
    >
      <div className="flex flex-col gap-64">
        {/* On a phone they come first, not after everything else. */}
        {stepsAs('lg:hidden')}
        {blocks.map((block, index) => (
          <section key={block.feature} id={block.feature} aria-labelledby={`${block.feature}-title`}>
            <h2 id={`${block.feature}-title`} className="mb-16 text-21">
              {block.title}
            </h2>
            {index < turn || hash === `#${block.feature}` ? (
              <Block block={block} />
            ) : (
              <BlockWaits block={block} />
            )}
          </section>
        ))}
      </div>
    </Page>
  );
}

/** A block that fails to load doesn't affect the others. */
function Block({ block }: { block: DashboardBlock }) {
  return (
    <PageBoundary isPart retry={async () => block.part.forget()} missing={null}>
      <Reveal ready={() => block.part.preload()} fallback={<BlockWaits block={block} />}>
        <Part block={block} />
      </Reveal>
    </PageBoundary>
  );
}

const BlockWaits = ({ block }: { block: DashboardBlock }) => (
  <Skeleton shape={block.shape} {...(block.rows && { rows: block.rows })} label={`Loading ${block.title}`} />
);

/** How many blocks are rendered: the first at once, the others one by one when there is idle time. */
function useTurns(count: number): number {
  const [turn, setTurn] = useState(1);
  useEffect(() => {
    if (turn >= count) return undefined;
    let isHere = true;
    let cancel = () => {};
    const next = () => {
      if (isHere) cancel = whenIdle(() => setTurn(turn + 1), 100);
    };
    // After the frame that rendered the first one.
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(next));
    if (turn > 1) next();
    else Promise.all(first.map((part) => part.preload())).then(drawn, drawn);
    return () => {
      isHere = false;
      cancel();
    };
  }, [turn, count]);
  return turn;
}

function Part({ block }: { block: DashboardBlock }) {
  const Body = block.part.read().default as ComponentType;
  return <Body />;
}

type Step = FirstStep & { done: boolean };

/** What a new member might do next; null if nothing is left. */
function useFirstSteps(): Step[] | null {
  const { user } = useAuth();
  const exists = usePathExists();
  if (!user) return null;
  const steps = firstSteps
    .filter(({ href, needsHub }) => exists(href.replace(/#.*/, '')) && !(needsHub && user.isOffline))
    .map((step) => ({ ...step, done: step.isDone({ user, read: readStored }) }));
  return steps.some(({ done }) => !done) ? steps : null;
}

/** Completes itself. */
function FirstSteps({ steps, className, hide }: { steps: Step[]; className: string; hide: () => void }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`border border-hairline bg-surface p-24 ${className}`}>
      <h2 id={id} className="text-17">
        First steps
      </h2>
      <p className="mt-4 text-15 text-muted">
        {steps.filter(({ done }) => done).length} of {steps.length} done
      </p>
      <ul className="mt-16 flex flex-col gap-12 text-15">
        {steps.map(({ title, href, done }) => (
          <li key={title} className="flex items-start gap-8">
            <span className={done ? 'mt-4 text-ok' : 'mt-4 text-muted'}>
              <Icon of={done ? CircleCheck : Circle} size={16} label={done ? 'Done' : 'To do'} />
            </span>
            {done ? <span className="text-muted">{title}</span> : <Link href={href}>{title}</Link>}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="tool" className="-ml-12 mt-16" onClick={hide}>
        Hide
      </Button>
    </section>
  );
}

export const head = () => ({ title: 'Dashboard', description: 'Your documents, purchases and settings.' });
