import { assertNever } from '#base/assert.ts';
import type { SessionUser } from './contract.ts';
import type { Failure } from './failure.ts';
import { backendWords, offlineLog } from './offline-words.ts';
import { asOffline, type AuthUser, mergeProfile, type OfflineUser, offlineUser } from './user.ts';

/** Who uses this app, as far as it knows. Offline is a one-way street: no event leads a running app out of it. */
export interface AuthState {
  /** `loading` until the first answer; `over` once a sign-out has begun: what follows is a new start. */
  phase: 'loading' | 'ready' | 'over';
  mode: 'online' | 'offline';
  /** Null for a guest. */
  user: AuthUser | null;
  /** What failed technically, in words; then "Go Offline" is offered. */
  backendError: string | null;
  /** What happened to the session by no act of this person here, until they have read it. */
  news: SessionNews | null;
  /** The session of `user` is over: what they type is theirs still, and goes out when they have signed in again. */
  isEnded: boolean;
}

/** `ended`: elsewhere, or by its age. `late`, `suspended`: a sign-in that came to nothing, and how it was answered. */
export type SessionNews = 'ended' | 'late' | 'suspended';

export const firstState: AuthState = {
  phase: 'loading',
  mode: 'online',
  user: null,
  backendError: null,
  news: null,
  isEnded: false,
};

export type AuthEvent =
  /** An earlier visit ended offline, and nobody has logged out since. */
  | { type: 'offlineUserFound'; user: OfflineUser }
  /** The backend said who is signed in; `profile` is what it keeps about them, or that it could not be read. */
  | {
      type: 'sessionAnswered';
      session: SessionUser | null;
      profile: unknown;
      profileFailed?: boolean;
      now: Date;
      /** A member was here at the last start, and did not log out. */
      isMissed?: boolean;
    }
  /** It went on without an answer, and one came after all: nobody is signed in. */
  | { type: 'memberGone' }
  /** In the middle of something the hub answered that nobody is signed in. */
  | { type: 'sessionLost' }
  | { type: 'newsRead' }
  | { type: 'startFailed'; failure: Failure; words: string; lastMember: OfflineUser | null }
  | { type: 'signInFailed'; way: 'email' | 'popup'; failure: Failure; words: string; now: Date }
  /** `isLate`: somebody wanted to sign in, and nothing was asked any more. */
  | { type: 'wentOffline'; now: Date; isLate?: boolean }
  | { type: 'signedOut' };

export type AuthEffect =
  | { do: 'log'; text: string }
  | { do: 'keepOfflineUser'; user: OfflineUser }
  | { do: 'dropOfflineUser' }
  /** For an offline start on this device. */
  | { do: 'rememberMember'; user: AuthUser }
  | { do: 'forgetMember' }
  /** The answer may still be a session: it is to be revoked, wanted by nobody. */
  | { do: 'abandonAttempt' }
  /** The form that asked shows the error. */
  | { do: 'rethrow' };

export interface Decision {
  state: AuthState;
  effects: AuthEffect[];
}

export function decide(state: AuthState, event: AuthEvent): Decision {
  if (state.phase === 'over') return keep(state);
  switch (event.type) {
    case 'signedOut':
      return {
        state: { ...state, phase: 'over', user: null },
        effects: [{ do: 'dropOfflineUser' }, { do: 'forgetMember' }],
      };
    case 'startFailed':
      return startFailed(state, event);
    case 'wentOffline': {
      // Whoever ended this session elsewhere did not mean it to go on here without them.
      if (state.isEnded) return keep(state);
      const went = goOffline(state, event.now);
      return event.isLate ? { ...went, state: { ...went.state, news: 'late' } } : went;
    }
    case 'signInFailed':
      return signInFailed(state, event);
    case 'offlineUserFound':
      return keep({ ...state, phase: 'ready', mode: 'offline', user: event.user });
    case 'sessionLost':
      return keep(
        state.user && !isOffline(state) && state.phase === 'ready'
          ? { ...state, isEnded: true, news: 'ended' }
          : state,
      );
    case 'memberGone':
      // Offline is never left again; whose it was is.
      return { state: { ...state, user: null, news: 'ended' }, effects: [{ do: 'forgetMember' }] };
    case 'newsRead':
      return keep({ ...state, news: null });
    case 'sessionAnswered':
      return isOffline(state) ? keep(state) : sessionAnswered(event);
    default:
      return assertNever(event);
  }
}

