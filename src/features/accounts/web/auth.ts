// Long because: all of an account’s coming and going is one state, and its acts depend on one another.
import { randomText } from '#base/random-text.ts';
import type { ApiOptions } from '#platform/web/api.ts';
import { entryApi, signInPatienceMs } from '../rules/addresses.ts';
import type { ProfileAnswer, SessionAnswer, SessionUser, SignInBody, SignUpBody } from '../rules/contract.ts';
import { classify } from '../rules/failure.ts';
import { type AuthEffect, type AuthEvent, type AuthState, decide, firstState } from '../rules/machine.ts';
import { backendWords, offlineLog } from '../rules/offline-words.ts';
import { type AuthUser, readIds, readUser } from '../rules/user.ts';

export const keys = {
  offlineUser: 'offlineUser',
  purchased: 'purchasedTemplates',
  /** Who may go on here when the hub is not there. */
  lastMember: 'hub.lastMember',
  /** Somebody logged out while the hub could not be told: the next start tells it first. */
  endSession: 'hub.endSession',
} as const;

/** Said between tabs. Who signed in is not always known to the one who tells; `ended`: by nobody's act in this browser. */
export type TabMessage =
  | { type: 'signed-in'; uid: string | null }
  | { type: 'signed-out' }
  | { type: 'ended' };

/** Everything outside that the controller touches, so that a test can be the outside. */
export interface AuthWorld {
  ask<T>(path: string, options?: ApiOptions): Promise<T>;
  now(): Date;
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  log(text: string): void;
  tell(message: TabMessage): void;
  /** Whether somebody has typed on the page that is open. */
  isTypedOn(): boolean;
  /** A full document: nothing of this run survives. */
  leaveTo(path: string): void;
  reload(): void;
  /** Whose things are read and written from now on; null for a guest's. */
  become(uid: string | null): void;
  /** Before that: what a guest began here has to change hands in the same turn. */
  readyToBecome(): Promise<void>;
  /** A logout: what the account has goes, the rest is locked to its owner. */
  leave(only?: 'session'): void;
  /** Nothing of a deleted account stays. */
  forget(uid: string): Promise<void>;
  /** What the account has not got goes there while the session lasts. */
  sendUnsent(uid: string): Promise<void>;
  cleanUp(uid: string): Promise<void>;
  clearDevice(): Promise<void>;
  openPopup(attempt: string, provider: string): Window | null;
  popupDone(popup: Window | null, attempt: string): Promise<void>;
}

export type Auth = ReturnType<typeof createAuth>;

const lateMs = 60_000;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : backendWords.start);

