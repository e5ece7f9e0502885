import { createContext, type ReactNode, useContext } from 'react';
import type { Runtime } from '#base/render.ts';
import type { PublicSite } from '#base/site.ts';

/** What the document says about the hub: its texts and configuration. */
export interface Hub {
  site: PublicSite;
  runtime: Runtime;
}

const HubContext = createContext<Hub | null>(null);

export function HubProvider({ hub, children }: { hub: Hub; children: ReactNode }) {
  return <HubContext value={hub}>{children}</HubContext>;
}

export function useHub(): Hub {
  const hub = useContext(HubContext);
  if (!hub) throw new Error('useHub must be used within a HubProvider');
  return hub;
}

/** Whether a path exists in this hub, so that no link is dead. */
export function usePathExists(): (path: string) => boolean {
  const { paths } = useHub().runtime;
  return (path) => paths.includes(path);
}
