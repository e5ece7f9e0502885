import {
  type AccountCopy,
  type AccountRecord,
  followRecord,
  type Sending,
} from '#platform/web/account-record.ts';
import { api } from '#platform/web/api.ts';
import { dropFormer, formerOf, setAside } from '#platform/web/former.ts';
import { onlineMember } from '#platform/web/viewer.ts';
import { type Branding, defaultBranding, isBlank, parseBranding, sameBranding } from '../rules/branding.ts';
import type { BrandingAnswer, PutBrandingAnswer, PutBrandingBody } from '../rules/contract.ts';
import { type Kept, withoutLogo } from '../rules/keep.ts';
import { agreedKey, brandingApi, brandingKey } from '../rules/keys.ts';
import { edited, mergeBranding, traceOf } from '../rules/merge.ts';
import { keptHere, onChangeHere, readHere, writeHere } from './device.ts';

export interface BrandingState {
  branding: Branding;
  kept: Kept;
  sending: Sending;
  /** Gave way to another one, and can be taken back. */
  aside: Branding | null;
  /** False until it is known whose branding this is. */
  isSettled: boolean;
}

export const firstBrandingState: BrandingState = {
  branding: defaultBranding,
  kept: 'whole',
  sending: 'device',
  aside: null,
  isSettled: false,
};

const patienceMs = 8000;

/** The latest that gave way; one that stands here again by now need not be kept. */
function otherThan(branding: Branding): Branding | null {
  for (let former = formerOf(brandingKey); former; former = formerOf(brandingKey)) {
    const other = parseBranding(former.value);
    if (!sameBranding(other, branding)) return other;
    dropFormer(brandingKey);
  }
  return null;
}

const copyOf = (saved: BrandingAnswer['saved']): AccountCopy<Branding> => ({
  value: saved?.branding ?? null,
  version: saved?.changedAt ?? 0,
  clashedUpon: saved?.clashedUpon ?? null,
});

export const brandingRecord = {
  key: brandingKey,
  agreedKey,
  read: readHere,
  write: writeHere,
  isKept: () => keptHere() !== 'nothing',
  onChange: onChangeHere,
  isBlank,
  isSame: sameBranding,
  trace: traceOf,
  merge: (here: Branding, there: Branding, base: unknown) =>
    mergeBranding(here, there, base as Branding | null),
  async ask() {
    const { saved } = await api<BrandingAnswer>(brandingApi, { timeoutMs: patienceMs });
    return copyOf(saved);
  },
  async send(branding: Branding, upon: number, clashes: boolean) {
    const body: PutBrandingBody = { owner: onlineMember() ?? '', branding, base: upon || null, clashes };
    const answer = await api<PutBrandingAnswer>(brandingApi, { method: 'PUT', body, timeoutMs: patienceMs });
    return copyOf(answer.saved);
  },
  offer(gaveWay: Branding) {
    // Without its logo, if it must be.
    if (!setAside(brandingKey, JSON.stringify(gaveWay)))
      setAside(brandingKey, JSON.stringify(withoutLogo(gaveWay).rest));
  },
} as const;

export type BrandingStore = ReturnType<typeof createBrandingStore>;

/** The branding of this browser: every change is kept at once, and sent to the account when there is one. */
export function createBrandingStore() {
  const listeners = new Set<() => void>();
  let record: AccountRecord | null = null;
  let state = firstBrandingState;

  function look(): void {
    const branding = readHere();
    state = {
      branding,
      kept: keptHere(),
      sending: record?.sending() ?? 'device',
      aside: otherThan(branding),
      isSettled: record?.isSettled() ?? false,
    };
    for (const listener of listeners) listener();
  }

  const update = (patch: Partial<Branding>): void => {
    const next = edited(readHere(), patch);
    if (!sameBranding(next, readHere())) writeHere(next);
  };

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Once for the page: what this device holds is shown at once, the account is asked as soon as there is one. */
    start(): void {
      if (record) return;
      record = followRecord(brandingRecord);
      record.subscribe(look);
      onChangeHere(look);
      look();
    },
    update,
    wake: () => record?.sync(),
    forgetAside(): void {
      dropFormer(brandingKey);
      look();
    },
    takeAside(): void {
      const { aside, branding } = state;
      if (!aside) return;
      dropFormer(brandingKey);
      // The way back stays open.
      brandingRecord.offer(branding);
      update(aside);
      look();
    },
  };
}
