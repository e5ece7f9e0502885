import { useState, useSyncExternalStore } from 'react';
import { isOfEarlier, keepEarlier, startEmpty } from './earlier.ts';
import type { StoredKey } from './keys.ts';
import { onOwner } from './owner.ts';
import { PlainNotice } from './plain-notice.tsx';

interface EarlierNoticeProps {
  of: StoredKey;
  /** "These answers were", "This request was". */
  what: string;
  /** On a page as wide as its window, not above a sheet of paper. */
  isWide?: boolean;
}

/** Tells a guest where content comes from that is filled in and wasn't typed in this visit. */
export function EarlierNotice({ of: key, what, isWide = false }: EarlierNoticeProps) {
  const isEarlier = useSyncExternalStore(
    onOwner,
    () => isOfEarlier(key),
    () => false,
  );
  const [hasNoRoom, setNoRoom] = useState(false);
  if (!isEarlier) return null;
  return (
    <div className={isWide ? 'mb-16' : 'mx-auto mb-16 max-w-measure'}>
      <PlainNotice
        kind="info"
        title={`${what} written earlier on this device`}
        actions={[
          ['Keep', () => keepEarlier(key)],
          ['Start empty', () => setNoRoom(!startEmpty(key))],
        ]}
      >
        {hasNoRoom
          ? 'This browser’s storage is full, so we can’t set it aside. To start empty, delete the text.'
          : 'It’s from another tab or an earlier visit, by you or someone else on this device. If you start empty, you can switch back.'}
      </PlainNotice>
    </div>
  );
}
