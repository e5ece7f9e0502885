/** What the console says when the backend fails: fixed texts, logged and never shown. */
export const offlineLog = {
  unavailable: 'Firebase services not available',
  timeout: 'Firebase timeout - switching to offline mode',
  suspended: 'Firebase suspended - working in offline mode',
  signOutFailed: 'Ending the session failed; retrying at the next start',
} as const;

/** The person of whom nothing is known but that somebody works here. */
export const offlinePerson = { email: 'offline@devpreneur.local', displayName: 'Offline User' } as const;

/** A profile without a name. */
export const unnamed = 'User';

export const backendWords = {
  start: 'Can’t reach the server. You can continue offline: what you make stays on this device.',
  profile: 'You’re signed in, but we couldn’t load your profile. Your account is safe.',
} as const;

/** Shown while it is not known who somebody is: fixed texts. */
export const waitingWords = {
  verify: 'Loading... Please wait while we verify your authentication...',
  dashboard: 'Preparing dashboard...',
} as const;
