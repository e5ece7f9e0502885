import { areas, rawNames, rawRemove } from './area.ts';
import { kept, placeOf } from './place.ts';

/** Everything this hub stores in this browser, for all owners: for a shared device. */

/** How many changes here haven't been saved to any account yet. */
export async function countUnsent(): Promise<number> {
  let count = 0;
  for (const name of rawNames('local')) if (name.startsWith('simpleRecord:')) count += countDrafts(name);
  for (const { name } of await databases()) count += await countWaiting(name);
  return count;
}

/** Deletes everything except the light/dark preference. What can't be opened can't be emptied, and is skipped. */
export async function clearDevice(): Promise<void> {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[area];
      for (const key of Object.keys(storage)) if (key !== 'theme') storage.removeItem(key);
    } catch {
      // Nothing is stored if storage is disabled.
    }
  }
  const all = await databases();
  await Promise.all(all.map(({ name }) => remove(name)));
  const names = await globalThis.caches?.keys().catch(() => []);
  await Promise.all((names ?? []).map((name) => caches.delete(name)));
  // The worker has filled its cache once, when it was installed: the next page installs it anew, or nothing would open offline.
  const workers = await globalThis.navigator?.serviceWorker?.getRegistrations().catch(() => []);
  await Promise.all((workers ?? []).map((worker) => worker.unregister().catch(() => false)));
}

/** A record, or several under their names. */
function countDrafts(name: string): number {
  try {
    const record: unknown = JSON.parse(window.localStorage.getItem(name) ?? 'null');
    if (typeof record !== 'object' || record === null) return 1;
    const parts = Object.values(record);
    const isBag = parts.every((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
    return isBag ? parts.length : 1;
  } catch {
    return 1;
  }
}

/** Accounts of which something is kept here. */
export function membersHere(): string[] {
  const names = areas.flatMap((area) => rawNames(area));
  return [...new Set(names.flatMap((name) => /[@.](usr_\w{1,60})$/.exec(name)?.[1] ?? []))];
}

/** For a deleted account: nothing of it stays here, sent or not. */
export async function forgetMember(owner: string): Promise<void> {
  for (const { area, key, row } of kept(owner)) rawRemove(placeOf(key, row, area, owner), area);
  for (const name of rawNames('local'))
    if (name.startsWith('hub.') && name.endsWith(`.${owner}`)) rawRemove(name, 'local');
  for (const { name } of await databases()) await removeLines(name, owner);
}

const databases = async (): Promise<{ name: string }[]> =>
  ((await globalThis.indexedDB?.databases?.().catch(() => [])) ?? []).flatMap(({ name }) =>
    name === undefined ? [] : [{ name }],
  );

function countWaiting(name: string): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('error', () => resolve(0));
    opening.addEventListener('blocked', () => resolve(0));
    opening.addEventListener('success', () => {
      const db = opening.result;
      const finish = (count: number) => {
        db.close();
        resolve(count);
      };
      if (!db.objectStoreNames.contains('waiting')) return finish(0);
      const counting = db.transaction('waiting').objectStore('waiting').count();
      counting.addEventListener('success', () => finish(counting.result));
      counting.addEventListener('error', () => finish(0));
    });
  });
}

// Every database entry starts with its owner.
function removeLines(name: string, owner: string): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.addEventListener('error', () => resolve());
    opening.addEventListener('success', () => {
      const db = opening.result;
      const end = () => {
        db.close();
        resolve();
      };
      const stores = [...db.objectStoreNames];
      if (stores.length === 0) return end();
      const tx = db.transaction(stores, 'readwrite');
      for (const store of stores) tx.objectStore(store).delete(IDBKeyRange.bound([owner], [owner, []]));
      tx.addEventListener('complete', end);
      tx.addEventListener('abort', end);
    });
  });
}

// A database that another tab has open is deleted when that tab closes it; no one waits for that.
function remove(name: string): Promise<void> {
  return new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error', 'blocked'] as const)
      removing.addEventListener(end, () => resolve());
  });
}
