import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { goOnSending } from './calls.ts';
import { problemWords } from './say.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/feedback.tsx';
import type { OverviewAnswer } from '../rules/contract.ts';
import { senderPath } from './paths.ts';

/** What still keeps email from going out, each with the page where it is set. */
export function Missing({ sender }: { sender: OverviewAnswer['sender'] }) {
  return (
    <>
      <Paused words={sender.paused} />
      <Unset sender={sender} />
    </>
  );
}

function Paused({ words }: { words: string }) {
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  if (words === '' || isOver) return null;
  async function goOn(): Promise<void> {
    setBusy(true);
    try {
      await goOnSending();
      setOver(true);
      toast.success('Emails go out again.');
    } catch (thrown) {
      toast.error(problemWords(thrown));
    }
    setBusy(false);
  }
  return (
    <Notice
      kind="danger"
      still
      title="Paused: too many emails came back"
      actions={
        <Button size="tool" busy={isBusy} onClick={() => void goOn()}>
          Go on sending
        </Button>
      }
    >
      {words}. Mail services block a sender who goes on like that. Look where these addresses come from, and
      remove those that nobody gave you. Addresses that came back get nothing more in any case.
    </Notice>
  );
}

function Unset({ sender }: { sender: OverviewAnswer['sender'] }) {
  const { name, address, mayReach, canSend } = sender;
  if (name !== '' && address !== '' && mayReach && canSend) return null;
  return (
    <Notice kind="warn" still title="No email goes out yet">
      <ul className="flex list-disc flex-col gap-4 pl-16">
        {name === '' && (
          <li>
            Readers have to see who writes.{' '}
            <Link href={senderPath}>Set your sender name in Cart recovery</Link>
          </li>
        )}
        {address === '' && (
          <li>
            The law asks for a postal address in each email.{' '}
            <Link href={senderPath}>Set your postal address in Cart recovery</Link>
          </li>
        )}
        {!mayReach && (
          <li>
            Your email address isn’t confirmed.{' '}
            <Link href="/dashboard/account">Confirm it in your account</Link>
          </li>
        )}
        {!canSend && (
          <li>
            This server isn’t set up to send email. Whoever runs it can change that;{' '}
            <Link href="/support">ask support</Link>
          </li>
        )}
      </ul>
    </Notice>
  );
}
