import type { Area } from './area.ts';
import { setAside } from './former.ts';
import { declared, type StoredKey } from './keys.ts';
import { presentOwner, tellOwner } from './owner.ts';
import { guest } from './place.ts';
import { readStored, removeStored } from './storage.ts';
import { madeOfFound, touched, wasFound } from './visit.ts';

/**
 * Without an account nobody can tell one person at this device from the next. What this visit finds of an earlier one, or of
 * another tab, is shown, as it may be their own; but it says of itself that it was there already.
 */
export function isOfEarlier(key: StoredKey): boolean {
  const area = areasOf(key).find((one) => isSaid(readStored(key, one)));
  return presentOwner() === guest && area !== undefined && wasFound(area, key);
}

/**
 * What is made out of something of an earlier visit holds its words: it is offered at sign-in, as they are. Out of what
 * is of this visit it is of this visit, whatever lay under its name before.
 */
export function madeOutOf(key: StoredKey, source: StoredKey): void {
  for (const area of areasOf(key))
    if (isOfEarlier(source)) madeOfFound(area, key);
    else touched(area, key);
}

/** It is theirs: from here on as good as typed in this visit. */
export function keepEarlier(key: StoredKey): void {
  for (const area of areasOf(key)) touched(area, key);
  tellOwner(false);
}

/** The form begins empty, and what stood there can be taken back. False where there is no room to put it aside. */
export function startEmpty(key: StoredKey): boolean {
  const values = new Set(
    areasOf(key)
      .map((area) => readStored(key, area))
      .filter(isSaid),
  );
  // The one that was shown comes last: it is the first to be taken back.
  for (const value of [...values].toReversed()) if (!setAside(key, value)) return false;
  for (const area of areasOf(key)) {
    touched(area, key);
    removeStored(key, area);
  }
  tellOwner();
  return true;
}

/** Where it may lie, the tab's own first. */
function areasOf(key: StoredKey): readonly Area[] {
  const area = declared(key)?.row.area;
  return area === 'both' ? ['session', 'local'] : [area === 'tab' ? 'session' : 'local'];
}

/** Something is typed there. */
function isSaid(value: string | null): value is string {
  if (value === null) return false;
  const isNone = (part: unknown): boolean =>
    part === null || part === '' || (typeof part === 'object' && Object.values(part as object).every(isNone));
  try {
    return !isNone(JSON.parse(value));
  } catch {
    return value.trim() !== '';
  }
}