/** Runs the machine of rules/machine.ts: asks the hub, tells the machine, does what it decides. */
export function createAuth(world: AuthWorld) {
  let state: AuthState = firstState;
  let started: Promise<void> | null = null;
  /** When this session ends for good, told in its last days. */
  let endsAt: string | null = null;
  let looking: Promise<SessionUser | null | undefined> | null = null;
  const listeners = new Set<() => void>();
  const patient = { timeoutMs: signInPatienceMs };
  const post = <T>(path: string, body: unknown = {}) =>
    world.ask<T>(path, { ...patient, method: 'POST', body });

  function dispatch(event: AuthEvent): AuthEffect[] {
    const decision = decide(state, event);
    // Before anything is written for them, and before anybody hears of them.
    if (decision.state.phase === 'ready') world.become(decision.state.user?.uid ?? null);
    for (const effect of decision.effects) perform(effect);
    if (decision.state !== state) {
      state = decision.state;
      for (const listener of listeners) listener();
    }
    return decision.effects;
  }

  function perform(effect: AuthEffect): void {
    if (effect.do === 'log') world.log(effect.text);
    else if (effect.do === 'keepOfflineUser') world.write(keys.offlineUser, JSON.stringify(effect.user));
    else if (effect.do === 'dropOfflineUser') world.remove(keys.offlineUser);
    else if (effect.do === 'forgetMember') forgetMember();
    else if (effect.do === 'rememberMember') {
      const former = lastMember();
      world.write(keys.lastMember, JSON.stringify(effect.user));
      // What the account no longer has, because its money went back, is no longer this browser's either.
      const ended = former?.uid === effect.user.uid ? former.purchasedTemplates : [];
      changePurchased(ended, effect.user.purchasedTemplates);
    }
  }

  const lastMember = () => readUser(world.read(keys.lastMember), world.now());

  function changePurchased(gone: readonly string[], come: readonly string[] = []): void {
    const before = readIds(world.read(keys.purchased));
    const after = [...new Set([...before.filter((id) => !gone.includes(id)), ...come])];
    if (after.join() !== before.join()) world.write(keys.purchased, JSON.stringify(after));
  }

  /** What they had bought goes with them, however they went. */
  function forgetMember(): void {
    const gone = lastMember()?.purchasedTemplates ?? [];
    world.remove(keys.lastMember);
    changePurchased(gone);
  }

  /** The profile of the one who is signed in, made when there is none. */
  async function meet(session: SessionUser | null, isMissed = false): Promise<void> {
    let profile: unknown = null;
    let profileFailed = false;
    if (session) {
      void world.readyToBecome();
      try {
        ({ profile } = await world.ask<ProfileAnswer>(entryApi.profile, patient));
        if (!profile) ({ profile } = await post<ProfileAnswer>(entryApi.profile));
      } catch {
        profileFailed = true;
      }
      await world.readyToBecome();
    }
    dispatch({ type: 'sessionAnswered', session, profile, profileFailed, now: world.now(), isMissed });
  }

  function heardEnd(next: string | null): void {
    if (next === endsAt) return;
    endsAt = next;
    for (const listener of listeners) listener();
  }

  async function probe(): Promise<SessionUser | null> {
    const answer = await world.ask<SessionAnswer>(entryApi.session, patient);
    heardEnd(answer.endsAt ?? null);
    return answer.user;
  }

  async function endSession(): Promise<void> {
    world.write(keys.endSession, '1');
    await post(entryApi.signOut);
    world.remove(keys.endSession);
  }

  async function firstAnswer(): Promise<void> {
    const found = readUser(world.read(keys.offlineUser), world.now());
    if (found) dispatch({ type: 'offlineUserFound', user: found });
    let session: SessionUser | null;
    try {
      if (world.read(keys.endSession)) await endSession();
      session = await probe();
    } catch (error) {
      const words = backendWords.start;
      dispatch({ type: 'startFailed', failure: classify(error), words, lastMember: lastMember() });
      if (!found && isOffline() && state.user) void hearLate(state.user.uid);
      return;
    }
    const isMissed = !session && lastMember() !== null;
    if (isMissed) world.tell({ type: 'ended' });
    if (!isOffline()) await meet(session, isMissed);
  }

  /** The device shows a member's copies on trust. Where the hub is only slow, it says whether that is right. */
  async function hearLate(uid: string): Promise<void> {
    const answer = await world
      .ask<SessionAnswer>(entryApi.session, { timeoutMs: lateMs })
      .catch(() => undefined);
    const isThere = state.phase === 'ready' && state.user?.uid === uid;
    if (answer && !answer.user && isThere && !world.read(keys.offlineUser)) dispatch({ type: 'memberGone' });
  }

  /** Whether the session of this page is over; null if there is nothing to ask about, or no answer. */
  async function foundOver(): Promise<AuthUser | null> {
    const { user, mode, phase, isEnded } = state;
    if (!user || mode === 'offline' || phase !== 'ready' || isEnded || looking) return null;
    looking = probe().catch(() => undefined);
    const session = await looking.finally(() => (looking = null));
    return session === null && state.user === user ? user : null;
  }

  const start = (): Promise<void> => (started ??= firstAnswer());
  const abandon = (attempt: string) => void post(entryApi.abandon, { attempt }).catch(() => {});

  /** A try to get in; true when there is a session. Offline nothing is asked: one is an offline user, and stays it. */
  async function enter(
    way: 'email' | 'popup',
    attempt: string,
    ask: () => Promise<SessionUser | null>,
  ): Promise<boolean> {
    // The first answer is older than this try, so it must not come after it.
    await start();
    if (isOffline()) {
      dispatch({ type: 'wentOffline', now: world.now(), isLate: true });
      return false;
    }
    let session: SessionUser | null;
    try {
      session = await ask();
    } catch (error) {
      await world.readyToBecome();
      const effects = dispatch({
        type: 'signInFailed',
        way,
        failure: classify(error),
        words: wordsOf(error),
        now: world.now(),
      });
      for (const { do: what } of effects) {
        if (what === 'abandonAttempt') abandon(attempt);
        if (what === 'rethrow') throw error;
      }
      return false;
    }
    // Gone offline in the meantime, by hand: the session came too late.
    if (isOffline()) {
      abandon(attempt);
      return false;
    }
    world.remove(keys.endSession);
    if (way === 'email') heardEnd(null);
    if (session) world.tell({ type: 'signed-in', uid: session.uid });
    // Somebody else in the middle of this person's page: it starts anew.
    if (session && state.user && state.user.uid !== session.uid) {
      world.reload();
      return false;
    }
    await meet(session);
    return session !== null;
  }

  const isOffline = () => state.mode === 'offline';

  const signInBy = (ask: (attempt: string) => Promise<SessionUser | null>, attempt = randomText(24)) =>
    enter('email', attempt, () => ask(attempt));
  const withPassword = (path: string, body: object) =>
    signInBy(async (attempt) => (await post<SessionAnswer>(path, { ...body, attempt })).user);

  return {
    state: () => state,
    endsAt: () => endsAt,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    signInBy,
    signIn: (body: Omit<SignInBody, 'attempt'>) => withPassword(entryApi.signIn, body),
    signUp: (body: Omit<SignUpBody, 'attempt'>) => withPassword(entryApi.signUp, body),
    /** Not async up to the window: a browser opens one only in the click itself. */
    signInWithPopup(provider: string): Promise<boolean> {
      const attempt = randomText(24);
      const popup = isOffline() ? null : world.openPopup(attempt, provider);
      const trying = enter('popup', attempt, async () => {
        try {
          await world.popupDone(popup, attempt);
        } catch (error) {
          // A window that could not reach the hub is closed like any other: the hub itself says which it was.
          const session = popup && classify(error) === 'definite' ? await probe() : null;
          if (session) return session;
          throw error;
        }
        return probe();
      });
      return trying.finally(() => popup?.close());
    },

    /**
     * `clear`: on a device that others use nothing stays, whatever the hub has not got of it. `isGone`: there is no account
     * any more that could come back for it.
     */
    async signOut({
      clear = false,
      isGone = false,
    }: { clear?: boolean; isGone?: boolean } = {}): Promise<void> {
      if (state.user && state.mode === 'online' && !isGone) await world.sendUnsent(state.user.uid);
      const { user, mode } = state;
      dispatch({ type: 'signedOut' });
      if (user) changePurchased(user.purchasedTemplates);
      world.write(keys.endSession, '1');
      // The other tabs leave first, and ask nothing that a session is gone for; where all of this device is cleared, last.
      if (!clear) world.tell({ type: 'signed-out' });
      await Promise.all([
        mode === 'online' &&
          // Until it is heard, the sign-in page says so.
          endSession().catch(() => world.log(offlineLog.signOutFailed)),
        user && world.cleanUp(user.uid),
      ]);
      world.leave();
      if (isGone && user) await world.forget(user.uid);
      if (clear) await world.clearDevice();
      if (clear) world.tell({ type: 'signed-out' });
      world.leaveTo('/signin');
    },

    /** Some question was answered with "sign in first": is the session over? */
    async heardRefusal(): Promise<void> {
      if (!(await foundOver())) return;
      world.tell({ type: 'ended' });
      dispatch({ type: 'sessionLost' });
    },
    /**
     * A page that nobody does anything on may show a person whose session ended elsewhere. What is typed on it waits for
     * its writer; otherwise nothing of theirs stays in sight.
     */
    async lookAgain(isTold = false): Promise<void> {
      if (!(await foundOver())) return;
      if (!isTold) world.tell({ type: 'ended' });
      dispatch({ type: world.isTypedOn() ? 'sessionLost' : 'memberGone' });
    },
    readNews: () => void dispatch({ type: 'newsRead' }),

    async goOffline(): Promise<void> {
      await world.readyToBecome();
      dispatch({ type: 'wentOffline', now: world.now() });
    },
    /** After a change of the profile or the address: asks again who this is. */
    refresh: async (): Promise<void> => {
      const session = isOffline() ? null : await probe().catch(() => null);
      if (session) await meet(session);
    },

    /** Another tab of this browser signed somebody in or out. */
    async heard(message: TabMessage): Promise<void> {
      const { user, mode, phase } = state;
      if (message.type === 'ended') return this.lookAgain(true);
      if (message.type === 'signed-out' && user) {
        dispatch({ type: 'signedOut' });
        world.leave('session');
        // What this tab alone has loaded is taken away in this very turn; nothing is asked for until it has left.
        void world.cleanUp(user.uid);
        world.reload();
      } else if (
        message.type === 'signed-in' &&
        mode === 'online' &&
        phase === 'ready' &&
        user?.uid !== message.uid
      ) {
        // Another person's page may not go on under this one's session.
        if (!user) await probe().then(meet, () => {});
        else if (message.uid) world.reload();
      }
    },
  };
}
