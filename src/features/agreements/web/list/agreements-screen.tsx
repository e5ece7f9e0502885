import { useDeferredValue, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { withSession } from '#platform/web/session.ts';
import { useSettled } from '#platform/web/use-settled.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { agreementsPath } from '../../rules/addresses.ts';
import { agreementsApi } from '../../rules/member-addresses.ts';
import type { AgreementHead, AgreementList } from '../../rules/contract.ts';
import { OpenLinks } from '../open/open-links.tsx';
import { useAnswer } from '#platform/web/use-answer.ts';
import { DueView } from '../due/due-view.tsx';
import { AgreementRows } from './agreement-rows.tsx';
import { SavedSignature } from './saved-signature.tsx';
import { Unsent } from './unsent.tsx';

type Show = 'all' | 'due' | 'yours' | 'theirs' | 'signed' | 'declined' | 'expired';

const labels: Record<Show, string> = {
  all: 'All',
  due: 'Due',
  yours: 'Waiting for you',
  theirs: 'Waiting for others',
  signed: 'Signed',
  declined: 'Declined',
  expired: 'Expired',
};
const isShow = (text: string | null): text is Show => text !== null && Object.hasOwn(labels, text);

/** Everything that was sent to be signed, each with its next step. */
export function AgreementsScreen() {
  const { user } = useViewer();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const wanted = search.get('show');
  const show = isShow(wanted) ? wanted : 'all';
  /** Only what came from one open link. */
  const link = search.get('link') ?? '';
  const [typed, setTyped] = useState('');
  const query = useDeferredValue(useSettled(typed.trim()));
  const [counts, setCounts] = useState<AgreementList['counts'] | null>(null);
  if (user?.isOffline)
    return (
      <Notice title="Agreements need an account" still>
        You’re working offline. Sign in with an account to send documents and see who signed.
      </Notice>
    );
  const tab = (id: Show) => ({
    id,
    label: (
      <>
        {labels[id]}
        {id !== 'all' && id !== 'due' && counts !== null && counts[id] > 0 && (
          <span className="ui-mono text-muted">{counts[id]}</span>
        )}
      </>
    ),
    content:
      id === show &&
      (id === 'due' ? (
        <DueView query={query} />
      ) : (
        <Listed key={`${id} ${query} ${link}`} show={id} query={query} link={link} onCounts={setCounts} />
      )),
  });
  return (
    <Stack gap={16}>
      {link === '' && <Unsent />}
      <OpenLinks only={link} />
      <Field label="Search agreements" hideLabel compact>
        <TextInput
          type="search"
          placeholder="Search titles and people"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Tabs
        label="Agreements"
        value={show}
        onChange={(id) => navigate(agreementsPath + asking(id, link), { replace: true })}
        tabs={[
          tab('all'),
          ...(link === '' ? [tab('due')] : []),
          tab('yours'),
          tab('theirs'),
          tab('signed'),
          tab('declined'),
          tab('expired'),
        ]}
      />
      {link === '' && <SavedSignature />}
    </Stack>
  );
}

function asking(show: string, link: string): string {
  const asked = new URLSearchParams({ ...(show !== 'all' && { show }), ...(link && { link }) }).toString();
  return asked && `?${asked}`;
}

interface ListedProps {
  show: Exclude<Show, 'due'>;
  query: string;
  link: string;
  onCounts(counts: AgreementList['counts']): void;
}

function Listed({ show, query, link, onCounts }: ListedProps) {
  const asked = new URLSearchParams({ show, ...(query && { q: query }), ...(link && { link }) });
  const path = `${agreementsApi.all}?${asked}`;
  const { value, problem, retry } = useAnswer<AgreementList>(path);
  const [rest, setRest] = useState<{
    after: AgreementList;
    agreements: AgreementHead[];
    more: boolean;
  } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (value) onCounts(value.counts);
  }, [value, onCounts]);
  if (problem)
    return (
      <ErrorState
        title="Couldn’t load your agreements"
        safe="Nothing has changed. Links you sent keep working."
        actions={<Button onClick={retry}>Try again</Button>}
      >
        {problem.message}
      </ErrorState>
    );
  if (!value) return <Skeleton shape="table" rows={6} label="Loading your agreements" />;
  const added = rest?.after === value ? rest : null;
  const all = [...value.agreements, ...(added?.agreements ?? [])];
  const hasMore = added?.more ?? value.more;
  if (all.length === 0) return <Nothing show={show} query={query} link={link} />;

  async function next() {
    const last = all.at(-1);
    if (!last || !value) return;
    setBusy(true);
    setFailed(null);
    try {
      const page = await withSession(() => api<AgreementList>(`${path}&before=${last.id}`));
      const known = new Set(all.map(({ id }) => id));
      setRest({
        after: value,
        agreements: [...(added?.agreements ?? []), ...page.agreements.filter(({ id }) => !known.has(id))],
        more: page.more,
      });
    } catch (thrown) {
      setFailed(thrown instanceof Problem ? thrown.message : 'Couldn’t load more.');
    }
    setBusy(false);
  }

  return (
    <Stack gap={16}>
      <AgreementRows agreements={all} />
      {failed && <Notice kind="warn">{failed}</Notice>}
      {hasMore && (
        <div>
          <Button busy={isBusy && 'Loading'} onClick={() => void next()}>
            Show more
          </Button>
        </div>
      )}
    </Stack>
  );
}

const nothing: Record<Exclude<Show, 'all' | 'due'>, [title: string, words: string]> = {
  yours: ['Nothing is waiting for you', 'Documents that you still have to sign appear here.'],
  theirs: ['Nobody has anything to sign', 'Documents that others still have to sign appear here.'],
  signed: ['Nothing is signed yet', 'Signed documents stay here, with their final file.'],
  declined: ['Nobody has declined', 'If someone declines, you see their reason here.'],
  expired: ['Nothing has expired', 'What wasn’t signed in time can be extended here.'],
};

function Nothing({ show, query, link }: Pick<ListedProps, 'show' | 'query' | 'link'>) {
  if (query)
    return <EmptyState title="Nothing found">Try another title, or the name of a person.</EmptyState>;
  if (link && show === 'all')
    return <EmptyState title="Nobody has signed yet">Give the link to whoever should sign.</EmptyState>;
  if (show !== 'all') {
    const [title, words] = nothing[show];
    return <EmptyState title={title}>{words}</EmptyState>;
  }
  return (
    <EmptyState
      title="Nothing sent yet"
      pencilled="Signed, and by whom"
      action={
        <>
          <ButtonLink variant="primary" href="/dashboard/templates">
            Choose a saved document
          </ButtonLink>
          <ButtonLink href="/documents">Write a new one</ButtonLink>
        </>
      }
    >
      Send a document, and the other side signs it on their phone, without an account.
    </EmptyState>
  );
}
