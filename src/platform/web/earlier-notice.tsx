import { useState, useSyncExternalStore } from 'react';
import { isOfEarlier, keepEarlier, startEmpty } from './earlier.ts';
import type { StoredKey } from './keys.ts';
import { onOwner } from './owner.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';

interface EarlierNoticeProps {
  of: StoredKey;
  /** "These answers were", "This request was". */
  what: string;
}

/** What a guest finds filled in, and did not type in this visit, says where it comes from. */
export function EarlierNotice({ of: key, what }: EarlierNoticeProps) {
  const isEarlier = useSyncExternalStore(
    onOwner,
    () => isOfEarlier(key),
    () => false,
  );
  const [hasNoRoom, setNoRoom] = useState(false);
  if (!isEarlier) return null;
  return (
    <div className="mx-auto mb-16 max-w-measure">
      <Notice
        still
        title={`${what} written earlier on this device`}
        actions={
          <>
            <Button onClick={() => keepEarlier(key)}>Keep</Button>
            <Button variant="quiet" onClick={() => setNoRoom(!startEmpty(key))}>
              Start Empty
            </Button>
          </>
        }
      >
        {hasNoRoom
          ? 'This browser’s storage is full, so we can’t set it aside. To start empty, delete the text.'
          : 'It’s from another tab or an earlier visit, by you or someone else on this device. If you start empty, you can switch back.'}
      </Notice>
    </div>
  );
}
