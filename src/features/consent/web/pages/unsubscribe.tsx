import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import type { UnsubscribePreview } from '../../rules/contract.ts';

export const head = () => ({ title: 'Unsubscribe', description: 'Stop emails from this site.' });

type State =
  | { is: 'asking' }
  | { is: 'failed'; words: string }
  | { is: 'known'; preview: UnsubscribePreview };

const incomplete: State = { is: 'failed', words: 'It’s incomplete. Open it from the email.' };

/** Opening the link changes nothing, since mail scanners open every link; only the button acts. */
export default function Unsubscribe() {
  const [search] = useSearchParams();
  const token = search.get('t') ?? '';
  const [state, setState] = useState<State>({ is: 'asking' });
  const shown: State = token ? state : incomplete;
  const [isBusy, setBusy] = useState(false);

  const take = (asked: Promise<UnsubscribePreview>) =>
    asked.then(
      (preview) => setState({ is: 'known', preview }),
      (error: unknown) =>
        setState({
          is: 'failed',
          words: error instanceof Problem ? error.message : 'Can’t reach the server.',
        }),
    );

  useEffect(() => {
    if (token) void take(api<UnsubscribePreview>(`/api/unsubscribe/preview?t=${encodeURIComponent(token)}`));
  }, [token]);

  const end = (everything: boolean) => {
    setBusy(true);
    void take(
      api<UnsubscribePreview>('/api/unsubscribe', { method: 'POST', body: { t: token, everything } }),
    ).finally(() => setBusy(false));
  };

  return (
    <Page kind="form" title="Unsubscribe">
      {shown.is === 'asking' && <Skeleton rows={3} label="Loading your subscriptions" />}
      {shown.is === 'failed' && (
        <ErrorState
          title="This link doesn’t work"
          safe={shown.words}
          actions={
            <Button
              variant="primary"
              onClick={() => void take(api(`/api/unsubscribe/preview?t=${encodeURIComponent(token)}`))}
            >
              Try again
            </Button>
          }
        />
      )}
      {shown.is === 'known' && <Choice preview={shown.preview} isBusy={isBusy} onEnd={end} />}
    </Page>
  );
}

interface ChoiceProps {
  preview: UnsubscribePreview;
  isBusy: boolean;
  onEnd(everything: boolean): void;
}

function Choice({ preview: { address, label, state, everything }, isBusy, onEnd }: ChoiceProps) {
  // Its sender has deleted this reader, or is gone.
  if (address === '') return <Notice kind="ok" title="You get no more email from this sender." />;
  if (state === 'unsubscribed') {
    return (
      <Stack>
        <Notice
          kind="ok"
          title={`${address} will no longer get ${everything ? 'any marketing email' : label}.`}
        >
          You’ll still get email about your account and orders.
        </Notice>
        {!everything && (
          <Row>
            <Button busy={isBusy} onClick={() => onEnd(true)}>
              Unsubscribe from all marketing too
            </Button>
          </Row>
        )}
      </Stack>
    );
  }
  return (
    <Stack>
      <p>
        {address} gets {label}. Unsubscribe here; you’ll still get email about your account and orders.
      </p>
      <Row>
        <Button variant="primary" busy={isBusy} onClick={() => onEnd(false)}>
          Unsubscribe
        </Button>
        <Button variant="quiet" busy={isBusy} onClick={() => onEnd(true)}>
          Unsubscribe from all marketing
        </Button>
      </Row>
    </Stack>
  );
}
