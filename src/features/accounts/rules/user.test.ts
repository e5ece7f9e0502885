import fc from 'fast-check';
import { expect, test } from 'vitest';
import { avatarText, mergeProfile, offlineUser, readIds, readUser } from './user.ts';

const now = new Date(2026, 10, 21, 12);
const session = { uid: 'usr_ada', email: 'ada@example.com', displayName: 'Ada', emailVerified: true };

test('[AUTH-3] without a profile the defaults stand: User, not subscribed, nothing bought or drafted', () => {
  expect(mergeProfile({ ...session, displayName: '' }, null, now)).toEqual({
    uid: 'usr_ada',
    email: 'ada@example.com',
    displayName: 'User',
    isSubscribed: false,
    purchasedTemplates: [],
    aiTemplateUsage: { count: 0, month: 10 },
    emailVerified: true,
    isOffline: false,
  });
});

test('[AUTH-4] the stored profile is merged over the one who signed in', () => {
  const profile = {
    uid: 'usr_ada',
    email: 'ada@example.com',
    displayName: 'Countess',
    isSubscribed: true,
    purchasedTemplates: ['nda'],
    aiTemplateUsage: { count: 2, month: 3 },
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  expect(mergeProfile(session, profile, now)).toEqual({ ...profile, emailVerified: true, isOffline: false });
});

test('a profile cannot say that somebody is someone else, or offline', () => {
  const merged = mergeProfile(session, { uid: 'usr_eve', isOffline: true, emailVerified: false }, now);
  expect(merged).toMatchObject({ uid: 'usr_ada', isOffline: false, emailVerified: true });
});

test('[AUTH-6] an offline user is named after the moment, with a default address and name', () => {
  expect(offlineUser(now)).toMatchObject({
    uid: `offline_${now.getTime()}`,
    isOffline: true,
    email: 'offline@devpreneur.local',
    displayName: 'Offline User',
  });
});

test('[AUTH-6] what is kept under offlineUser comes back the same', () => {
  const user = offlineUser(now);
  expect(readUser(JSON.stringify(user), new Date(0))).toEqual(user);
});

test('what another program left in storage never breaks the start', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        uid: fc.anything(),
        email: fc.anything(),
        purchasedTemplates: fc.anything(),
        aiTemplateUsage: fc.anything(),
      })
      .map((value) => JSON.stringify(value) ?? ''),
  );
  fc.assert(
    fc.property(fc.option(anything), (stored) => {
      const user = readUser(stored, now);
      if (user === null) return;
      expect(user.uid).toMatch(/^[\w-]{1,80}$/);
      expect(user.isOffline).toBe(true);
      expect(user.displayName.trim()).not.toBe('');
      expect(user.purchasedTemplates.every((id) => typeof id === 'string')).toBe(true);
      expect(user.aiTemplateUsage.month).toBeLessThanOrEqual(11);
      expect(readIds(stored).every((id) => typeof id === 'string')).toBe(true);
    }),
  );
});

test('a stored person keeps what is whole and gets defaults for what is not', () => {
  const stored = JSON.stringify({
    uid: 'offline_7',
    email: 7,
    displayName: 'Grace',
    purchasedTemplates: ['a', 1],
    aiTemplateUsage: { count: -1, month: 12 },
  });
  expect(readUser(stored, now)).toMatchObject({
    uid: 'offline_7',
    email: 'offline@devpreneur.local',
    displayName: 'Grace',
    purchasedTemplates: [],
    aiTemplateUsage: { count: 0, month: 10 },
  });
});

test.each([
  ['Ada Lovelace', 'A'],
  ['  grace', 'G'],
  ['élodie', 'É'],
  ['', 'User'],
  ['   ', 'User'],
])('[NAV-6] the avatar of "%s" reads %s', (name, text) => {
  expect(avatarText(name)).toBe(text);
});
