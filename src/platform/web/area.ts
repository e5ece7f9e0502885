/**
 * A browser's two storage areas as they are: disabled, full, or containing another program's data. Only used in
 * this folder.
 */
export type Area = 'local' | 'session';
export type WriteOutcome = 'written' | 'full' | 'unavailable';

export const areas = ['local', 'session'] as const;

export const areaOf = (area: Area): Storage | null => {
  try {
    return area === 'local' ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
};

export function rawRead(name: string, area: Area): string | null {
  try {
    return areaOf(area)?.getItem(name) ?? null;
  } catch {
    return null;
  }
}

export function rawWrite(name: string, value: string, area: Area): WriteOutcome {
  const storage = areaOf(area);
  if (!storage) return 'unavailable';
  try {
    storage.setItem(name, value);
    return 'written';
  } catch (error) {
    return isQuotaError(error) ? 'full' : 'unavailable';
  }
}

export function rawRemove(name: string, area: Area): void {
  try {
    areaOf(area)?.removeItem(name);
  } catch {
    // Nothing is stored if storage is disabled.
  }
}

export function rawNames(area: Area): string[] {
  try {
    return Object.keys(areaOf(area) ?? {});
  } catch {
    return [];
  }
}

/** Engines disagree on the name; code 22 and both names are in use. */
export const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException &&
  (error.code === 22 || error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED');
