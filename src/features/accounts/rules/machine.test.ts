import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from './failure.ts';
import { type AuthEffect, type AuthEvent, type AuthState, decide, firstState } from './machine.ts';
import { asOffline, mergeProfile, offlineUser } from './user.ts';

const now = new Date(2026, 10, 21, 12);
const session = { uid: 'usr_ada', email: 'ada@example.com', displayName: 'Ada', emailVerified: true };
const ada = mergeProfile(session, null, now);
const guest: AuthState = { ...firstState, phase: 'ready' };
const member: AuthState = { ...guest, user: ada };
const offline: AuthState = { ...guest, mode: 'offline', user: offlineUser(now) };
const offlineGuest: AuthState = { ...guest, mode: 'offline', backendError: 'Can’t reach the server.' };

const answered = (who: typeof session | null, more: object = {}): AuthEvent => ({
  type: 'sessionAnswered',
  session: who,
  profile: null,
  now,
  ...more,
});
const failed = (way: 'email' | 'popup', failure: Failure): AuthEvent => ({
  type: 'signInFailed',
  way,
  failure,
  words: 'It failed.',
  now,
});
const startFailed = (
  failure: Failure,
  lastMember: ReturnType<typeof asOffline> | null = null,
): AuthEvent => ({
  type: 'startFailed',
  failure,
  words: 'Can’t reach the server.',
  lastMember,
});
const logged = (effects: AuthEffect[]) =>
  effects.flatMap((effect) => (effect.do === 'log' ? [effect.text] : []));
const doings = (effects: AuthEffect[]) => effects.map((effect) => effect.do);

test('a session that was ended elsewhere does not go on offline, by hand or by a cut line', () => {
  const ended = decide(member, { type: 'sessionLost' }).state;
  expect(decide(ended, { type: 'wentOffline', now })).toEqual({ state: ended, effects: [] });
  for (const failure of ['timeout', 'unavailable', 'suspended'] as const)
    expect(decide(ended, { type: 'signInFailed', way: 'email', failure, words: 'No', now })).toMatchObject({
      state: ended,
      effects: [{ do: 'abandonAttempt' }, { do: 'rethrow' }],
    });
});

test('[AUTH-2] it is loading until the first answer; then a guest is null', () => {
  expect(firstState).toMatchObject({ phase: 'loading', user: null });
  expect(decide(firstState, answered(null)).state).toEqual(guest);
});

test('[AUTH-2] the first answer can be a member, who is remembered on this device', () => {
  const { state, effects } = decide(firstState, answered(session));
  expect(state).toEqual(member);
  expect(effects).toEqual([{ do: 'rememberMember', user: ada }]);
});

test('[AUTH-4] [NAV-8] when the profile cannot be read the default user stands, and Go Offline is offered', () => {
  const { state, effects } = decide(firstState, answered(session, { profileFailed: true }));
  expect(state.user).toEqual(ada);
  expect(state.mode).toBe('online');
  expect(state.backendError).toMatch(/couldn’t load your profile/);
  expect(effects).toEqual([]);
});

describe('[AUTH-5] [INIT-1] the backend is not there at start', () => {
  test.each(['unavailable', 'timeout', 'suspended', 'permission-denied'] as const)(
    '%s: a guest who is offline, services empty',
    (failure) => {
      const { state, effects } = decide(firstState, startFailed(failure));
      expect(state).toEqual(offlineGuest);
      expect(logged(effects)[0]).toBe('Firebase services not available');
      expect(doings(effects)).not.toContain('keepOfflineUser');
    },
  );

  test('[AUTH-8] an answer after 3000 ms is logged as a timeout', () => {
    expect(logged(decide(firstState, startFailed('timeout')).effects)).toContain(
      'Firebase timeout - switching to offline mode',
    );
  });

  test('the last member of this device goes on under their own uid', () => {
    const { state } = decide(firstState, startFailed('unavailable', asOffline(ada)));
    expect(state).toMatchObject({
      phase: 'ready',
      mode: 'offline',
      user: { uid: 'usr_ada', isOffline: true },
    });
  });

  test('a stored offline user comes before the last member', () => {
    const found = decide(firstState, { type: 'offlineUserFound', user: offlineUser(now) }).state;
    expect(found).toEqual(offline);
    const { state, effects } = decide(found, startFailed('unavailable', asOffline(ada)));
    expect(state).toEqual(offline);
    expect(logged(effects)).toEqual(['Firebase services not available']);
  });

  test('a hub that answers "too many" is there: nobody goes offline', () => {
    expect(decide(firstState, startFailed('definite')).state).toMatchObject({
      phase: 'ready',
      mode: 'online',
      user: null,
    });
  });
});

