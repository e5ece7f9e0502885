import { useState, useSyncExternalStore } from 'react';
import { dropFormer, formerOf, takeBack } from './former.ts';
import type { StoredKey } from './keys.ts';
import { onOwner } from './owner.ts';

/** What made way for something of the same name: nothing of it is lost, and it can come back. */
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
            It was written earlier and set aside when this one was started. Both are saved, and you can switch
            between them.
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
