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
