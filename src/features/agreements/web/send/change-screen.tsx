import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { withSession } from '#platform/web/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { EmptyState, Notice, Skeleton } from '#ui/feedback.tsx';
import { Field, TextArea } from '#ui/field.tsx';
import { Page, Stack } from '#ui/page.tsx';
import { Sheet } from '#ui/stationery.tsx';
import { toast } from '#ui/toast.tsx';
import { agreementPath } from '../../rules/addresses.ts';
import type { AgreementDetail } from '../../rules/contract.ts';
import { agreementsApi } from '../../rules/member-addresses.ts';
import type { ReviseBody, Revised } from '../../rules/revise-contract.ts';
import { namesOf } from '../../rules/words.ts';
import { Changes } from '../talk/changes.tsx';
import { useAnswer } from '#platform/web/use-answer.ts';
import type { ToSend } from './send-screen.tsx';

interface ChangeScreenProps {
  /** The agreement that is out. */
  id: string;
  document: ToSend;
  /** The document on paper. */
  paper: ReactNode;
  /** Where the saved document is changed. */
  editHref: string;
}

/** What would change for the people of an agreement if the saved document took the place of what is out. */
export function ChangeScreen({ id, document, paper, editHref }: ChangeScreenProps) {
  const { value: detail, problem, retry } = useAnswer<AgreementDetail>(agreementsApi.one(id));
  const [look, setLook] = useState<Revised | null>(null);
  const [failed, setFailed] = useState<Problem | null>(null);
  const [why, setWhy] = useState('');
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const version = detail?.versions.at(-1)?.version;
  const isOut = detail?.agreement.state === 'out';
  const post = useCallback(
    (more: Pick<ReviseBody, 'version' | 'look' | 'why'>) => {
      const { html, branding, slug, answers } = document;
      const body: ReviseBody = {
        html,
        ...(branding && { branding }),
        ...(slug && { slug }),
        ...(answers && { answers }),
        ...more,
      };
      return withSession(() =>
        api<Revised>(agreementsApi.text(id), { method: 'POST', body, timeoutMs: 60_000 }),
      );
    },
    [document, id],
  );
  useEffect(() => {
    if (version === undefined || !isOut) return undefined;
    let isHere = true;
    post({ version, look: true }).then(
      (found) => isHere && (setLook(found), setFailed(null)),
      (thrown: unknown) => isHere && setFailed(thrown instanceof Problem ? thrown : new Problem('internal')),
    );
    return () => {
      isHere = false;
    };
  }, [post, version, isOut]);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy || version === undefined) return;
    setBusy(true);
    setFailed(null);
    try {
      await post({ version, why: why.trim() });
      toast.success('Sent. Everyone who was asked gets the new version.');
      navigate(agreementPath(id));
    } catch (thrown) {
      setFailed(thrown instanceof Problem ? thrown : new Problem('internal'));
      setBusy(false);
    }
  }

  const back = <ButtonLink href={agreementPath(id)}>Open the agreement</ButtonLink>;
  const wrong = problem ?? (look ? null : failed);
  return (
    <Page
      kind="form"
      title="Change what is out"
      aside={<div className="max-lg:hidden">{paper}</div>}
      lead={detail && `“${detail.agreement.title}”, for ${namesOf(detail.people.map(({ name }) => name))}`}
    >
      {wrong ? (
        <ErrorState
          title="Couldn’t compare the texts"
          safe="Nothing has changed. Links you sent keep working."
          actions={
            <>
              {problem && <Button onClick={retry}>Try again</Button>}
              {back}
            </>
          }
        >
          {wrong.message}
        </ErrorState>
      ) : detail && !isOut ? (
        <EmptyState title="This agreement has ended" action={back}>
          Its text can’t be changed anymore.
        </EmptyState>
      ) : !look ? (
        <Skeleton shape="form" rows={4} label="Comparing the texts" />
      ) : look.changes.length === 0 ? (
        <EmptyState
          title="Nothing is different yet"
          action={
            <>
              <ButtonLink variant="primary" href={editHref}>
                Change the saved document
              </ButtonLink>
              {back}
            </>
          }
        >
          The saved document says what is out. Change and save it, then choose “Send to sign”.
        </EmptyState>
      ) : (
        <form noValidate onSubmit={(event) => void send(event)}>
          <Stack gap={24}>
            {look.again.length > 0 && (
              <Notice kind="warn" still title={`${namesOf(look.again)} will have to sign again`}>
                A signature is for the text that was signed, and for no other.
              </Notice>
            )}
            <section aria-labelledby="what-changes">
              <h2 id="what-changes" className="mb-12 text-21">
                What changes
              </h2>
              <Sheet>
                <p className="mb-12 text-muted">{look.words}</p>
                <Changes changes={look.changes} />
              </Sheet>
            </section>
            {look.kept.length > 0 && (
              <Notice still title="What you agreed on stays">
                <ul>
                  {look.kept.map((words) => (
                    <li key={words} className="break-words">
                      {words}
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
            <Field label="Why" optional hint="They read it beside what changed.">
              <TextArea
                rows={2}
                maxLength={300}
                value={why}
                onChange={({ target }) => setWhy(target.value)}
              />
            </Field>
            {failed && (
              <Notice kind="danger" title="Not sent">
                {failed.message}
              </Notice>
            )}
            <div className="ui-actions">
              <Button type="submit" variant="primary" busy={isBusy && 'Sending'}>
                Send the new version
              </Button>
              <ButtonLink href={editHref}>Keep editing</ButtonLink>
            </div>
          </Stack>
        </form>
      )}
    </Page>
  );
}
