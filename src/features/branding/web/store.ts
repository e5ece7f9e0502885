import { Problem } from '#base/problem.ts';
import type { ApiOptions } from '#platform/web/api.ts';
import type { WebViewer } from '#platform/web/viewer.ts';
import { type Branding, isBlank, sameBranding } from '../rules/branding.ts';
import type { BrandingAnswer, PutBrandingAnswer, PutBrandingBody } from '../rules/contract.ts';
import type { Kept } from '../rules/keep.ts';
import { brandingApi, offlineOwner } from '../rules/keys.ts';
import { isConfirmed } from '../rules/mark.ts';
import { type AccountBranding, claimed, confirmed, edited, type Held, meet } from '../rules/sync.ts';
import {
  blankHeld,
  type Box,
  dropAside,
  dropKept,
  rawHeld,
  readAside,
  readHeld,
  readKept,
  writeAside,
  writeHeld,
} from './device.ts';
import { leave } from './sign-out.ts';

/** How far a change has come on its way to the account. `device`: there is no account to go to. */
export type Sending =
  | 'device'
  | 'asking'
  | 'sending'
  | 'sent'
  | 'waiting'
  | 'signed-out'
  | { refused: string };

export interface BrandingState {
  branding: Branding;
  kept: Kept;
  sending: Sending;
  /** Gave way to a later one, and can be taken back. */
  aside: Branding | null;
  /** False until it is known whose branding this is. */
  isSettled: boolean;
}

/** Everything outside that the store touches, so that a test can be the outside. */
export interface BrandingWorld {
  box: Box;
  now(): number;
  viewer(): WebViewer;
  ask<T>(path: string, options?: ApiOptions): Promise<T>;
  /** Does it later, once; returns how to call it off. */
  later(act: () => void, ms: number): () => void;
}

/** After the last letter; short, because a closed tab sends nothing. */
const pauseMs = 600;
const retryMs = 15_000;
const patienceMs = 8000;

export const firstBrandingState: BrandingState = {
  branding: blankHeld.branding,
  kept: 'whole',
  sending: 'device',
  aside: null,
  isSettled: false,
};

export type BrandingStore = ReturnType<typeof createBrandingStore>;

