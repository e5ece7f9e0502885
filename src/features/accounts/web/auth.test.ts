// Long because: one browser and hub stand in for all of the controller’s tests.
import { expect, test, vi } from 'vitest';
import { Problem } from '#base/problem.ts';
import { TimedOut } from '#platform/web/api.ts';
import { type AuthWorld, createAuth, type TabMessage } from './auth.ts';

const now = new Date(2026, 10, 21, 12);
const ada = { uid: 'usr_ada', email: 'ada@example.com', displayName: 'Ada', emailVerified: true };
const profileOf = (who: typeof ada, purchasedTemplates: string[] = []) => ({
  uid: who.uid,
  email: who.email,
  displayName: 'Countess',
  isSubscribed: true,
  purchasedTemplates,
  aiTemplateUsage: { count: 1, month: 10 },
});

type Answer = unknown;

/** A browser and a hub of which every answer can be chosen; an Error is thrown, a function is called. */
function worldWith(given: Record<string, Answer>, stored: Record<string, string> = {}) {
  const answers = { ...given };
  const storage = new Map(Object.entries(stored));
  const asked: string[] = [];
  const seen = {
    asked,
    logs: [] as string[],
    told: [] as TabMessage[],
    typedOn: false,
    left: [] as string[],
    owners: [] as (string | null)[],
    cleaned: [] as string[],
    sent: [] as string[],
    bodies: {} as Record<string, unknown>,
  };
  const world: AuthWorld = {
    async ask<T>(path: string, options?: { method?: string; body?: unknown }) {
      const name = `${options?.method ?? 'GET'} ${path.replace(/^\/api\/(auth\/)?/, '')}`;
      asked.push(name);
      seen.bodies[name] = options?.body;
      let answer = answers[name];
      if (typeof answer === 'function') answer = await answer();
      if (answer instanceof Error) throw answer;
      if (answer === undefined) throw new Problem('unavailable');
      return answer as T;
    },
    now: () => now,
    read: (key) => storage.get(key) ?? null,
    write: (key, value) => void storage.set(key, value),
    remove: (key) => void storage.delete(key),
    log: (text) => seen.logs.push(text),
    tell: (message) => seen.told.push(message),
    leaveTo: (path) => seen.left.push(path),
    reload: () => seen.left.push('reload'),
    become: (uid) => void seen.owners.push(uid),
    readyToBecome: async () => {},
    leave: (only) => void seen.cleaned.push(only ? `${only} left` : 'left'),
    forget: async (uid) => void seen.cleaned.push(`all of ${uid}`),
    sendUnsent: async (uid) => void seen.sent.push(uid),
    isTypedOn: () => seen.typedOn,
    cleanUp: async (uid) => void seen.cleaned.push(uid),
    clearDevice: async () => void seen.cleaned.push('device'),
    openPopup: () => ({ close() {} }) as Window,
    popupDone: async () => {},
  };
  return { world, storage, seen, answers };
}

const asGuest = { 'GET session': { user: null } };
const asAda = { 'GET session': { user: ada }, 'GET profile': { profile: profileOf(ada) } };
const credentials = { email: ada.email, password: 'a long enough one' };

test('[AUTH-2] while the hub has not answered it is loading; then a guest is null', async () => {
  const { world } = worldWith(asGuest);
  const auth = createAuth(world);
  const first = auth.start();
  expect(auth.state().phase).toBe('loading');
  await first;
  expect(auth.state()).toMatchObject({ phase: 'ready', mode: 'online', user: null });
});

test('[AUTH-1] [AUTH-4] signing in reads the profile and merges it', async () => {
  const { world, seen, answers, storage } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  Object.assign(answers, {
    'POST sign-in': { user: ada },
    'GET profile': { profile: profileOf(ada, ['nda']) },
  });
  expect(await auth.signIn(credentials)).toBe(true);
  expect(auth.state().user).toMatchObject({
    uid: 'usr_ada',
    displayName: 'Countess',
    isSubscribed: true,
    isOffline: false,
  });
  expect(seen.bodies['POST sign-in']).toMatchObject({
    ...credentials,
    attempt: expect.stringMatching(/^[\w-]{16,64}$/),
  });
  expect(seen.told).toEqual([{ type: 'signed-in', uid: 'usr_ada' }]);
  expect(storage.get('purchasedTemplates')).toBe('["nda"]');
});

