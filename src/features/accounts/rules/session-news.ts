/** What happened to a session by nobody's act on this page. */
export const newsWords = {
  ended: {
    title: 'Your session has ended',
    text: 'You were signed out on another device, your session expired, or the account was deleted. What you typed is still here. Sign in again to see and save it.',
    action: 'Sign in again',
  },
  gone: {
    title: 'This account isn’t here any more',
    text: 'It was deleted on another device, or the server was set back to a day before it. Copy what you need from this page. What this browser still keeps of the account can be opened by nobody.',
    action: 'Remove it from this browser',
  },
  /** To whoever comes to the form: it needn’t be theirs. */
  left: {
    title: 'An account used in this browser isn’t here any more',
    text: 'It was deleted on another device, or the server was set back to a day before it. What this browser still keeps of it can be opened by nobody.',
    action: 'Remove it from this browser',
  },
  late: {
    title: 'You’re not signed in',
    text: 'The server didn’t answer in time, so you’re working offline. What you make stays on this device, and can be added to your account when you sign in.',
    action: 'Try Again',
  },
  suspended: {
    title: 'You’re not signed in',
    text: 'Sign-in isn’t available right now, so you’re working offline. What you make stays on this device, and can be added to your account when you sign in.',
    action: 'Try Again',
  },
} as const;
