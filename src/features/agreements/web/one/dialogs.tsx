import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { Field, Select } from '#ui/field.tsx';
import { Stack } from '#ui/page.tsx';
import { agreementsApi } from '../../rules/addresses.ts';
import type { AgreementDetail } from '../../rules/contract.ts';
import { namesOf, progressOf } from '../../rules/words.ts';
import { problemWords, useDates } from '../dates.ts';
import type { Act } from './act.ts';

interface AskedProps {
  open: boolean;
  onClose(): void;
  detail: AgreementDetail;
  act: Act;
}

/** An act that is asked about once, and stays open with its reason if it fails. */
function useAsked(onClose: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  return {
    isBusy,
    failed,
    run(doing: () => Promise<void>) {
      setBusy(true);
      setFailed(null);
      void doing()
        .then(onClose, (thrown: unknown) => setFailed(problemWords(thrown)))
        .finally(() => setBusy(false));
    },
  };
}

export function WithdrawDialog({ open, onClose, detail, act }: AskedProps) {
  const { isBusy, failed, run } = useAsked(onClose);
  const { agreement, people } = detail;
  const asked = people.filter(({ isYou, state }) => !isYou && state !== 'waiting').map(({ name }) => name);
  const { done } = progressOf(people);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Withdraw “${agreement.title}”?`}
      actions={
        <>
          <Button onClick={onClose}>Keep it open</Button>
          <Button
            variant="danger"
            busy={isBusy && 'Withdrawing'}
            onClick={() =>
              run(() => act(agreementsApi.withdraw(agreement.id), {}, 'Withdrawn. Everyone asked was told.'))
            }
          >
            Withdraw
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          Nobody can sign it anymore
          {asked.length > 0 && `, and ${namesOf(asked)} ${asked.length === 1 ? 'is' : 'are'} told by email`}.
          You can send it again at any time.
        </p>
        {done > 0 && <p>Signatures given so far don’t bind anyone: not everyone has signed.</p>}
        {failed && <Notice kind="danger">{failed}</Notice>}
      </Stack>
    </Dialog>
  );
}

/** For what has ended. It is gone for the sender; the others keep the file that they got. */
export function DeleteDialog({
  open,
  onClose,
  detail: { agreement },
  remove,
}: Pick<AskedProps, 'open' | 'onClose' | 'detail'> & { remove(): Promise<void> }) {
  const { isBusy, failed, run } = useAsked(onClose);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete “${agreement.title}”?`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={isBusy && 'Deleting'} onClick={() => run(remove)}>
            Delete for good
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          Its versions, comments and log are deleted, and this can’t be undone.{' '}
          {agreement.state === 'signed'
            ? 'Download the signed PDF first. Everyone who signed has it by email; their links stop working.'
            : 'Nobody has a signed copy, because it wasn’t signed by everyone.'}
        </p>
        {failed && <Notice kind="danger">{failed}</Notice>}
      </Stack>
    </Dialog>
  );
}

const extensions = [7, 14, 30, 60, 90];

export function ExtendDialog({ open, onClose, detail, act }: AskedProps) {
  const { isBusy, failed, run } = useAsked(onClose);
  const { day } = useDates();
  const [days, setDays] = useState(14);
  const { agreement } = detail;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Extend the deadline"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={isBusy && 'Extending'}
            onClick={() => run(() => act(agreementsApi.extend(agreement.id), { days }, 'Deadline extended.'))}
          >
            Extend
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          {agreement.state === 'expired'
            ? `It ended on ${day(agreement.expiresAt)}.`
            : `It ends on ${day(agreement.expiresAt)}.`}{' '}
          The links you sent keep working.
        </p>
        <Field label="More time" compact>
          <Select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {extensions.map((count) => (
              <option key={count} value={count}>
                {count} days
              </option>
            ))}
          </Select>
        </Field>
        {failed && <Notice kind="danger">{failed}</Notice>}
      </Stack>
    </Dialog>
  );
}
