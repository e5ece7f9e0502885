import { readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { restoredLogo } from '../rules/keep.ts';
import { asideKey, brandingKey, keptKey, logoAtKey, logoKey, markKey, offlineOwner } from '../rules/keys.ts';
import { isConfirmed, isDeviceOnly, readMark } from '../rules/mark.ts';
import type { Box } from './device.ts';

const browser: Box = { read: readStored, write: writeStored, remove: removeStored };

/** The next person finds nothing, and what the server has not confirmed waits for its owner. */
export function leave(uid: string, box: Box = browser): void {
  const stored = box.read(brandingKey);
  const mark = readMark(box.read(markKey));
  // What a guest wrote before signing in is this person's now.
  const owner = mark?.owner || uid;
  const whole =
    stored === null || (mark && isConfirmed(mark, owner))
      ? null
      : withTabLogo(stored, mark?.logoAt ?? 0, box);

  for (const key of [brandingKey, markKey]) box.remove(key);
  for (const key of [logoKey, logoAtKey]) box.remove(key, 'session');
  if (whole === null) return;
  const place = isDeviceOnly(owner) ? asideKey(offlineOwner) : keptKey(owner);
  const text = (words: string) =>
    isDeviceOnly(owner) ? words : JSON.stringify({ words, mark: mark && JSON.stringify({ ...mark, owner }) });
  if (box.write(place, text(whole)) === 'full' && stored !== null) box.write(place, text(stored));
}

/** As the person saw it: with the logo that only this tab had room for. */
function withTabLogo(stored: string, logoAt: number, box: Box): string {
  try {
    const branding = JSON.parse(stored) as { logo?: unknown };
    const at = box.read(logoAtKey, 'session');
    const logo = restoredLogo(
      typeof branding.logo === 'string' ? branding.logo : '',
      { logo: box.read(logoKey, 'session'), at: at === null ? null : Number(at) },
      logoAt,
    );
    return JSON.stringify({ ...branding, logo });
  } catch {
    return stored;
  }
}