test('what an account no longer has, as its money went back, is no longer this browser’s; its own stays', async () => {
  const { world, answers, storage } = worldWith({
    ...asAda,
    'GET profile': { profile: profileOf(ada, ['nda', 'retainer']) },
  });
  world.write('purchasedTemplates', '["own"]');
  await createAuth(world).start();
  expect(storage.get('purchasedTemplates')).toBe('["own","nda","retainer"]');
  answers['GET profile'] = { profile: profileOf(ada, ['nda']) };
  await createAuth(world).start();
  expect(storage.get('purchasedTemplates')).toBe('["own","nda"]');
});

test('[AUTH-4] a profile that does not exist yet is created and saved', async () => {
  const { world, seen } = worldWith({
    ...asAda,
    'GET profile': { profile: null },
    'POST profile': { profile: profileOf(ada) },
  });
  const auth = createAuth(world);
  await auth.start();
  expect(seen.asked).toEqual(['GET session', 'GET profile', 'POST profile']);
  expect(auth.state().user?.displayName).toBe('Countess');
});

test('[AUTH-4] a profile that cannot be read leaves a default user, online', async () => {
  const { world } = worldWith({ ...asAda, 'GET profile': new TimedOut() });
  const auth = createAuth(world);
  await auth.start();
  expect(auth.state()).toMatchObject({
    mode: 'online',
    user: { uid: 'usr_ada', displayName: 'Ada', isSubscribed: false },
  });
  expect(auth.state().backendError).not.toBeNull();
});

test('[AUTH-5] [INIT-1] without a hub at start a guest is offline', async () => {
  const { world, seen, storage } = worldWith({});
  const auth = createAuth(world);
  await auth.start();
  expect(auth.state()).toMatchObject({ phase: 'ready', mode: 'offline', user: null });
  expect(seen.logs).toEqual(['Firebase services not available']);
  expect(storage.has('offlineUser')).toBe(false);
});

test('the last member of this device works on without a hub, and is online again at the next start', async () => {
  const { world, storage, answers } = worldWith(asAda);
  await createAuth(world).start();
  delete answers['GET session'];
  const second = createAuth(world);
  await second.start();
  expect(second.state()).toMatchObject({
    mode: 'offline',
    user: { uid: 'usr_ada', displayName: 'Countess', isOffline: true },
  });
  expect(storage.has('offlineUser')).toBe(false);
  Object.assign(answers, asAda);
  const third = createAuth(world);
  await third.start();
  expect(third.state()).toMatchObject({ mode: 'online', user: { isOffline: false } });
});

test('[AUTH-5] [AUTH-8] a sign-in without an answer in time goes offline; a late session is taken back', async () => {
  const { world, seen, answers, storage } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  Object.assign(answers, { 'POST sign-in': new TimedOut(), 'POST sign-in/abandon': { ok: true } });
  expect(await auth.signIn(credentials)).toBe(false);
  expect(auth.state()).toMatchObject({
    mode: 'offline',
    user: { uid: `offline_${now.getTime()}`, isOffline: true },
  });
  expect(seen.logs).toEqual(['Firebase timeout - switching to offline mode']);
  expect(seen.bodies['POST sign-in/abandon']).toEqual({
    attempt: (seen.bodies['POST sign-in'] as { attempt: string }).attempt,
  });
  expect(JSON.parse(storage.get('offlineUser') ?? '')).toMatchObject({
    uid: `offline_${now.getTime()}`,
    isOffline: true,
  });

  // The hub is back: neither another try nor a reload leads online.
  Object.assign(answers, { 'POST sign-in': { user: ada }, ...asAda });
  await auth.signIn(credentials);
  expect(auth.state().mode).toBe('offline');
  const reloaded = createAuth(world);
  await reloaded.start();
  expect(reloaded.state()).toMatchObject({ mode: 'offline', user: { uid: `offline_${now.getTime()}` } });
});

