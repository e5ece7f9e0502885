import type { Area } from './area.ts';
import { setAside } from './former.ts';
import { declared, type StoredKey } from './keys.ts';
import { presentOwner, tellOwner } from './owner.ts';
import { guest } from './place.ts';
import { readStored, removeStored } from './storage.ts';
import { madeOfFound, touched, wasFound } from './visit.ts';

/**
 * Without an account, no one can tell the people at this device apart. What this visit finds from an earlier one,
 * or from another tab, is shown, because it may be their own; but a notice says that it was already there.
 */
export function isOfEarlier(key: StoredKey): boolean {
  const area = areasOf(key).find((one) => isSaid(readStored(key, one)));
  return presentOwner() === guest && area !== undefined && wasFound(area, key);
}

/**
 * Something made from an earlier visit's content contains that content, so it is offered at sign-in, too. Made from
 * this visit's content, it belongs to this visit, whatever was stored under its name before.
 */
export function madeOutOf(key: StoredKey, source: StoredKey): void {
  for (const area of areasOf(key))
    if (isOfEarlier(source)) madeOfFound(area, key);
    else touched(area, key);
}

/** It is theirs: from here on it counts as typed in this visit. */
export function keepEarlier(key: StoredKey): void {
  for (const area of areasOf(key)) touched(area, key);
  tellOwner(false);
}

/** The form starts empty, and its previous content can be restored. False if there is no room to set it aside. */
export function startEmpty(key: StoredKey): boolean {
  const values = new Set(
    areasOf(key)
      .map((area) => readStored(key, area))
      .filter(isSaid),
  );
  // The one that was shown comes last, because the last one is restored first.
  for (const value of [...values].toReversed()) if (!setAside(key, value)) return false;
  for (const area of areasOf(key)) {
    touched(area, key);
    removeStored(key, area);
  }
  tellOwner();
  return true;
}

/**
 * Something else was begun where this stands, without seeing it. What the same guest typed in this very visit is simply
 * replaced; the rest can be restored. False if there is no room for that: then it stays where it is.
 */
export const makeWay = (key: StoredKey, value: string): boolean =>
  (presentOwner() === guest && !wasFound('local', key)) || setAside(key, value);

/** Where it may be stored, the tab's own storage first. */
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
