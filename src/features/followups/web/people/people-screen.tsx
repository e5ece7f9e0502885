import { Fragment, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from '#platform/web/router.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import Download from '#ui/icons/download.ts';
import { Link } from '#ui/link.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { followupsApi } from '../../rules/addresses.ts';
import type { OverviewAnswer, Segment } from '../../rules/contract.ts';
import { peoplePath, personPath } from '../paths.ts';
import { peopleWords } from '../say.ts';
import { useAnswer } from '#platform/web/use-answer.ts';
import { useSettled } from '#platform/web/use-settled.ts';
import { AddDialog } from './add-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { PeopleRows } from './people-rows.tsx';
import type { Condition } from '../../rules/question.ts';
import { ConditionList } from '../condition-list.tsx';
import { conditionsIn, everyone, queryOf, segmentOf } from './segment.ts';
import { SavedSegments } from './saved-segments.tsx';
import { SegmentFields } from './segment-fields.tsx';
import { soundTyped } from '../person/typed-person.ts';
import { useDrafts } from '../use-drafts.ts';
import { usePeople } from './use-people.ts';

/** Everyone a member knows by email, found by what they have in common. */
export function PeopleScreen() {
  const { user } = useViewer();
  if (user?.isOffline)
    return (
      <Notice title="People need an account" still>
        You’re working offline. Sign in with an account to see your people.
      </Notice>
    );
  return <Listed />;
}

/** Whom something was typed about that isn't saved; also who was deleted meanwhile, and stands in no list. */
function UnsavedPeople() {
  const drafts = Object.entries(useDrafts('followups-people', soundTyped).all);
  if (drafts.length === 0) return null;
  return (
    <Notice title="Unsaved changes on this device" still>
      {drafts.map(([id, { name }], at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link href={personPath(id)}>{name || 'A person without a name'}</Link>
        </Fragment>
      ))}
    </Notice>
  );
}

function Listed() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = segmentOf(search);
  const [typed, setTyped] = useState(asked.search);
  const settled = useSettled(typed.trim());
  // One that isn’t filled in yet stands in no address, and asks nothing.
  const [conditions, setConditions] = useState<readonly Condition[]>(asked.only ?? []);
  const only = conditionsIn(useSettled(JSON.stringify(conditions)));
  const { only: _, ...plain } = asked;
  const segment: Segment = { ...plain, search: settled, ...(only.length > 0 && { only }) };
  const query = queryOf(segment);
  // What is looked at stands in the address: a reload and a way back show the same.
  useEffect(() => {
    if (query !== queryOf(segmentOf(new URLSearchParams(window.location.search))))
      navigate(peoplePath + query, { replace: true });
  }, [query, navigate]);
  const { value: overview, retry: askAgain } = useAnswer<OverviewAnswer>(followupsApi.overview);
  const list = usePeople(segment);
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const isAll = query === '';

  const set = (change: Partial<Segment>) =>
    navigate(peoplePath + queryOf({ ...segment, ...change }), { replace: true });
  const buttons = (
    <>
      <Button variant="primary" onClick={() => setOpen('add')}>
        Add a person
      </Button>
      <Button onClick={() => setOpen('import')}>Import CSV</Button>
    </>
  );
  return (
    <Stack gap={24}>
      <Row className="justify-between">
        <p role="status" className="text-15 text-muted">
          {list.total === null ? 'Counting…' : `${peopleWords(list.total)}${isAll ? '' : ' fit'}`}
        </p>
        <Row>
          {buttons}
          <ButtonLink icon={Download} href={followupsApi.export + query} download="people.csv">
            {isAll ? 'Export CSV' : 'Export these as CSV'}
          </ButtonLink>
        </Row>
      </Row>
      <UnsavedPeople />
      <Stack gap={12}>
        <Field label="Search people" hideLabel compact>
          <TextInput
            type="search"
            placeholder="Search names and email addresses"
            maxLength={120}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Field>
        <SavedSegments
          segments={overview?.segments ?? []}
          segment={segment}
          show={(next) => {
            setTyped(next.search);
            setConditions(next.only ?? []);
            navigate(peoplePath + queryOf(next), { replace: true });
          }}
          refresh={askAgain}
        />
        <Row className="items-end">
          <SegmentFields segment={segment} overview={overview} set={set} />
          {!isAll && (
            <Button
              variant="quiet"
              onClick={() => {
                setTyped('');
                setConditions([]);
                navigate(peoplePath, { replace: true });
              }}
            >
              Clear
            </Button>
          )}
        </Row>
        <ConditionList
          label="More conditions"
          conditions={conditions}
          tags={overview?.tags ?? []}
          set={setConditions}
        />
      </Stack>
      {list.problem ? (
        <ErrorState
          title="Couldn’t load your people"
          safe="Nothing has changed."
          actions={<Button onClick={list.retry}>Try again</Button>}
        >
          {list.problem.message}
        </ErrorState>
      ) : list.people === null ? (
        <Skeleton shape="table" rows={6} label="Loading your people" />
      ) : list.people.length === 0 ? (
        isAll ? (
          <EmptyState title="Nobody here yet" pencilled="maya@example.com" action={buttons}>
            Whoever leaves their email address in a funnel, buys or signs appears here by themselves. You can
            also add people who agreed to hear from you elsewhere.
          </EmptyState>
        ) : (
          <EmptyState title="Nobody fits">Try another search, or clear a filter.</EmptyState>
        )
      ) : (
        <>
          <PeopleRows people={list.people} />
          {list.failed && <Notice kind="warn">{list.failed}</Notice>}
          {list.hasMore && (
            <div>
              <Button busy={list.isBusy && 'Loading'} onClick={() => void list.more()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
      <AddDialog
        open={open === 'add'}
        onClose={() => setOpen(null)}
        onAdded={(id) => navigate(personPath(id))}
        tags={overview?.tags ?? []}
      />
      <ImportDialog
        open={open === 'import'}
        onClose={() => setOpen(null)}
        onImported={() => {
          setTyped('');
          setConditions([]);
          navigate(peoplePath + queryOf(everyone), { replace: true });
          list.retry();
        }}
        tags={overview?.tags ?? []}
      />
    </Stack>
  );
}
