import { useState, useSyncExternalStore } from 'react';
import { isOfEarlier, keepEarlier, startEmpty } from './earlier.ts';
import type { StoredKey } from './keys.ts';
import { onOwner } from './owner.ts';

interface EarlierNoticeProps {
  of: StoredKey;
  /** "These answers were", "This request was". */
  what: string;
  /** In a page that is as wide as its window, and not above a sheet of paper. */
  isWide?: boolean;
}

/** What a guest finds filled in, and did not type in this visit, says where it comes from. */
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
      <div className="ui-notice" data-kind="info">
        <div>
          <div className="ui-notice-title">{what} written earlier on this device</div>
          <div>
            {hasNoRoom
              ? 'This browser’s storage is full, so we can’t set it aside. To start empty, delete the text.'
              : 'It’s from another tab or an earlier visit, by you or someone else on this device. If you start empty, you can switch back.'}
          </div>
          <div className="ui-actions mt-8">
            <button
              type="button"
              className="ui-button"
              data-variant="secondary"
              onClick={() => keepEarlier(key)}
            >
              Keep
            </button>
            <button
              type="button"
              className="ui-button"
              data-variant="quiet"
              onClick={() => setNoRoom(!startEmpty(key))}
            >
              Start Empty
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}