test('a member’s copies that a slow answer left open close when it says that nobody is signed in', async () => {
  const { world, answers, storage } = worldWith(asAda);
  await createAuth(world).start();
  let answer = (_value: unknown) => {};
  let asked = 0;
  answers['GET session'] = () =>
    ++asked === 1 ? new TimedOut() : new Promise((resolve) => (answer = resolve));
  const auth = createAuth(world);
  await auth.start();
  expect(auth.state()).toMatchObject({ mode: 'offline', user: { uid: 'usr_ada' } });
  answer({ user: null });
  await expect.poll(() => auth.state()).toMatchObject({ mode: 'offline', user: null, news: 'ended' });
  expect(storage.has('hub.lastMember')).toBe(false);
});

test('who wanted to sign in while the first answer was late is told that they are not', async () => {
  const { world, seen, answers } = worldWith(asAda);
  await createAuth(world).start();
  answers['GET session'] = () => new Promise((_, reject) => setTimeout(() => reject(new TimedOut()), 5));
  const auth = createAuth(world);
  expect(await auth.signIn({ ...credentials, email: 'bob@example.com' })).toBe(false);
  expect(auth.state()).toMatchObject({ mode: 'offline', news: 'late', user: { uid: 'usr_ada' } });
  expect(seen.asked).not.toContain('POST sign-in');
});

test('[AUTH-8] a wrong password is thrown to the form, and nobody goes offline', async () => {
  const { world, answers } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  for (const code of ['unauthenticated', 'too_many', 'conflict'] as const) {
    answers['POST sign-in'] = new Problem(code);
    await expect(auth.signIn(credentials)).rejects.toMatchObject({ code });
  }
  expect(auth.state()).toMatchObject({ mode: 'online', user: null, backendError: null });
});

test('a sign-in that succeeds after one has gone offline by hand is taken back', async () => {
  const { world, answers, seen } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  let letIn = (_answer: unknown) => {};
  Object.assign(answers, {
    'POST sign-in': () => new Promise((resolve) => (letIn = resolve)),
    'POST sign-in/abandon': { ok: true },
  });
  const trying = auth.signIn(credentials);
  await Promise.resolve();
  await Promise.resolve();
  await auth.goOffline();
  letIn({ user: ada });
  expect(await trying).toBe(false);
  expect(auth.state().user?.uid).toMatch(/^offline_/);
  expect(seen.asked).toContain('POST sign-in/abandon');
});

test('[AUTH-1] a provider’s window signs in; a closed one says so; one without a hub offers Go Offline', async () => {
  const { world, answers } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();

  world.popupDone = async () => {
    throw new Problem('bad_request', 'The sign-in window was closed too early.');
  };
  await expect(auth.signInWithPopup('oidc')).rejects.toThrow('closed');
  expect(auth.state()).toMatchObject({ mode: 'online', backendError: null });

  delete answers['GET session'];
  await expect(auth.signInWithPopup('oidc')).rejects.toMatchObject({ code: 'unavailable' });
  expect(auth.state()).toMatchObject({ mode: 'online', user: null });
  expect(auth.state().backendError).not.toBeNull();

  world.popupDone = async () => {};
  Object.assign(answers, asAda);
  expect(await auth.signInWithPopup('oidc')).toBe(true);
  expect(auth.state()).toMatchObject({ user: { uid: 'usr_ada' }, backendError: null });
});

test('a provider’s window opens in the click itself', async () => {
  const { world } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  let isOpen = false;
  world.openPopup = () => {
    isOpen = true;
    return null;
  };
  const trying = auth.signInWithPopup('oidc').catch(() => {});
  expect(isOpen).toBe(true);
  await trying;
});

test('[AUTH-7] [NAV-7] signing out ends the session, wipes the confirmed, tells the tabs, opens /signin', async () => {
  const stored = { purchasedTemplates: '["own","nda"]', cart: '[{"id":"x"}]' };
  const { world, storage, seen } = worldWith(
    { ...asAda, 'GET profile': { profile: profileOf(ada, ['nda']) }, 'POST sign-out': { ok: true } },
    stored,
  );
  const auth = createAuth(world);
  await auth.start();
  await auth.signOut();
  expect(seen.asked).toContain('POST sign-out');
  expect(seen.cleaned).toEqual(['usr_ada', 'left']);
  expect(seen.owners.at(-1)).toBe('usr_ada');
  expect(seen.told).toEqual([{ type: 'signed-out' }]);
  expect(seen.left).toEqual(['/signin']);
  expect(Object.fromEntries(storage)).toEqual({ purchasedTemplates: '["own"]', cart: '[{"id":"x"}]' });
});

