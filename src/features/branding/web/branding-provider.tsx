import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { api } from '#platform/web/api.ts';
import { onStoredElsewhere } from '#platform/web/storage.ts';
import { getViewer, subscribeViewer } from '#platform/web/viewer.ts';
import { brandingKey, markKey } from '../rules/keys.ts';
import { browserBox } from './device.ts';
import { type BrandingStore, createBrandingStore, firstBrandingState } from './store.ts';
import { BrandingContext } from './use-branding.ts';

export { useBranding } from './use-branding.ts';

/** Around whatever shows or uses the branding; however many there are, they share one. */
export function BrandingProvider({ children }: { children: ReactNode }) {
  const [store] = useState(sharedStore);
  const state = useSyncExternalStore(store.subscribe, store.state, () => firstBrandingState);
  useEffect(() => connect(store), [store]);
  const value = useMemo(() => {
    const { update, takeAside, forgetAside, wake } = store;
    return { ...state, update, takeAside, forgetAside, wake };
  }, [store, state]);
  return <BrandingContext value={value}>{children}</BrandingContext>;
}

let shared: BrandingStore | undefined;

function sharedStore(): BrandingStore {
  shared ??= createBrandingStore({
    box: browserBox,
    now: () => Date.now(),
    viewer: getViewer,
    ask: api,
    later(act, ms) {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
  return shared;
}

/** Looked at again after this long, another device may have changed it. */
const staleMs = 30_000;

function connect(store: BrandingStore): () => void {
  let leftAt = Date.now();
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') {
      leftAt = Date.now();
      store.flush();
    } else if (Date.now() - leftAt > staleMs) store.wake();
  };
  const stops = [
    subscribeViewer(store.settle),
    onStoredElsewhere(brandingKey, store.heardElsewhere),
    onStoredElsewhere(markKey, store.heardElsewhere),
  ];
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', store.wake);
  store.start();
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', store.wake);
    // Whoever leaves the page right after typing must not wait for the pause.
    store.flush();
  };
}
