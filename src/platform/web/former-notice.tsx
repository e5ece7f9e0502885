import { useState, useSyncExternalStore } from 'react';
import { dropFormer, formerOf, takeBack } from './former.ts';
import type { StoredKey } from './keys.ts';
import { onOwner, presentOwner } from './owner.ts';
import { guest } from './place.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';

/** What was typed as a guest stands where the account had something: nothing of that is lost, and it can come back. */
export function FormerNotice({ of: key, what }: { of: StoredKey; what: string }) {
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
    <div className="mx-auto mb-16 max-w-measure">
      <Notice
        still
        title={`There is another version of ${what}`}
        actions={
          <>
            <Button onClick={() => takeBack(key)}>Switch to It</Button>
            <Button variant="quiet" onClick={drop}>
              Delete It
            </Button>
          </>
        }
      >
        {presentOwner() === guest
          ? 'It was written earlier on this device and set aside. '
          : 'You started one before you signed in, the other in your account. '}
        Both are saved, and you can switch between them.
      </Notice>
    </div>
  );
}