test('before a logout what the account lacks is sent while the session lasts; of a deleted one nothing', async () => {
  for (const isGone of [false, true]) {
    const order: string[] = [];
    const { world } = worldWith({
      ...asAda,
      'POST sign-out': () => {
        order.push('ended');
        return { ok: true };
      },
    });
    const auth = createAuth({
      ...world,
      sendUnsent: async (uid) => void order.push(`sent ${uid} ${auth.state().user?.uid}`),
    });
    await auth.start();
    await auth.signOut({ isGone });
    expect(order).toEqual(isGone ? ['ended'] : ['sent usr_ada usr_ada', 'ended']);
  }
});

test('other tabs hear of a logout before the session ends, and of a device that is cleared after that', async () => {
  for (const clear of [false, true]) {
    const order: string[] = [];
    const { world } = worldWith({
      ...asAda,
      'POST sign-out': () => {
        order.push('ended');
        return { ok: true };
      },
    });
    const auth = createAuth({
      ...world,
      tell: ({ type }) => void order.push(type),
      clearDevice: async () => void order.push('cleared'),
    });
    await auth.start();
    await auth.signOut({ clear });
    expect(order).toEqual(clear ? ['ended', 'cleared', 'signed-out'] : ['signed-out', 'ended']);
  }
});

test('[AUTH-7] when ending the session fails, the offline user is cleared, and the next start ends it', async () => {
  const { world, storage, seen, answers } = worldWith(asAda);
  const auth = createAuth(world);
  await auth.start();
  storage.set('offlineUser', '{"uid":"offline_1"}');
  await auth.signOut();
  expect(storage.has('offlineUser')).toBe(false);
  expect(seen.logs).toHaveLength(1);
  expect(seen.left).toEqual(['/signin']);

  // The cookie is still there: the next person must not be Ada.
  seen.asked.length = 0;
  answers['POST sign-out'] = () => {
    answers['GET session'] = { user: null };
    return { ok: true };
  };
  const next = createAuth(world);
  await next.start();
  expect(seen.asked).toEqual(['POST sign-out', 'GET session']);
  expect(next.state()).toMatchObject({ mode: 'online', user: null });
});

test('[AUTH-7] an offline user who signs out is cleared, and the new start decides afresh', async () => {
  const { world, storage, seen, answers } = worldWith(
    {},
    { offlineUser: '{"uid":"offline_1","isOffline":true}' },
  );
  const auth = createAuth(world);
  await auth.start();
  expect(auth.state().user?.uid).toBe('offline_1');
  seen.asked.length = 0;
  await auth.signOut();
  expect(seen.asked).toEqual([]);
  expect(storage.has('offlineUser')).toBe(false);
  Object.assign(answers, asGuest, { 'POST sign-out': { ok: true } });
  const next = createAuth(world);
  await next.start();
  expect(next.state()).toMatchObject({ mode: 'online', user: null });
});

test('of a deleted account nothing stays, sent or not', async () => {
  const { world, seen } = worldWith({ ...asAda, 'POST sign-out': { ok: true } });
  const auth = createAuth(world);
  await auth.start();
  await auth.signOut({ isGone: true });
  expect(seen.cleaned).toEqual(['usr_ada', 'left', 'all of usr_ada']);
});

test('whose things this device reads is said before anything is written for them', async () => {
  const { world, answers, seen } = worldWith(asGuest);
  const written: string[] = [];
  const auth = createAuth({
    ...world,
    write: (key) => void written.push(`${key} of ${seen.owners.at(-1) ?? 'guest'}`),
  });
  await auth.start();
  Object.assign(answers, { ...asAda, 'POST sign-in': { user: ada } });
  await auth.signIn(credentials);
  expect(written).toContain('hub.lastMember of usr_ada');
  await auth.goOffline();
  expect(seen.owners.at(-1)).toBe('usr_ada');
});

test('signed out in one tab means signed out in all', async () => {
  const { world, seen } = worldWith(asAda);
  const auth = createAuth(world);
  await auth.start();
  await auth.heard({ type: 'signed-out' });
  expect(auth.state()).toMatchObject({ phase: 'over', user: null });
  expect(seen.left).toEqual(['reload']);
  expect(seen.cleaned).toEqual(['session left', 'usr_ada']);
});

