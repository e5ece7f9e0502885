import { onStoredElsewhere, readStored, removeStored, writeStored } from '#platform/web/storage.ts';
import { type Branding, brandingKey, parseBranding } from '../rules/branding.ts';
import { type Kept, nameOfLogo, restoredLogo, withoutLogo } from '../rules/keep.ts';
import { logoKey, logoNameKey } from '../rules/keys.ts';

const listeners = new Set<() => void>();
/** What was read or written last, and as which text: it may have become another one since. */
let current: { text: string | null; branding: Branding } | undefined;
let kept: Kept = 'whole';

const stored = (): string | null => {
  const words = readStored(brandingKey);
  return words === null ? null : `${readStored(logoNameKey) ?? ''}\n${words}`;
};

/** The branding of whoever is here, as this browser has it. */
export function readHere(): Branding {
  const text = stored();
  if (current?.text === text) return current.branding;
  const branding = parseBranding(readStored(brandingKey));
  const logo = restoredLogo(branding.logo, readStored(logoKey, 'session'), readStored(logoNameKey));
  current = { text, branding: { ...branding, logo } };
  kept = 'whole';
  return current.branding;
}

/** What of it the storage could take. */
export const keptHere = (): Kept => kept;

/** Writes all of it or, where that is too much, all but the logo; what cannot be written this page still has. */
export function writeHere(branding: Branding): void {
  const { rest, tabLogo } = withoutLogo(branding);
  const write = (what: Branding) => writeStored(brandingKey, JSON.stringify(what));
  // The name first, for it is small: nobody may take an older logo for this one.
  writeStored(logoNameKey, nameOfLogo(branding.logo));
  let outcome = write(branding);
  kept = 'whole';
  if (outcome === 'full' && branding.logo !== '') {
    kept = 'without-logo';
    outcome = write(rest);
  }
  if (outcome !== 'written') kept = 'nothing';
  removeStored(logoKey, 'session');
  const isInTab =
    kept !== 'whole' && tabLogo !== null && writeStored(logoKey, tabLogo, 'session') === 'written';
  if (isInTab && kept === 'without-logo') kept = 'logo-in-tab';
  current = { text: stored(), branding };
  for (const listener of listeners) listener();
}

/** Hears of every change, in this tab and in others; returns how to stop. */
export function onChangeHere(listener: () => void): () => void {
  listeners.add(listener);
  const stops = [onStoredElsewhere(brandingKey, listener), onStoredElsewhere(logoNameKey, listener)];
  return () => {
    listeners.delete(listener);
    for (const stop of stops) stop();
  };
}
