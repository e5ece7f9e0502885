import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { type Left, leftHere, putOffLeft, refuseLeft, removeLeft, takeLeft } from '#platform/web/offers.ts';
import { countHands, onOwner } from '#platform/web/owner.ts';
import { reportError } from '#platform/web/reporting.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback.tsx';
import { toast } from '#ui/toast.tsx';
import { saidOf } from './left-words.ts';

/** What was created on this device without an account is never added silently: whoever signs in is asked. */
export default function DeviceOffer() {
  const { user, isEnded } = useViewer();
  const hands = useSyncExternalStore(onOwner, countHands, () => 0);
  const uid = user?.uid;
  const [left, setLeft] = useState<Left[]>([]);
  useEffect(() => {
    let isHere = true;
    look().then((found) => isHere && setLeft(found), reportError);
    return () => {
      isHere = false;
    };
  }, [uid, hands]);
  if (!user || isEnded || left.length === 0) return null;

  const { title, isMany } = saidOf(left);
  const them = isMany ? 'them' : 'it';
  const isOfDevice = user.uid.startsWith('offline_');
  const add = async () => {
    setLeft([]);
    await takeLeft(left);
    const rest = await look();
    // Asked again in another visit, and not on every page of this one.
    putOffLeft(rest);
    setLeft([]);
    if (rest.length === 0) toast.success(isOfDevice ? 'Added on this device.' : 'Added to your account.');
    else toast.warning(saidOf(rest).stays);
  };
  const refuse = () => {
    refuseLeft(left);
    setLeft([]);
    toast.plain(`Left on this device. You won’t be asked about ${them} again.`, {
      action: {
        label: isMany ? 'Delete them' : 'Delete it',
        onAct: () => void removeLeft(left).catch(reportError),
      },
    });
  };
  const later = () => {
    putOffLeft(left);
    setLeft([]);
  };
  return (
    <div className="fixed bottom-16 left-16 z-40 mr-16 max-w-form rounded-8 shadow-float print:hidden">
      <Notice
        title={title}
        actions={
          <>
            <Button variant="primary" onClick={() => void add().catch(reportError)}>
              {isOfDevice ? `Use ${them} here` : 'Add to my account'}
            </Button>
            <Button onClick={refuse}>Not mine</Button>
            <Button variant="quiet" onClick={later}>
              Not now
            </Button>
          </>
        }
      >
        {isMany ? 'They were' : 'It was'} made without signing in, by you or by someone else who uses this
        device. {isOfDevice ? `Use ${them} here?` : `Add ${them} to your account?`}
      </Notice>
    </div>
  );
}

async function look(): Promise<Left[]> {
  await desks();
  return leftHere();
}

/** Both have taken over what this visit began before the rest is counted. */
const desks = (): Promise<unknown> =>
  Promise.allSettled([
    loadChunk(() => import('#features/saved/web/store.ts')).then(({ savedStore }) => savedStore().arrived()),
    loadChunk(() => import('#features/funnels/web/store.ts')).then(({ funnelStore }) =>
      funnelStore().arrived(),
    ),
  ]);
