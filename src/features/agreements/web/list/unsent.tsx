import { useState, useSyncExternalStore } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { sendPath } from '../../rules/addresses.ts';
import { forgetSendDraft, onSendDrafts, sendDrafts } from '../send/send-draft.ts';

const none = () => '';

/** What was prepared on this device and not sent yet. */
export function Unsent() {
  const stored = useSyncExternalStore(onSendDrafts, () => JSON.stringify(sendDrafts()), none);
  const [removed, setRemoved] = useState(0);
  const drafts = stored === '' || removed < 0 ? [] : sendDrafts();
  if (drafts.length === 0) return null;
  return (
    <>
      {drafts.map(({ from, title }) => (
        <Notice
          key={from}
          still
          title={`“${title}” isn’t sent yet`}
          actions={
            <>
              <ButtonLink size="tool" href={sendPath(from)}>
                Continue
              </ButtonLink>
              <Button
                size="tool"
                variant="quiet"
                onClick={() => {
                  forgetSendDraft(from);
                  setRemoved(removed + 1);
                }}
              >
                Discard
              </Button>
            </>
          }
        >
          Who gets it is saved on this device.
        </Notice>
      ))}
    </>
  );
}
