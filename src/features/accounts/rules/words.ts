/** Every sentence that accounts say when something is wrong or done. The spec's own texts for offline stand in offline-words. */
export const accountWords = {
  emailMissing: 'Enter your email address.',
  emailLong: 'This email address is too long.',
  emailShape: 'Enter one email address, such as ada@example.com.',
  nameMissing: 'Enter your name.',
  nameLong: 'A name can have up to 80 characters.',
  nameShape: 'A name can’t contain control characters.',
  passwordMissing: 'Enter your password.',
  passwordShort: 'Use at least 10 characters. A few words in a row are easy to remember.',
  passwordLong: 'A password can have up to 128 characters.',
  passwordCommon: 'This password is too common. Choose another.',
  passwordIsHub: 'Your password can’t be the name of this site. Choose another.',
  passwordIsName: 'Your password can’t be your name or email address.',
  passwordUnchanged: 'Your new password is the same as the old one.',

  wrongCredentials: 'Wrong email address or password.',
  wrongPassword: 'This isn’t your current password.',
  manyTries:
    'Too many failed sign-ins to this account. Sign in from a device or network you’ve used before, reset your password by email, or try again later.',
  codeMissing: 'Enter the code from your authenticator app.',
  codeWrong: 'This code is wrong or already used. Wait for the next one.',
  secondStepIsOn: 'Two-factor authentication is already on.',
  addressTaken: 'There’s already an account with this email address. Sign in, or reset your password.',
  suspended: 'This account is suspended.',
  hashingBusy: 'Many people are signing in right now. Try again in a moment.',
  attemptAbandoned: 'This sign-in was canceled.',
  sessionOver: 'Your session has ended. Sign in again.',
  needsFreshSession: 'Confirm your password, or sign in again first.',
  noPassword: 'This account has no password yet. Set one with "Forgot your password?".',
  profileMissing: 'This profile doesn’t exist yet.',

  entryCodeShape: 'The code has six digits.',
  entryCodeWrong: 'This isn’t the code we sent. Check the newest email.',
  entryCodeExpired: 'This code has been used or has expired. Send a new one.',
  entryCodeTries: 'Too many wrong codes. Send a new one.',
  entryCodeOff: 'Codes by email aren’t set up here. Sign in another way.',
  entryAnew:
    'This email address was never confirmed, so anyone could have created the account. If you go on, it starts empty: everything in it is permanently deleted, except purchases and a paid plan. To keep its contents, sign in with your password instead.',
  entryUnproven: 'This email address was never confirmed. Sign in with your password to keep what’s here.',
  entryChanged: 'This account has just changed. Try again.',

  resetSent:
    'If there’s an account with this email address, we’ve sent it a link. The link works for one hour.',
  resetDone: 'Your new password is set. Sign in with it.',
  resetBegunAnew:
    'Your new password is set. Your email address had never been confirmed, so the account starts empty. Sign in with the new password.',
  resetExpired: 'This link has been used or has expired. Request a new one.',
  verificationSent: 'We’ve emailed you a link.',
  alreadyVerified: 'Your email address is already confirmed.',
  verified: 'Your email address is confirmed.',
  verifyExpired: 'This link has been used or has expired. Request a new one.',
  proveFirst:
    'Confirm your email address first: open the link we emailed you, or request a new one under Dashboard, Account. Your work is saved.',
  verifyNeedsPassword:
    'To confirm this email address, enter your password, or open the link where you’re signed in.',
  verifyWrongPassword: 'That password is wrong.',
  verifyNeedsSignIn: 'This account has no password. Sign in to it in this browser, then open the link again.',
  changeSent: 'We’ve emailed a link to the new address. Open it to finish the change.',

  passkeyUnknown: 'This passkey doesn’t belong to an account here. Sign in another way.',
  passkeyRefused: 'We couldn’t check this passkey, or it took too long. Try again.',
  passkeyKnown: 'You’ve already added this passkey.',
  passkeysEnough: 'An account can have up to 20 passkeys. Remove one you no longer use first.',
  passkeysNeedName: 'Passkeys need a domain name. Open this site as localhost, or set PUBLIC_URL.',
  passkeyClosed: 'No passkey was used. Nothing was changed.',
  passkeyNone: 'This browser doesn’t support passkeys. Sign in another way.',
  passkeyNameMissing: 'Enter a name for this passkey.',

  federatedOff: 'Sign-in with a provider isn’t set up here.',
  federatedUnavailable:
    'The provider isn’t responding. Try again in a moment, or sign in with your password.',
  federatedDenied: 'You didn’t allow sign-in at the provider.',
  federatedNeedsYou: 'Sign in or choose an account at the provider first, then try again.',
  federatedMisset:
    'This provider isn’t set up correctly here ({error}). Contact support, and sign in with your password meanwhile.',
  federatedStale: 'This sign-in took too long or was started elsewhere. Try again.',
  federatedInvalid: 'The provider’s answer couldn’t be verified. Nothing was changed.',
  federatedNoEmail: 'The provider didn’t share your email address, which your account needs.',
  federatedUnverified:
    'There’s already an account with this email address, and it isn’t confirmed on both sides. Sign in with your password. If you never set one here, choose “Forgot your password?”: the link in the email makes the account yours and removes anything someone else put in it.',
} as const;
