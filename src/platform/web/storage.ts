/**
 * Browser storage that is never taken for granted: it can be switched off, full, or hold what another version or
 * another program left there.
 */
type Area = 'local' | 'session';

const areaOf = (area: Area): Storage | null => {
  try {
    return area === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
};

export function readStored(key: string, area: Area = 'local'): string | null {
  try {
    return areaOf(area)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export type WriteOutcome = 'written' | 'full' | 'unavailable';

export function writeStored(key: string, value: string, area: Area = 'local'): WriteOutcome {
  const storage = areaOf(area);
  if (!storage) return 'unavailable';
  try {
    storage.setItem(key, value);
    return 'written';
  } catch (error) {
    return isQuotaError(error) ? 'full' : 'unavailable';
  }
}

export function removeStored(key: string, area: Area = 'local'): void {
  try {
    areaOf(area)?.removeItem(key);
  } catch {
    // Nothing is stored where storage is switched off.
  }
}

/** Engines disagree on the name; the code 22 and both names are in use. */
export const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException &&
  (error.code === 22 || error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED');

/** Hears when another tab changes a key. */
export function onStoredElsewhere(key: string, hear: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.storageArea === areaOf('local') && (event.key === key || event.key === null)) hear();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
