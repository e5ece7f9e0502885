// Apart from the contract, so that the first script of every page knows them without the schemas.

/** A longer wait for the answer to a sign-in counts as no answer. */
export const signInPatienceMs = 3000;

/** In characters. */
export const passwordLimits = { min: 10, max: 128 } as const;

/** Where the popup's last page tells how it went, as a FederatedResult. */
export const federatedChannel = 'hub-sign-in';

/** What every page may ask. */
export const entryApi = {
  session: '/api/auth/session',
  signUp: '/api/auth/sign-up',
  signIn: '/api/auth/sign-in',
  abandon: '/api/auth/sign-in/abandon',
  signOut: '/api/auth/sign-out',
  federatedStart: '/api/auth/federated/start',
  profile: '/api/profile',
} as const;
