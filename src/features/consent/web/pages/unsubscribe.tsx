import { useEffect, useState } from 'react';
import { Problem } from '#base/problem.ts';
import { api } from '#platform/web/api.ts';
import { useSearchParams } from '#platform/web/router.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice, Skeleton } from '#ui/feedback.tsx';
import { Page, Row, Stack } from '#ui/page.tsx';
import type { UnsubscribePreview } from '../../rules/contract.ts';

export const head = () => ({ title: 'Unsubscribe', description: 'End a mail that you get from this hub.' });

type State =
  | { is: 'asking' }
  | { is: 'failed'; words: string }
  | { is: 'known'; preview: UnsubscribePreview };

const incomplete: State = { is: 'failed', words: 'It is not complete. Open it from the mail itself.' };

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
          words: error instanceof Problem ? error.message : 'The hub does not answer.',
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
      {shown.is === 'asking' && <Skeleton rows={3} label="Looking up your address" />}
      {shown.is === 'failed' && (
        <ErrorState
          title="This link cannot be used"
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
  if (state === 'unsubscribed') {
    return (
      <Stack>
        <Notice kind="ok" title={`${address} no longer gets ${everything ? 'any marketing mail' : label}.`}>
          Mail about your account and your orders still comes.
        </Notice>
        {!everything && (
          <Row>
            <Button busy={isBusy} onClick={() => onEnd(true)}>
              End all marketing mail too
            </Button>
          </Row>
        )}
      </Stack>
    );
  }
  return (
    <Stack>
      <p>
        {address} gets {label}. End it here; mail about your account and your orders still comes.
      </p>
      <Row>
        <Button variant="primary" busy={isBusy} onClick={() => onEnd(false)}>
          Unsubscribe
        </Button>
        <Button variant="quiet" busy={isBusy} onClick={() => onEnd(true)}>
          End all marketing mail
        </Button>
      </Row>
    </Stack>
  );
}
