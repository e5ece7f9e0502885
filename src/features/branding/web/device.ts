import { readStored, removeStored, type WriteOutcome, writeStored } from '#platform/web/storage.ts';
import { type Branding, brandingKey, defaultBranding, parseBranding } from '../rules/branding.ts';
import { type Kept, restoredLogo, withoutLogo } from '../rules/keep.ts';
import { asideKey, keptKey, logoAtKey, logoKey, markKey } from '../rules/keys.ts';
import { noMark, readMark } from '../rules/mark.ts';
import type { Held } from '../rules/sync.ts';

type Area = 'local' | 'session';

/** The two storages of a browser, or of a test. */
export interface Box {
  read(key: string, area?: Area): string | null;
  write(key: string, value: string, area?: Area): WriteOutcome;
  remove(key: string, area?: Area): void;
}

export const browserBox: Box = { read: readStored, write: writeStored, remove: removeStored };

export const blankHeld: Held = { branding: defaultBranding, mark: noMark };

/** What this device holds; null when it holds nothing. */
export function readHeld(box: Box): Held | null {
  const stored = box.read(brandingKey);
  if (stored === null) return null;
  const branding = parseBranding(stored);
  const mark = readMark(box.read(markKey)) ?? noMark;
  const at = box.read(logoAtKey, 'session');
  const tab = { logo: box.read(logoKey, 'session'), at: at === null ? null : Number(at) };
  return { branding: { ...branding, logo: restoredLogo(branding.logo, tab, mark.logoAt) }, mark };
}

/** Writes all of it or, where that is too much, all but the logo; the tab's own logo is always this one or none. */
export function writeHeld(box: Box, { branding, mark }: Held): Kept {
  const { rest, tabLogo } = withoutLogo(branding);
  const write = (what: Branding) => box.write(brandingKey, JSON.stringify(what));
  // The mark first, for it is small, and without it nobody would know whose this is.
  const former = box.read(markKey);
  const writeMark = () => box.write(markKey, JSON.stringify(mark)) === 'written';
  let isMarked = writeMark();
  let kept: Kept = 'whole';
  let outcome = write(branding);
  if (outcome === 'full') {
    kept = branding.logo === '' ? 'nothing' : 'without-logo';
    if (branding.logo !== '') outcome = write(rest);
  }
  if (outcome !== 'written') kept = 'nothing';

  const isInTab =
    kept !== 'whole' && tabLogo !== null && box.write(logoKey, tabLogo, 'session') === 'written';
  if (isInTab) box.write(logoAtKey, String(mark.logoAt), 'session');
  else forgetTabLogo(box);
  if (isInTab && kept === 'without-logo') kept = 'logo-in-tab';

  // What was stored has its former mark; a mark that is older than what it marks would lie.
  if (kept === 'nothing' && isMarked && former !== null) box.write(markKey, former);
  isMarked = kept === 'nothing' ? former !== null : isMarked || writeMark();
  if (!isMarked) box.remove(markKey);
  return kept;
}

/** As it stands in storage, to see whether somebody else has written. */
export const rawHeld = (box: Box): string | null => {
  const words = box.read(brandingKey);
  return words === null ? null : `${box.read(markKey) ?? ''}\n${words}`;
};

function forgetTabLogo(box: Box): void {
  box.remove(logoKey, 'session');
  box.remove(logoAtKey, 'session');
}

/** What this person left here unsent when they signed out; it stays until it is written elsewhere. */
export function readKept(box: Box, uid: string): Held | null {
  const text = box.read(keptKey(uid));
  if (text === null) return null;
  const { words, mark } = partsOf(text);
  return { branding: parseBranding(words), mark: readMark(mark) ?? { ...noMark, owner: uid } };
}

export const dropKept = (box: Box, uid: string): void => box.remove(keptKey(uid));

function partsOf(text: string): { words: string | null; mark: string | null } {
  try {
    const { words, mark } = JSON.parse(text) as Record<string, unknown>;
    return { words: typeof words === 'string' ? words : null, mark: typeof mark === 'string' ? mark : null };
  } catch {
    return { words: null, mark: null };
  }
}

export function readAside(box: Box, owner: string): Branding | null {
  const text = box.read(asideKey(owner));
  return text === null ? null : parseBranding(text);
}

/** Without its logo, if it must be. */
export function writeAside(box: Box, owner: string, branding: Branding): void {
  if (box.write(asideKey(owner), JSON.stringify(branding)) === 'full') {
    box.write(asideKey(owner), JSON.stringify(withoutLogo(branding).rest));
  }
}

export const dropAside = (box: Box, owner: string): void => box.remove(asideKey(owner));
