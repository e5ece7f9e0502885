import { rawNames, rawRemove } from './area.ts';
import { kept, placeOf } from './place.ts';

/** Everything this hub keeps in this browser, whoever made it: for a device that others use. */

/** How many changes wait here that no account has got yet. */
export async function countUnsent(): Promise<number> {
  let count = 0;
  for (const { name } of await databases()) count += await countWaiting(name);
  return count;
}

/** Removes it all, but for the choice of light or dark. What cannot be opened cannot be emptied, and is passed over. */
export async function clearDevice(): Promise<void> {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const storage = window[area];
      for (const key of Object.keys(storage)) if (key !== 'theme') storage.removeItem(key);
    } catch {
      // Nothing is stored where storage is switched off.
    }
  }
  const all = await databases();
  await Promise.all(all.map(({ name }) => remove(name)));
  const names = await globalThis.caches?.keys().catch(() => []);
  await Promise.all((names ?? []).map((name) => caches.delete(name)));
}

/** An account that was deleted: nothing of it stays here, sent or not. */
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

// Every line of a database begins with its owner.
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

// One that another tab holds open goes when that tab lets go; nobody waits for it.
function remove(name: string): Promise<void> {
  return new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase(name);
    for (const end of ['success', 'error', 'blocked'] as const)
      removing.addEventListener(end, () => resolve());
  });
}
