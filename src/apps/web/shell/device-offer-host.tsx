import { usePart } from '#platform/web/use-part.ts';
import { useViewer } from '#platform/web/viewer.ts';

const part = () => import('./device-offer.tsx');

/** On every page, but empty until it is known who is here. If it fails to load, they are asked on the next page. */
export function DeviceOfferHost() {
  const { ready, user } = useViewer();
  const isKnown = ready && user !== null;
  const offer = usePart(isKnown, part);
  return offer && isKnown ? <offer.default /> : null;
}
