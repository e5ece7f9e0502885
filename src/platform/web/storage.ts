import { type Area, areaOf, rawRead, rawRemove, rawWrite, type WriteOutcome } from './area.ts';
import { declared, type Declared, type StoredKey } from './keys.ts';
import { claim, onOwner, presentOwner, readyToJoin } from './owner.ts';
import { guest, placeOf } from './place.ts';
import { touched } from './visit.ts';

export { isQuotaError, type WriteOutcome } from './area.ts';

/**
 * Browser storage that may fail and never leaks another person's data: a key refers to the current owner's value,
 * as the table in `keys.ts` says. A key that isn't in the table can't be stored.
 */
export function readStored(key: StoredKey, area: Area = 'local'): string | null {
  return rawRead(placeOf(key, rowOf(key, area), area, presentOwner()), area);
}

export function writeStored(key: StoredKey, value: string, area: Area = 'local'): WriteOutcome {
  const row = rowOf(key, area);
  if (row.owner === 'exact') claim(area);
  if (row.owner !== 'device') {
    if (presentOwner() === guest) void readyToJoin();
  }
  if (row.isTouched) touched(area, key);
  return rawWrite(placeOf(key, row, area, presentOwner()), value, area);
}

/**
 * Written by a part of this page that doesn't know who displays it: those are notified as if another tab had
 * written it.
 */
export function writeStoredBeside(key: StoredKey, value: string): void {
  if (writeStored(key, value) !== 'written') return;
  const name = placeOf(key, rowOf(key, 'local'), 'local', presentOwner());
  window.dispatchEvent(new StorageEvent('storage', { key: name, storageArea: areaOf('local') ?? null }));
}

export function removeStored(key: StoredKey, area: Area = 'local'): void {
  rawRemove(placeOf(key, rowOf(key, area), area, presentOwner()), area);
}

/**
 * Called when the value of a key changes without this page's doing: another tab wrote it, or someone else is here.
 */
export function onStoredElsewhere(key: StoredKey, hear: () => void): () => void {
  const row = rowOf(key, 'local');
  const listener = (event: StorageEvent) => {
    if (event.storageArea !== areaOf('local')) return;
    if (event.key === null || event.key === placeOf(key, row, 'local', presentOwner())) hear();
  };
  window.addEventListener('storage', listener);
  const unhear = onOtherOwner(key, hear);
  return () => {
    window.removeEventListener('storage', listener);
    unhear();
  };
}

/**
 * Called when the value of a key becomes someone else's. With no room in storage, a guest's page has what they typed in
 * memory only: whoever they turn out to be keeps it.
 */
export function onOtherOwner(key: StoredKey, hear: () => void): () => void {
  const row = rowOf(key, 'local');
  const isStoredFor = (whose: string) => rawRead(placeOf(key, row, 'local', whose), 'local') !== null;
  let owner = presentOwner();
  return onOwner(() => {
    const before = owner;
    owner = presentOwner();
    if (before !== guest || owner === guest || isStoredFor(guest) || isStoredFor(owner)) hear();
  });
}

function rowOf(key: string, area: Area): Declared {
  const row = declared(key)?.row;
  const where = area === 'local' ? 'device' : 'tab';
  if (!row || (row.area !== 'both' && row.area !== where))
    throw new Error(`“${key}” is not declared for the ${where} in platform/web/keys.ts`);
  return row;
}
