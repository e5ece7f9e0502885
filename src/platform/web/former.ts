import type { Former } from './join.ts';
import type { StoredKey } from './keys.ts';
import { tellOwner } from './owner.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/** The latest value that gave way when one with the same name joined the account. */
export const formerOf = (key: StoredKey): Former | null => all(key)[0] ?? null;

/** Swaps the former and the current value. */
export function takeBack(key: StoredKey): void {
  const [former, ...rest] = all(key);
  if (!former) return;
  const present = readStored(key);
  const next = present === null ? rest : [{ value: present, at: new Date().toISOString() }, ...rest];
  if (keep(key, next) && writeStored(key, former.value) === 'written') tellOwner();
  else keep(key, [former, ...rest]);
}

export function dropFormer(key: StoredKey): void {
  keep(key, all(key).slice(1));
}

/** Sets something aside so that it can be restored. False if there is no room for it. */
export const setAside = (key: StoredKey, value: string): boolean =>
  keep(key, [{ value, at: new Date().toISOString() }, ...all(key)]);

function keep(key: StoredKey, list: Former[]): boolean {
  if (list.length > 0) return writeStored(`hub.former:${key}`, JSON.stringify(list)) === 'written';
  removeStored(`hub.former:${key}`);
  return true;
}

function all(key: StoredKey): Former[] {
  try {
    const list = JSON.parse(readStored(`hub.former:${key}`) ?? '[]') as Partial<Former>[];
    return list.filter((one): one is Former => typeof one?.value === 'string' && typeof one.at === 'string');
  } catch {
    return [];
  }
}
