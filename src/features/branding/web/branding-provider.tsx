import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createBrandingStore, firstBrandingState } from './store.ts';
import { BrandingContext } from './use-branding.ts';

export { useBranding } from './use-branding.ts';

const store = createBrandingStore();

/** Around whatever shows or uses the branding; however many there are, they share one. */
export function BrandingProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.state, () => firstBrandingState);
  useEffect(() => store.start(), []);
  const value = useMemo(() => {
    const { update, takeAside, forgetAside, wake } = store;
    return { ...state, update, takeAside, forgetAside, wake };
  }, [state]);
  return <BrandingContext value={value}>{children}</BrandingContext>;
}
