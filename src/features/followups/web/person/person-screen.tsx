import { useState } from 'react';
import { useNavigate } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Tag } from '#ui/text.tsx';
import { followupsApi } from '../../rules/addresses.ts';
import type { OverviewAnswer, PersonDetail } from '../../rules/contract.ts';
import { callOf, peoplePath } from '../paths.ts';
import { standingWords } from '../say.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { Consent } from './consent.tsx';
import { DeletePerson } from './delete-person.tsx';
import { GonePerson } from './gone.tsx';
import { History } from './history.tsx';
import { Messages } from './messages.tsx';
import { PersonForm } from './person-form.tsx';
import { Runs } from './runs.tsx';
import { Texts } from './texts.tsx';

/** One person: who they are, how they agreed, and everything that happened or will. */
export function PersonScreen({ id }: { id: string }) {
  const { user } = useViewer();
  const { value, problem, retry, set } = useAnswer<PersonDetail>(
    user?.isOffline ? null : callOf('person', id),
  );
  const overview = useAnswer<OverviewAnswer>(user?.isOffline ? null : followupsApi.overview).value;
  if (user?.isOffline)
    return (
      <Page kind="list" title="Person">
        <Notice title="People need an account" still>
          You’re working offline. Sign in with an account to see your people.
        </Notice>
      </Page>
    );
  if (value) return <One detail={value} tags={overview?.tags ?? []} onChange={set} refresh={retry} />;
  if (problem) {
    if (problem.code === 'not_found') return <GonePerson id={id} />;
    return (
      <Page kind="list" title="Person">
        <ErrorState
          title="Couldn’t load this person"
          safe="Nothing has changed."
          actions={
            <>
              <Button onClick={retry}>Try again</Button>
              <ButtonLink href={peoplePath}>All people</ButtonLink>
            </>
          }
        >
          {problem.message}
        </ErrorState>
      </Page>
    );
  }
  return (
    <Page kind="list" title="Person">
      <Skeleton rows={6} label="Loading this person" />
    </Page>
  );
}

interface OneProps {
  detail: PersonDetail;
  tags: readonly string[];
  onChange(detail: PersonDetail): void;
  refresh(): void;
}

function One({ detail, tags, onChange, refresh }: OneProps) {
  const { person, runs, messages, history } = detail;
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const [isGone, setGone] = useState(false);
  const { words, tone } = standingWords[person.standing];
  if (isGone) return <GonePerson id={person.id} />;
  return (
    <Page
      kind="list"
      title={<span className="break-words">{person.name || person.email}</span>}
      lead={person.name ? person.email : undefined}
      actions={
        <>
          <Tag tone={tone}>{words}</Tag>
          <Button variant="quiet" onClick={() => setLeaving(true)}>
            Delete…
          </Button>
        </>
      }
      aside={<History history={history} />}
    >
      <Stack gap={48}>
        <Runs person={person} runs={runs} refresh={refresh} />
        <PersonForm person={person} tags={tags} onSaved={onChange} onGone={() => setGone(true)} />
        <Consent person={person} />
        <Texts person={person} onSaved={onChange} />
        <Messages messages={messages} />
      </Stack>
      <DeletePerson
        open={isLeaving}
        detail={detail}
        onClose={() => setLeaving(false)}
        onGone={() => navigate(peoplePath)}
      />
    </Page>
  );
}
