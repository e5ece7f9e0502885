import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { useViewer } from '#platform/web/viewer.ts';

/** On every page, and nothing of it until somebody is known. */
export function DeviceOfferHost() {
  const { ready, user } = useViewer();
  const [Offer, setOffer] = useState<ComponentType | null>(null);
  const isKnown = ready && user !== null;
  useEffect(() => {
    if (!isKnown) return;
    loadChunk(() => import('./device-offer.tsx')).then(
      (module) => setOffer(() => module.default),
      // Then they are asked on the next page.
      () => {},
    );
  }, [isKnown]);
  return Offer && isKnown ? <Offer /> : null;
}
