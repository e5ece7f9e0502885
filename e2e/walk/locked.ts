import type { Kept } from './look.ts';

/**
 * Whether what a browser keeps is put away under the name of its owner, so that nobody else's screen reads it: the key
 * names them, or the record does.
 */
export function isLockedFor({ area, key, value }: Kept, uid: string): boolean {
  // Cookies go with every request, whoever sits there.
  if (area === 'cookie' || area === 'window') return false;
  if (key.includes(uid)) return true;
  try {
    return isOwned(JSON.parse(value), uid);
  } catch {
    return false;
  }
}

const owners = ['owner', 'userId', 'uid'];
function isOwned(record: unknown, uid: string): boolean {
  if (Array.isArray(record)) return record.length > 0 && record.every((each) => isOwned(each, uid));
  if (typeof record !== 'object' || record === null) return false;
  return owners.some((name) => (record as Record<string, unknown>)[name] === uid);
}
