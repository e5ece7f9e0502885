import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useHub } from '#platform/web/hub.tsx';
import { useSearchParams } from '#platform/web/router.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import type { ConfirmPreview } from '../rules/contract.ts';

export const confirmHead = () => ({
  title: 'Confirm your subscription',
  description: 'One click to get the newsletter.',
});

type State = { is: 'asking' } | { is: 'failed'; problem: Problem } | { is: 'known'; preview: ConfirmPreview };

const path = '/api/newsletter/confirm';
const incomplete = new Problem('not_found', 'This link is incomplete. Open it from the email.');

/** Opening the link changes nothing, since mail scanners open every link; only the button acts. */
export function NewsletterConfirm() {
  const [search] = useSearchParams();
  const token = search.get('t') ?? '';
  const [state, setState] = useState<State>({ is: 'asking' });
  const [isBusy, setBusy] = useState(false);

  const take = (asked: Promise<ConfirmPreview>) =>
    asked.then(
      (preview) => setState({ is: 'known', preview }),
      (error: unknown) =>
        setState({ is: 'failed', problem: error instanceof Problem ? error : new Problem('unavailable') }),
    );
  const look = () => take(api<ConfirmPreview>(`${path}?t=${encodeURIComponent(token)}`));

  useEffect(() => {
    void take(
      token ? api<ConfirmPreview>(`${path}?t=${encodeURIComponent(token)}`) : Promise.reject(incomplete),
    );
  }, [token]);

  const confirm = () => {
    setBusy(true);
    void take(api<ConfirmPreview>(path, { method: 'POST', body: { t: token } })).finally(() =>
      setBusy(false),
    );
  };

  return (
    <Page kind="form" title="Confirm your subscription">
      {state.is === 'asking' && <Skeleton rows={3} label="Loading your subscription" />}
      {state.is === 'failed' && <Failed problem={state.problem} again={() => void look()} />}
      {state.is === 'known' && <Known preview={state.preview} isBusy={isBusy} confirm={confirm} />}
    </Page>
  );
}

function Failed({ problem, again }: { problem: Problem; again: () => void }) {
  // A link that is over stays over; a hub that did not answer may answer now.
  const isOver = problem.code === 'not_found' || problem.code === 'bad_request';
  return (
    <ErrorState
      title={isOver ? 'This link doesn’t work' : 'Can’t reach the server'}
      safe={problem.message}
      actions={
        isOver ? (
          <ButtonLink variant="primary" href="/newslettersignup">
            Subscribe again
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={again}>
            Try again
          </Button>
        )
      }
    />
  );
}

interface KnownProps {
  preview: ConfirmPreview;
  isBusy: boolean;
  confirm(): void;
}

function Known({ preview: { address, state }, isBusy, confirm }: KnownProps) {
  const { newsletterCadence } = useHub().site;
  if (state === 'confirmed')
    return (
      <Notice kind="ok" title={`${address} is subscribed.`}>
        You’ll get the next issue. You can unsubscribe in every issue.
      </Notice>
    );
  if (state === 'ended')
    return (
      <Notice
        kind="warn"
        title={`${address} has unsubscribed since this email.`}
        actions={<ButtonLink href="/newslettersignup">Subscribe again</ButtonLink>}
      >
        This link no longer works.
      </Notice>
    );
  return (
    <Stack>
      <p>
        Get the newsletter at {address}, {newsletterCadence}.
      </p>
      <Row>
        <Button variant="primary" busy={isBusy} onClick={confirm}>
          Confirm subscription
        </Button>
      </Row>
    </Stack>
  );
}