test.each(['suspended', 'permission-denied'] as const)(
  '[AUTH-5] [AUTH-8] a sign-in error that mentions %s gives a default offline user',
  (failure) => {
    for (const way of ['email', 'popup'] as const) {
      const { state, effects } = decide(guest, failed(way, failure));
      expect(state).toEqual({ ...offline, news: 'suspended' });
      expect(logged(effects)).toEqual(['Firebase suspended - working in offline mode']);
      expect(effects).toContainEqual({ do: 'keepOfflineUser', user: offline.user });
      expect(doings(effects)).not.toContain('rethrow');
    }
  },
);

test('[AUTH-5] [AUTH-8] signing in by email for over 3000 ms goes offline; a late session is abandoned', () => {
  const { state, effects } = decide(guest, failed('email', 'timeout'));
  expect(state).toEqual({ ...offline, news: 'late' });
  expect(logged(effects)).toEqual(['Firebase timeout - switching to offline mode']);
  expect(doings(effects)).toContain('abandonAttempt');
});

test('[AUTH-5] [AUTH-8] a service that fails under an email sign-in falls back to offline, and says so', () => {
  const { state, effects } = decide(guest, failed('email', 'unavailable'));
  expect(state).toEqual({ ...offline, news: 'late' });
  expect(decide(state, { type: 'newsRead' }).state).toEqual(offline);
  expect(doings(effects)).toEqual(['abandonAttempt', 'keepOfflineUser']);
});

test('[AUTH-8] a definite answer goes back to the form and changes nothing', () => {
  for (const before of [guest, member]) {
    expect(decide(before, failed('email', 'definite'))).toEqual({
      state: before,
      effects: [{ do: 'rethrow' }],
    });
    expect(decide(before, failed('popup', 'definite'))).toEqual({
      state: before,
      effects: [{ do: 'rethrow' }],
    });
  }
});

test('[NAV-8] a popup that fails technically offers Go Offline and goes back to the form', () => {
  const { state, effects } = decide(guest, failed('popup', 'unavailable'));
  expect(state).toEqual({ ...guest, backendError: 'It failed.' });
  expect(doings(effects)).toEqual(['rethrow']);
});

test('[AUTH-5] [AUTH-6] going offline by hand makes an offline user and keeps it', () => {
  for (const before of [guest, offlineGuest]) {
    const { state, effects } = decide(before, { type: 'wentOffline', now });
    expect(state).toMatchObject({ mode: 'offline', user: offline.user });
    expect(effects).toEqual([{ do: 'keepOfflineUser', user: offline.user }]);
  }
});

test('[AUTH-6] a member who goes offline by hand keeps their own uid, for their work is kept under it', () => {
  const { state, effects } = decide(member, { type: 'wentOffline', now });
  expect(state.user).toEqual(asOffline(ada));
  expect(doings(effects)).toEqual(['keepOfflineUser']);
});

test('[AUTH-7] signing out clears the stored offline user and who was known here; nothing follows', () => {
  for (const before of [member, offline]) {
    const { state, effects } = decide(before, { type: 'signedOut' });
    expect(state).toMatchObject({ phase: 'over', user: null });
    expect(doings(effects)).toEqual(['dropOfflineUser', 'forgetMember']);
    expect(decide(state, answered(session))).toEqual({ state, effects: [] });
  }
});

test('a session that ended by nobody’s act here is told, at the start and in the middle', () => {
  expect(decide(firstState, answered(null, { isMissed: true })).state).toEqual({
    ...guest,
    news: 'ended',
  });
  const lost = decide(member, { type: 'sessionLost' }).state;
  expect(lost).toEqual({ ...member, news: 'ended', isEnded: true });
  expect(decide(lost, { type: 'newsRead' }).state).toEqual({ ...lost, news: null });
  expect(decide(lost, answered(session)).state).toMatchObject({ news: null, isEnded: false });
  for (const before of [guest, offline, offlineGuest])
    expect(decide(before, { type: 'sessionLost' }).state).toEqual(before);
});

