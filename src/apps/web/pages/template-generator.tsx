import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { BrandingProvider } from '#features/branding/web/branding-provider.tsx';
import type { DocumentDetail } from '#features/documents/rules/contract.ts';
import { type Section, withSections } from '#features/documents/rules/template/sections.ts';
import { DraftHelp } from '#features/documents/web/help/draft-help.tsx';
import { RequestForm, tool } from '#features/documents/web/request/request-form.tsx';
import {
  draftsIn,
  keepSections,
  type KeptDraft,
  keptDraftsText,
  nameOfDraft,
} from '#features/documents/web/request/kept-drafts.ts';
import { documentOf, whatThereIs } from '#features/documents/web/request/library.ts';
import type { Drafter } from '#features/documents/web/request/use-drafting.ts';
import { unlimited } from '#features/plans/rules/plans.ts';
import { meterOf } from '#features/plans/rules/usage.ts';
import { SubscriptionProvider, useSubscription } from '#features/plans/web/subscription-provider.tsx';
import type { PageHead } from '#platform/web/chunks.ts';
import { usePathExists } from '#platform/web/hub.tsx';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Link } from '#ui/link.tsx';
import { Page } from '#ui/page.tsx';
import { toast } from '#ui/toast.tsx';
import { UsageBar } from '#ui/usage.tsx';
import { useWhole } from '../documents/whole.ts';
import { ConnectedGenerator, useOwner } from '../connected-generator.tsx';

export const head = (): PageHead => ({
  title: 'Describe a document',
  description:
    'Describe what you need in your own words. Get a complete contract, document or template to fill in, brand, save and export.',
});

/** A request in plain language, or the draft in the URL. */
export default function TemplateGenerator() {
  const [search] = useSearchParams();
  const id = search.get('draft');
  return (
    <SubscriptionProvider>
      <BrandingProvider>
        {id ? <Draft key={id} id={id} /> : <Request again={search.get('again')} />}
      </BrandingProvider>
    </SubscriptionProvider>
  );
}

/** The configured model; undefined until it is known. */
function useModel(): string | null | undefined {
  const [model, setModel] = useState<string | null>();
  useEffect(() => {
    whatThereIs().then(
      (there) => setModel(there.model),
      () => setModel(null),
    );
  }, []);
  return model;
}

function Request({ again: againOf }: { again: string | null }) {
  const { gate, use: count, refresh } = useSubscription();
  const { user, mode } = useViewer();
  const navigate = useNavigate();
  const exists = usePathExists();
  const isOffline = mode === 'offline' || user?.isOffline === true;
  const owner = useOwner();
  const drafter = useMemo<Drafter>(
    () => ({
      where: user && !isOffline ? 'hub' : 'here',
      owns: (slug) => owner(slug) !== null,
      refused() {
        const decision = gate('aiTemplates');
        return decision.allowed ? null : decision.refusal.words;
      },
      // Offline, no one counts.
      countHere: () => void (!user && !isOffline && count('aiTemplates')),
      refresh: () => void refresh(),
    }),
    [user, isOffline, gate, count, refresh, owner],
  );
  const kept = useSyncExternalStore(never, keptDraftsText, () => undefined);
  const again = useMemo(() => draftsIn(kept ?? '[]').find(({ id }) => id === againOf), [kept, againOf]);
  const open = useCallback((id: string) => navigate(`${tool}?draft=${id}`), [navigate]);
  const atLimit = gate('aiTemplates').allowed ? null : (
    <>
      {exists('/plans') && <ButtonLink href="/plans">See the plans</ButtonLink>}
      {exists('/tools/classic-template-generator') && (
        <ButtonLink href="/tools/classic-template-generator">Fill in a document yourself</ButtonLink>
      )}
    </>
  );
  return (
    <RequestForm
      drafter={drafter}
      allowance={<Allowance />}
      atLimit={atLimit}
      onOpen={open}
      again={again ?? null}
    />
  );
}

/** How many drafts have been used, and what writes them; in one height from the first moment on. */
const Allowance = () => (
  <div className="min-h-96">
    <DraftsUsed />
  </div>
);

function DraftsUsed({ isBrief = false }: { isBrief?: boolean }) {
  const { currentPlan, aiTemplateUsage, usage } = useSubscription();
  const { ready, user, mode } = useViewer();
  const model = useModel();
  if (!ready || currentPlan === null)
    return <p className="text-13 text-muted">Loading this month’s drafts...</p>;
  const isOffline = mode === 'offline' || user?.isOffline === true;
  const { counter, limit } = meterOf(currentPlan, 'aiTemplates');
  const used = counter === 'aiTemplateUsage' ? aiTemplateUsage.count : usage.aiTemplates;
  const isByModel = user && !isOffline && model !== null;
  // No mention of a model before it is known.
  const byModel = model === undefined ? '' : `${model} writes.`;
  const writer = isByModel
    ? byModel
    : 'The built-in writer uses our clause library. No AI model reads your request.';
  if (isBrief && !isOffline) {
    const of = limit === unlimited ? '' : ` of ${limit}`;
    return <p className="text-13 text-muted">{`${used}${of} generated drafts used this month. ${writer}`}</p>;
  }
  if (isOffline) return <p className="text-muted">Drafts aren’t counted offline. {writer}</p>;
  return (
    <UsageBar
      of="generated drafts"
      verb="used this month"
      used={used}
      limit={limit === unlimited ? null : limit}
      note={writer}
    />
  );
}

