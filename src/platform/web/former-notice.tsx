import { useState, useSyncExternalStore } from 'react';
import { dropFormer, formerOf, takeBack } from './former.ts';
import type { StoredKey } from './keys.ts';
import { onOwner, presentOwner } from './owner.ts';
import { guest } from './place.ts';

/** What was typed as a guest stands where the account had something: nothing of that is lost, and it can come back. */
export function FormerNotice({
  of: key,
  what,
  isWide = false,
}: {
  of: StoredKey;
  what: string;
  isWide?: boolean;
}) {
  const at = useSyncExternalStore(
    onOwner,
    () => formerOf(key)?.at ?? null,
    () => null,
  );
  const [gone, setGone] = useState<string | null>(null);
  if (at === null || at === gone) return null;
  const drop = () => {
    dropFormer(key);
    setGone(at);
  };
  return (
    <div className={isWide ? 'mb-16' : 'mx-auto mb-16 max-w-measure'}>
      <div className="ui-notice" data-kind="info">
        <div>
          <div className="ui-notice-title">There is another version of {what}</div>
          <div>
            {presentOwner() === guest
              ? 'It was written earlier on this device and set aside. '
              : 'You started one before you signed in, the other in your account. '}
            Both are saved, and you can switch between them.
          </div>
          <div className="ui-actions mt-8">
            <button
              type="button"
              className="ui-button"
              data-variant="secondary"
              onClick={() => takeBack(key)}
            >
              Switch to It
            </button>
            <button type="button" className="ui-button" data-variant="quiet" onClick={drop}>
              Delete It
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}
