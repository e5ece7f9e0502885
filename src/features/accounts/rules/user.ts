import type { Profile, SessionUser } from './contract.ts';
import { offlinePerson, unnamed } from './offline-words.ts';

/** The person the app works for: the profile, and whether they live on this device alone. */
export interface AuthUser extends Profile {
  emailVerified: boolean;
  isOffline: boolean;
}

export type OfflineUser = AuthUser & { isOffline: true };

const blank = (uid: string, email: string, displayName: string, now: Date): AuthUser => ({
  uid,
  email,
  displayName: displayName || unnamed,
  isSubscribed: false,
  purchasedTemplates: [],
  aiTemplateUsage: { count: 0, month: now.getMonth() },
  emailVerified: false,
  isOffline: false,
});

/** The profile over the one who signed in; without a profile the defaults. The session alone says who it is. */
export function mergeProfile(session: SessionUser, profile: unknown, now: Date): AuthUser {
  const fallback = blank(session.uid, session.email, session.displayName, now);
  return { ...repaired(profile, fallback), uid: session.uid, emailVerified: session.emailVerified };
}

export const offlineUser = (now: Date): OfflineUser =>
  asOffline(blank(`offline_${now.getTime()}`, offlinePerson.email, offlinePerson.displayName, now));

export const asOffline = (user: AuthUser): OfflineUser => ({ ...user, isOffline: true });

/**
 * The gate for what browser storage holds about a person. What cannot name anybody is nobody; every other field
 * that is not of its kind gets its default.
 */
export function readUser(stored: string | null, now: Date): OfflineUser | null {
  const value = parsed(stored);
  if (typeof value !== 'object' || value === null) return null;
  const { uid } = value as { uid?: unknown };
  if (typeof uid !== 'string' || !/^[\w-]{1,80}$/.test(uid)) return null;
  return asOffline({ ...repaired(value, offlineUser(now)), uid });
}

/** The list kept under `purchasedTemplates`. */
export function readIds(stored: string | null): string[] {
  const value = parsed(stored);
  return isIds(value) ? value : [];
}

function repaired(value: unknown, fallback: AuthUser): AuthUser {
  const from = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const text = (key: 'email' | 'displayName') => {
    const found = from[key];
    return typeof found === 'string' && found.trim() !== '' && found.length <= 254 ? found : fallback[key];
  };
  return {
    ...fallback,
    email: text('email'),
    displayName: text('displayName'),
    isSubscribed: from.isSubscribed === true,
    emailVerified: from.emailVerified === true,
    purchasedTemplates: isIds(from.purchasedTemplates)
      ? from.purchasedTemplates
      : fallback.purchasedTemplates,
    aiTemplateUsage: isUsage(from.aiTemplateUsage) ? from.aiTemplateUsage : fallback.aiTemplateUsage,
    ...(typeof from.createdAt === 'string' && { createdAt: from.createdAt }),
  };
}

function parsed(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

const isUsage = (value: unknown): value is AuthUser['aiTemplateUsage'] => {
  const { count, month } = (value ?? {}) as Record<string, unknown>;
  return isWhole(count) && isWhole(month) && month <= 11;
};

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** What stands in the avatar: the first letter of the name; without a name the word. */
export function avatarText(displayName: string): string {
  const [first] = displayName.trim();
  return first ? first.toUpperCase() : unnamed;
}
