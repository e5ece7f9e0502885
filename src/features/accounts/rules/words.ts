/** Every sentence that accounts say when something is wrong or done. The spec's own texts for offline stand in offline-words. */
export const accountWords = {
  emailMissing: 'Enter your email address.',
  emailLong: 'This address is longer than an address can be.',
  emailShape: 'This is not one email address, such as ada@example.com.',
  nameMissing: 'Enter the name you want to be called by.',
  nameLong: 'A name has at most 80 characters here.',
  nameShape: 'A name cannot contain control characters.',
  passwordMissing: 'Enter your password.',
  passwordShort: 'A password needs at least 10 characters. A few words in a row are easy to remember.',
  passwordLong: 'A password has at most 128 characters here.',
  passwordCommon: 'This password is on the lists that attackers try first. Choose another.',
  passwordIsHub: 'A password must not be the name of this place. Choose another.',
  passwordIsName: 'A password must not be your name or address.',
  passwordUnchanged: 'The new password is the same as the old one.',

  wrongCredentials: 'The email address or the password is not right.',
  wrongPassword: 'This is not your current password.',
  manyTries:
    'Somebody is trying passwords at this account from many places. Sign in on a device or from a network where you did before, set a new password by mail, or try again later.',
  codeMissing: 'Enter the code that your authenticator shows.',
  codeWrong: 'This code is not right, or was used already. Wait for the next one.',
  secondStepIsOn: 'The second step is on already.',
  addressTaken: 'There is an account with this address already. Sign in, or ask for a new password.',
  suspended: 'This account is suspended.',
  hashingBusy: 'Many people are signing in right now. Try again in a moment.',
  attemptAbandoned: 'This try to sign in was given up.',
  sessionOver: 'Your session has ended. Sign in again.',
  needsFreshSession: 'Confirm with your password, or sign in again first.',
  noPassword: 'This account has no password yet. Ask for one with "Forgot your password?".',
  profileMissing: 'This profile does not exist yet.',

  resetSent:
    'If there is an account with this address, a mail with a link is on its way. The link works for one hour.',
  resetDone: 'Your new password is set. Sign in with it.',
  resetBegunAnew:
    'Your new password is set. Your address had never been confirmed, so the account begins anew and is empty. Sign in with the new password.',
  resetExpired: 'This link has been used or is older than one hour. Ask for a new one.',
  verificationSent: 'A mail with a link is on its way.',
  alreadyVerified: 'Your address is confirmed already.',
  verified: 'Your address is confirmed.',
  verifyExpired: 'This link has been used or is too old. Ask for a new one.',
  proveFirst:
    'Confirm your email address first: open the link in the mail that we sent you, or ask for a new one under Dashboard, Account. What you have made is kept.',
  verifyNeedsPassword:
    'To confirm the address, enter the password of the account, or open the link where you are signed in to it.',
  verifyWrongPassword: 'This is not the password of that account.',
  verifyNeedsSignIn:
    'This account has no password. Sign in to it through its provider in this browser, then open the link again.',
  changeSent:
    'A mail with a link is on its way to the new address. It becomes yours here when you open that link.',

  passkeyUnknown: 'This passkey opens no account here. Sign in another way.',
  passkeyRefused: 'This passkey could not be checked, or the page waited too long. Try again.',
  passkeyKnown: 'This passkey is here already.',
  passkeysEnough: 'An account has at most 20 passkeys here. Remove one that you no longer use first.',
  passkeysNeedName: 'Passkeys need an address with a name. Open this hub as localhost, or set PUBLIC_URL.',
  passkeyClosed: 'No passkey was used. Nothing was changed.',
  passkeyNone: 'This browser has no passkeys. Sign in another way.',
  passkeyNameMissing: 'Enter a name that tells you which one it is.',

  federatedOff: 'Signing in through a provider is not set up here.',
  federatedUnavailable:
    'The provider does not answer right now. Try again in a moment, or sign in with your password.',
  federatedDenied: 'The provider says that you did not agree.',
  federatedNeedsYou: 'The provider wants you to sign in or to choose an account there first. Start again.',
  federatedMisset:
    'The provider does not take sign-ins from this hub as it is set up ({error}). Whoever runs the hub can mend that; sign in with your password meanwhile.',
  federatedStale: 'This sign-in took too long or was started elsewhere. Start it again.',
  federatedInvalid: 'The provider gave an answer that cannot be trusted. Nothing was changed.',
  federatedNoEmail: 'The provider did not tell your email address, which an account here needs.',
  federatedUnverified:
    'There is an account with this address already, and the address is not confirmed on both sides. Sign in with your password. If you never set one here, choose “Forgot your password?”: the link in the mail makes the account yours, and whatever somebody else put into it is removed.',
} as const;
