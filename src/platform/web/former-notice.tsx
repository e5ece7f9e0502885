import { useState, useSyncExternalStore } from 'react';
import { dropFormer, formerOf, takeBack } from './former.ts';
import type { StoredKey } from './keys.ts';
import { onOwner } from './owner.ts';
import { PlainNotice } from './plain-notice.tsx';

/** What gave way to something with the same name: nothing is lost, and it can be restored. */
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
      <PlainNotice
        kind="info"
        title={`There is another version of ${what}`}
        actions={[
          ['Switch to it', () => takeBack(key)],
          ['Delete it', drop],
        ]}
      >
        It was written earlier and set aside when this one was started. Both are saved, and you can switch
        between them.
      </PlainNotice>
    </div>
  );
}