test('an ended session is no longer known on this device', () => {
  expect(decide(firstState, answered(null)).effects).toEqual([{ do: 'forgetMember' }]);
});

// The model: what must be true of any run, in whatever order things happen.
const failures = fc.constantFrom<Failure>(
  'definite',
  'suspended',
  'permission-denied',
  'timeout',
  'unavailable',
);
const times = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }).map((time) => new Date(time));
const people = fc.constantFrom(session, { ...session, uid: 'usr_eve', email: 'eve@example.com' });
const events: fc.Arbitrary<AuthEvent> = fc.oneof(
  fc.record({
    type: fc.constant('sessionAnswered' as const),
    session: fc.option(people),
    profile: fc.anything(),
    profileFailed: fc.boolean(),
    now: times,
  }),
  fc.record({
    type: fc.constant('startFailed' as const),
    failure: failures,
    words: fc.constant('down'),
    lastMember: fc.option(people.map((who) => asOffline(mergeProfile(who, null, now)))),
  }),
  fc.record({
    type: fc.constant('signInFailed' as const),
    way: fc.constantFrom('email' as const, 'popup' as const),
    failure: failures,
    words: fc.constant('failed'),
    now: times,
  }),
  fc.record({ type: fc.constant('wentOffline' as const), now: times }),
  fc.record({ type: fc.constant('offlineUserFound' as const), user: times.map(offlineUser) }),
  fc.constant<AuthEvent>({ type: 'signedOut' }),
);

/** Written from the spec, not from the machine. */
function entersOffline(event: AuthEvent): boolean {
  if (event.type === 'wentOffline' || event.type === 'offlineUserFound') return true;
  if (event.type === 'startFailed') return event.failure !== 'definite';
  if (event.type !== 'signInFailed') return false;
  const isSuspension = event.failure === 'suspended' || event.failure === 'permission-denied';
  return isSuspension || (event.way === 'email' && event.failure !== 'definite');
}

test('[AUTH-5] [AUTH-6] in any order of events the machine agrees with its model', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 14 }), (run) => {
      let state = firstState;
      let isOver = false;
      let isOffline = false;
      let isAnswered = false;
      let stored: string | null = null;
      const end = run.findIndex(({ type }) => type === 'signedOut') + 1 || run.length;
      for (const event of run.slice(0, end)) {
        const before = state;
        const { state: after, effects } = decide(before, event);
        state = after;
        for (const effect of effects) {
          if (effect.do === 'keepOfflineUser') stored = effect.user.uid;
          if (effect.do === 'dropOfflineUser') stored = null;
        }
        isOver = event.type === 'signedOut';
        isOffline ||= entersOffline(event);
        isAnswered ||= event.type === 'sessionAnswered' || event.type === 'startFailed' || isOffline;

        expect(after.mode).toBe(isOffline ? 'offline' : 'online');
        expect(after.phase).toBe(isOver ? 'over' : isAnswered ? 'ready' : 'loading');
        expect(isOver ? [after.user, stored] : []).toEqual(isOver ? [null, null] : []);
        // Nobody is online in an offline app, and nobody offline in an online one.
        expect(after.user?.isOffline ?? isOffline).toBe(isOffline);
        // Offline, a person changes only from nobody to somebody.
        const stays = before.mode === 'offline' && !isOver && event.type !== 'offlineUserFound';
        expect(after.user).toBe((stays && before.user) || after.user);
        const isRemembered = effects.some((effect) => effect.do === 'rememberMember');
        expect(isRemembered && after.mode === 'offline').toBe(false);
        for (const text of logged(effects)) {
          expect([
            'Firebase services not available',
            'Firebase timeout - switching to offline mode',
            'Firebase suspended - working in offline mode',
          ]).toContain(text);
        }
        const isForForm =
          event.type === 'signInFailed' &&
          (event.failure === 'definite' ||
            (event.way === 'popup' &&
              event.failure !== 'suspended' &&
              event.failure !== 'permission-denied'));
        expect(doings(effects).includes('rethrow')).toBe(isForForm);
      }
      for (const event of run.slice(end)) expect(decide(state, event)).toEqual({ state, effects: [] });
    }),
    { numRuns: 3000 },
  );
});