test('a session that ended elsewhere is told to the other tabs: nothing stays in sight but what was typed', async () => {
  for (const typedOn of [false, true])
    for (const hears of ['another tab', 'by coming back'] as const) {
      const { world, answers, seen } = worldWith(asAda);
      seen.typedOn = typedOn;
      const auth = createAuth(world);
      await auth.start();
      // A message alone ends nothing: the hub says whether it is so.
      await auth.heard({ type: 'ended' });
      expect(auth.state()).toMatchObject({ user: { uid: 'usr_ada' }, isEnded: false });
      Object.assign(answers, asGuest);
      await (hears === 'another tab' ? auth.heard({ type: 'ended' }) : auth.lookAgain());
      expect(auth.state()).toMatchObject(
        typedOn
          ? { user: { uid: 'usr_ada' }, isEnded: true, news: 'ended' }
          : { user: null, isEnded: false, news: 'ended' },
      );
      expect(seen.told).toEqual(hears === 'another tab' ? [] : [{ type: 'ended' }]);
    }
  const { world, answers, seen } = worldWith(asAda);
  const auth = createAuth(world);
  await auth.start();
  Object.assign(answers, asGuest);
  await auth.heardRefusal();
  expect(seen.told).toEqual([{ type: 'ended' }]);
  expect(auth.state()).toMatchObject({ user: { uid: 'usr_ada' }, isEnded: true });
  // No answer is no end.
  answers['GET session'] = () => {
    throw new Error('no network');
  };
  const slow = worldWith(asAda);
  const other = createAuth(slow.world);
  await other.start();
  slow.answers['GET session'] = answers['GET session'];
  await other.lookAgain();
  expect(other.state()).toMatchObject({ user: { uid: 'usr_ada' }, isEnded: false });
});

test('signed in in one tab, a guest’s other tab follows; another member’s tab starts anew', async () => {
  const { world, answers, seen } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  Object.assign(answers, asAda);
  await auth.heard({ type: 'signed-in', uid: 'usr_ada' });
  expect(auth.state().user?.uid).toBe('usr_ada');
  await auth.heard({ type: 'signed-in', uid: 'usr_ada' });
  expect(seen.left).toEqual([]);
  await auth.heard({ type: 'signed-in', uid: 'usr_eve' });
  expect(seen.left).toEqual(['reload']);
});

test('nothing in storage can keep the hub from starting', async () => {
  for (const rubbish of [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '{"uid":{}}',
    '{"uid":"../x"}',
    `{"uid":"${'a'.repeat(999)}"}`,
  ]) {
    const { world } = worldWith(asGuest, {
      offlineUser: rubbish,
      'hub.lastMember': rubbish,
      purchasedTemplates: rubbish,
    });
    const auth = createAuth(world);
    await auth.start();
    expect(auth.state()).toMatchObject({ phase: 'ready', mode: 'online', user: null });
  }
});

test('what was begun as a guest is ready to change hands before it is said who is here', async () => {
  const { world, seen, answers } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  const before = seen.owners.length;
  Object.assign(answers, { 'POST sign-in': { user: ada }, 'GET profile': { profile: profileOf(ada) } });
  let release = () => {};
  world.readyToBecome = () => new Promise((resolve) => (release = resolve));
  const entering = auth.signIn(credentials);
  await vi.waitFor(() => expect(seen.asked).toContain('GET profile'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(seen.owners.slice(before)).toEqual([]);
  release();
  expect(await entering).toBe(true);
  expect(seen.owners.slice(before)).toEqual(['usr_ada']);
});

test('what was begun as a guest is ready to change hands before one works offline', async () => {
  const { world, seen } = worldWith(asGuest);
  const auth = createAuth(world);
  await auth.start();
  const before = seen.owners.length;
  let release = () => {};
  world.readyToBecome = () => new Promise((resolve) => (release = resolve));
  const going = auth.goOffline();
  expect(seen.owners.slice(before)).toEqual([]);
  release();
  await going;
  expect(seen.owners.slice(before)).toEqual([expect.stringMatching(/^offline_/)]);
});