const keep = (state: AuthState): Decision => ({ state, effects: [] });
const isOffline = (state: AuthState): boolean => state.mode === 'offline';

function sessionAnswered({
  session,
  profile,
  profileFailed,
  now,
  isMissed,
}: Extract<AuthEvent, { type: 'sessionAnswered' }>): Decision {
  const ready: AuthState = { ...firstState, phase: 'ready' };
  if (!session)
    return { state: { ...ready, news: isMissed ? 'ended' : null }, effects: [{ do: 'forgetMember' }] };
  const user = mergeProfile(session, profile, now);
  return {
    state: { ...ready, user, backendError: profileFailed ? backendWords.profile : null },
    // A profile that could not be read is no reason to forget the one that could.
    effects: profileFailed ? [] : [{ do: 'rememberMember', user }],
  };
}

function startFailed(
  state: AuthState,
  { failure, words, lastMember }: Extract<AuthEvent, { type: 'startFailed' }>,
): Decision {
  // The hub is there and said no to the question itself, such as too many tries.
  if (failure === 'definite')
    return keep(isOffline(state) ? state : { ...state, phase: 'ready', backendError: words });
  const log: AuthEffect[] = [{ do: 'log', text: offlineLog.unavailable }];
  if (failure === 'timeout') log.push({ do: 'log', text: offlineLog.timeout });
  if (isSuspension(failure)) log.push({ do: 'log', text: offlineLog.suspended });
  if (isOffline(state)) return { state, effects: log };
  return {
    state: { ...firstState, phase: 'ready', mode: 'offline', user: lastMember, backendError: words },
    effects: log,
  };
}

function signInFailed(
  state: AuthState,
  { way, failure, words, now }: Extract<AuthEvent, { type: 'signInFailed' }>,
): Decision {
  if (failure === 'definite') return { state, effects: [{ do: 'rethrow' }] };
  // The page waits for its owner to sign in again, and for nobody else.
  if (state.isEnded) return { state, effects: [{ do: 'abandonAttempt' }, { do: 'rethrow' }] };
  if (isSuspension(failure)) {
    const { state: next, effects } = goOffline({ ...state, user: isOffline(state) ? state.user : null }, now);
    return {
      state: { ...next, news: 'suspended' },
      effects: [{ do: 'log', text: offlineLog.suspended }, ...effects],
    };
  }
  // A window of its own failed, and the app goes on: whether to leave the network is the person's choice.
  if (way === 'popup') {
    return {
      state: isOffline(state) ? state : { ...state, backendError: words },
      effects: [{ do: 'rethrow' }],
    };
  }
  const { state: next, effects } = goOffline(state, now);
  const log: AuthEffect[] = failure === 'timeout' ? [{ do: 'log', text: offlineLog.timeout }] : [];
  return { state: { ...next, news: 'late' }, effects: [...log, { do: 'abandonAttempt' }, ...effects] };
}

/** A member goes on under their own name, for their work is kept under it; everybody else becomes an offline user. */
function goOffline(state: AuthState, now: Date): Decision {
  if (state.user?.isOffline) return keep(state);
  const user = state.user ? asOffline(state.user) : offlineUser(now);
  return {
    state: { ...state, phase: 'ready', mode: 'offline', user, news: null, isEnded: false },
    effects: [{ do: 'keepOfflineUser', user }],
  };
}

const isSuspension = (failure: Failure): boolean =>
  failure === 'suspended' || failure === 'permission-denied';
