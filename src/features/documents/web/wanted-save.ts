import { useEffect, useEffectEvent } from 'react';

/** True once, for whoever wanted to save here and had to become somebody first; null while nobody is here. */
export type WantedSave = (() => boolean) | null;

/** Saves for them as soon as what they typed is here. */
export function useWantedSave(wanted: WantedSave, isReady: boolean, save: () => void): void {
  const now = useEffectEvent(save);
  useEffect(() => {
    if (wanted && isReady && wanted()) now();
  }, [wanted, isReady]);
}
