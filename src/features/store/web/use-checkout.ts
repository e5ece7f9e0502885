import { usePathExists } from '#platform/web/hub.tsx';
import { useViewer } from '#platform/web/viewer.ts';

/** Where paying happens for whoever is here; null in a hub that takes no payments. */
export function useCheckout(): string | null {
  const exists = usePathExists();
  const { user } = useViewer();
  const ways = user && !user.isOffline ? ['/checkout', '/checkout/guest'] : ['/checkout/guest', '/checkout'];
  return ways.find(exists) ?? null;
}