const never = () => () => undefined;
const none: readonly Section[] = [];

/** A draft stored on this device, in the generator: editing resumes where it was left. */
function Draft({ id }: { id: string }) {
  const kept = useSyncExternalStore(never, keptDraftsText, () => undefined);
  const draft = useMemo(
    () => (kept === undefined ? undefined : (draftsIn(kept).find((one) => one.id === id) ?? null)),
    [kept, id],
  );
  const [made, setMade] = useState<DocumentDetail | null>(null);
  const [changed, setChanged] = useState<readonly Section[] | null>(null);
  const sections = changed ?? draft?.sections ?? none;
  const whole = useWhole(made);
  const detail = useMemo(
    () => whole && { ...whole, template: withSections(whole.template, sections) },
    [whole, sections],
  );
  const template = detail?.template;
  const [failed, setFailed] = useState(false);
  const { user } = useViewer();
  const model = useModel();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!draft) return undefined;
    let isHere = true;
    documentOf(draft.slug).then(
      (found) => isHere && setMade(found),
      () => isHere && setFailed(true),
    );
    return () => {
      isHere = false;
    };
  }, [draft, tries]);
  const load = () => {
    setFailed(false);
    setTries((old) => old + 1);
  };

  // From now on, the clause has this wording in this draft; exports and saves use it.
  const change = useCallback(
    (clause: string, text: string | null) => {
      const others = sections.filter((one) => one.clause !== clause);
      const next = text === null ? others : [...others, { heading: '', text, clause }];
      setChanged(next);
      if (keepSections(id, next) !== 'written')
        toast.error('This browser’s storage is full. Your change is lost when you leave this page.');
    },
    [id, sections],
  );

  const hasModel = Boolean(user && !user.isOffline && model);
  const beside = useCallback<NonNullable<ComponentProps<typeof ConnectedGenerator>['beside']>>(
    (state, findings, goTo) =>
      template && (
        <DraftHelp
          template={template}
          state={state}
          findings={findings}
          onGoTo={goTo}
          hasModel={hasModel}
          sections={sections}
          onClause={change}
        />
      ),
    [template, hasModel, sections, change],
  );

  if (draft === null) {
    return (
      <Blank title="This draft isn’t on this device">
        <p className="max-w-measure">
          Drafts stay on the device that made them. Saved documents are in your dashboard.
        </p>
        <ButtonLink href={tool} className="mt-24">
          Start a new draft
        </ButtonLink>
      </Blank>
    );
  }
  if (failed) {
    return (
      <Blank title={draft?.title ?? 'Draft'}>
        <ErrorState
          title="Couldn’t load the document"
          safe="Your draft is still on this device."
          actions={<Button onClick={load}>Try again</Button>}
        >
          Can’t reach the server.
        </ErrorState>
      </Blank>
    );
  }
  if (!draft || !detail) {
    return (
      <Blank title="Your draft">
        <Skeleton shape="paper" label="Loading your draft" />
      </Blank>
    );
  }
  return (
    <ConnectedGenerator
      detail={detail}
      keptAs={nameOfDraft(id)}
      sections={sections}
      above={<Origin draft={draft} />}
      beside={beside}
    />
  );
}

const Blank = ({ title, children }: { title: string; children: ReactNode }) => (
  <Page kind="list" title={title}>
    {children}
  </Page>
);

/** Which model wrote it and from which request, and what is left this month. */
function Origin({ draft }: { draft: KeptDraft }) {
  const by = draft.by ?? 'the built-in writer';
  return (
    <div className="mx-auto mb-16 max-w-measure">
      <Notice
        still
        title={`Written by ${by}.`}
        actions={
          <>
            <Link href={`${tool}?again=${draft.id}`}>Not this document, or other facts?</Link>
            <Link href={tool}>New request</Link>
            <Link href={`/tools/classic-template-generator?document=${draft.slug}`}>
              Blank version of this document
            </Link>
          </>
        }
      >
        {draft.note && <p>{draft.note}</p>}
        <p className="line-clamp-2 text-13 text-muted">
          “{draft.request.length > 280 ? `${draft.request.slice(0, 280)}…` : draft.request}”
        </p>
        <DraftsUsed isBrief />
      </Notice>
    </div>
  );
}
