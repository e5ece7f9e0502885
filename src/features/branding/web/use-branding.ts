import { createContext, useContext } from 'react';
import type { BrandingState, BrandingStore } from './store.ts';

export type BrandingValue = BrandingState &
  Pick<BrandingStore, 'update' | 'takeAside' | 'forgetAside' | 'wake'>;

export const BrandingContext = createContext<BrandingValue | null>(null);

export function useBranding(): BrandingValue {
  const value = useContext(BrandingContext);
  if (!value) throw new Error('useBranding must be used within a BrandingProvider');
  return value;
}
