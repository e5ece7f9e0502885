/** What the console says when the backend fails: fixed texts, logged and never shown. */
export const offlineLog = {
  unavailable: 'Firebase services not available',
  timeout: 'Firebase timeout - switching to offline mode',
  suspended: 'Firebase suspended - working in offline mode',
  signOutFailed: 'Ending the session failed; it is tried again at the next start',
} as const;

/** The person of whom nothing is known but that somebody works here. */
export const offlinePerson = { email: 'offline@devpreneur.local', displayName: 'Offline User' } as const;

/** A profile without a name. */
export const unnamed = 'User';

export const backendWords = {
  start: 'The hub does not answer. You can go on offline: what you make stays on this device.',
  profile: 'You are signed in, but your profile could not be read. Your account is safe.',
} as const;

/** What happened to a session by nobody's act on this page. */
export const newsWords = {
  ended: {
    title: 'Your session has ended',
    text: 'You were signed out on another device, or you had been signed in for too long. What you typed here is kept for your account. Sign in again to see it and save it.',
    action: 'Sign In Again',
  },
  late: {
    title: 'You are not signed in',
    text: 'The hub did not answer in time, so you are working offline. What you make stays on this device, and can be added to your account when you sign in.',
    action: 'Try Again',
  },
  suspended: {
    title: 'You are not signed in',
    text: 'The hub is not taking sign-ins at the moment, so you are working offline. What you make stays on this device, and can be added to your account when you sign in.',
    action: 'Try Again',
  },
} as const;

export const popupWords = {
  blocked: 'The browser blocked the sign-in window. Allow pop-ups for this address, then try again.',
  closed: 'The sign-in window was closed before it was done. Nothing was changed.',
} as const;

/** Shown while it is not known who somebody is: fixed texts. */
export const waitingWords = {
  verify: 'Loading... Please wait while we verify your authentication...',
  dashboard: 'Preparing dashboard...',
} as const;