/** The branding of this browser: every change is kept at once, and sent to the account when there is one. */
export function createBrandingStore(world: BrandingWorld) {
  const { box } = world;
  let held: Held = blankHeld;
  /** What stood in storage when `held` was last read or written. */
  let seen: string | null = null;
  let state = firstBrandingState;
  /** Whom the last settling found; undefined before the first. */
  let uid: string | undefined;
  let asideOwner: string | null = null;
  let isMet = false;
  let running: Promise<void> | null = null;
  let callOff = () => {};
  const listeners = new Set<() => void>();

  function show(change: Partial<BrandingState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function keep(next: Held): void {
    held = next;
    const kept = writeHeld(box, next);
    seen = rawHeld(box);
    show({ branding: next.branding, kept });
  }

  /** What another tab wrote since counts; what this one could not write is only in its memory. */
  function readAgain(): void {
    if (rawHeld(box) === seen) return;
    held = readHeld(box) ?? blankHeld;
    seen = rawHeld(box);
  }

  function setAside(branding: Branding | null): void {
    if (!branding || uid === undefined || isBlank(branding) || sameBranding(branding, held.branding)) return;
    asideOwner = uid;
    writeAside(box, uid, branding);
    show({ aside: branding });
  }

  const hasAccount = () => {
    const { ready, mode, user } = world.viewer();
    return ready && mode === 'online' && user !== null && !user.isOffline;
  };

  /** Whose branding is it? Asked when it becomes known who is here, and again when that changes. */
  function settle(): void {
    const { ready, user } = world.viewer();
    if (!ready || (user?.uid ?? '') === uid) return;
    uid = user?.uid ?? '';
    isMet = false;
    const { owner } = readHeld(box)?.mark ?? blankHeld.mark;
    if (owner !== '' && owner !== uid) leave(owner, box);
    seen = null;
    held = blankHeld;
    readAgain();
    if (uid !== '') welcome(uid);
    asideOwner = [uid, offlineOwner].find((each) => uid !== '' && each && readAside(box, each)) ?? null;
    show({
      branding: held.branding,
      aside: asideOwner === null ? null : readAside(box, asideOwner),
      isSettled: !hasAccount() || isConfirmed(held.mark, uid),
      sending: hasAccount() ? 'asking' : 'device',
    });
    if (hasAccount()) void send();
  }

  function welcome(person: string): void {
    const kept = readKept(box, person);
    const here = held.mark.owner === '' && !isBlank(held.branding) ? held : null;
    if (kept) {
      const [later, earlier] =
        here && here.mark.changedAt > kept.mark.changedAt ? [here, kept] : [kept, here];
      keep(later === here ? claimed(later, person) : { ...later, mark: { ...later.mark, owner: person } });
      if (state.kept !== 'nothing') dropKept(box, person);
      if (earlier) setAside(earlier.branding);
    } else if (held.mark.owner === '') {
      held = claimed(held, person);
      if (here) keep(held);
    }
  }

  function send(): Promise<void> {
    callOff();
    const person = uid ?? '';
    running ??= sendAll(person).finally(() => {
      running = null;
      // Somebody else arrived while the former one's was on its way.
      if (uid !== person && hasAccount()) void send();
    });
    return running;
  }

  async function sendAll(person: string): Promise<void> {
    const isStill = () => uid === person && hasAccount();
    try {
      if (!isMet) {
        const { saved } = await world.ask<BrandingAnswer>(brandingApi, { timeoutMs: patienceMs });
        if (!isStill()) return;
        accept(saved);
        isMet = true;
      }
      // Another device that never rests could go on for ever.
      for (let tries = 0; held.mark.touched.length > 0 && tries < 8; tries++) {
        show({ sending: 'sending' });
        const sent = held;
        const { branding, mark } = sent;
        const body: PutBrandingBody = { owner: person, branding, changedAt: mark.changedAt, base: mark.base };
        const { taken, saved } = await world.ask<PutBrandingAnswer>(brandingApi, {
          method: 'PUT',
          body,
          timeoutMs: patienceMs,
        });
        if (!isStill()) return;
        readAgain();
        if (taken && saved) keep(confirmed(held, sent, saved.changedAt));
        else accept(saved);
      }
      const isSent = held.mark.touched.length === 0;
      show({ sending: isSent ? 'sent' : 'waiting', isSettled: true });
      if (!isSent) callOff = world.later(() => void send(), retryMs);
    } catch (error) {
      if (!isStill()) return;
      fail(error instanceof Problem ? error : new Problem('internal'));
    }
  }

  function accept(saved: AccountBranding | null): void {
    const before = held;
    const { held: next, aside } = meet(before, saved);
    if (next.mark !== before.mark && !(saved === null && isBlank(next.branding))) keep(next);
    setAside(aside);
  }

  function fail({ code, message, details }: Problem): void {
    const sending = whyNot(code, Object.values(details.fields ?? {})[0] ?? message);
    show({ sending, isSettled: true });
    if (sending === 'waiting')
      callOff = world.later(() => void send(), (details.retryAfterSeconds ?? 0) * 1000 || retryMs);
  }

  function update(patch: Partial<Branding>): void {
    readAgain();
    const next = edited(held, patch, uid ?? held.mark.owner, world.now());
    if (next.mark === held.mark) return;
    keep(next);
    if (!hasAccount() || uid === undefined) return;
    show({ sending: 'sending' });
    callOff();
    callOff = world.later(() => void send(), pauseMs);
  }

  function forgetAside(): void {
    if (asideOwner !== null) dropAside(box, asideOwner);
    asideOwner = null;
    show({ aside: null });
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** What this device holds is shown at once; whose it is turns out when it is known who is here. */
    start(): void {
      if (uid === undefined) {
        readAgain();
        show({ branding: held.branding });
      }
      settle();
    },
    settle,
    update,
    forgetAside,

    takeAside(): void {
      const { aside } = state;
      if (!aside) return;
      const replaced = held.branding;
      forgetAside();
      update(aside);
      // The way back stays open.
      setAside(replaced);
    },

    /** Another tab of this browser changed it. */
    heardElsewhere(): void {
      readAgain();
      if (!sameBranding(held.branding, state.branding)) show({ branding: held.branding, kept: 'whole' });
    },

    /** An outage may be over, another device may have written: asks again. */
    wake(): void {
      if (uid === undefined || !hasAccount()) return;
      isMet = false;
      void send();
    },

    /** Sends what waits, now. */
    flush(): void {
      if (hasAccount() && held.mark.touched.length > 0) void send();
    },
  };
}

function whyNot(code: Problem['code'], words: string): Sending {
  if (code === 'unauthenticated') return 'signed-out';
  const isFinal = code === 'bad_request' || code === 'too_large' || code === 'forbidden';
  return isFinal ? { refused: words } : 'waiting';
}
