import { entryApi } from './addresses.ts';

/**
 * The addresses behind these shapes. All under the same origin, JSON in and out, errors as Problems
 * (`bad_request` carries `fields` by body key, `too_many` carries `retryAfterSeconds`).
 *
 * GET  session -> SessionAnswer · GET ways -> SignInWays
 * POST signUp, signIn -> SessionAnswer · POST abandon, signOut -> Done
 * POST askCode -> CodeAsked · POST codeSignIn -> SessionAnswer
 * POST forgotPassword, resendVerification, changeEmail -> DoneWithWords
 * POST resetPassword, verifyEmail -> DoneWithWords · POST changePassword -> Done
 * GET  sessions -> SessionList · POST revokeSessions, confirm -> Done
 * GET  secondStep -> SecondStepState · POST beginSecondStep -> SecondStepBegun · POST removeSecondStep -> Done
 * POST confirmSecondStep -> RecoveryCodes
 * POST beginPasskeySignIn, beginPasskey -> PasskeyOptions · POST passkeySignIn -> SessionAnswer
 * GET  passkeys, POST addPasskey, renamePasskey, removePasskey -> PasskeyList · POST confirmWithPasskey -> Done
 * GET  federatedStart?attempt=&provider= in a popup; its last page sends a FederatedResult and closes
 * GET, POST, PATCH profile -> ProfileAnswer · POST deleteAccount -> Done · GET exportAccount -> a zip
 */
export const accountApi = {
  ...entryApi,
  ways: '/api/auth/ways',
  gone: '/api/auth/gone',
  askCode: '/api/auth/code',
  codeSignIn: '/api/auth/code/sign-in',
  forgotPassword: '/api/auth/forgot-password',
  resetPassword: '/api/auth/reset-password',
  verifyEmail: '/api/auth/verify-email',
  resendVerification: '/api/auth/resend-verification',
  changePassword: '/api/auth/change-password',
  changeEmail: '/api/auth/change-email',
  confirm: '/api/auth/confirm',
  secondStep: '/api/auth/second-step',
  beginSecondStep: '/api/auth/second-step/begin',
  confirmSecondStep: '/api/auth/second-step/confirm',
  removeSecondStep: '/api/auth/second-step/remove',
  beginPasskeySignIn: '/api/auth/passkey/begin',
  passkeySignIn: '/api/auth/passkey/sign-in',
  confirmWithPasskey: '/api/auth/passkey/confirm',
  passkeys: '/api/auth/passkeys',
  beginPasskey: '/api/auth/passkeys/begin',
  addPasskey: '/api/auth/passkeys/add',
  renamePasskey: '/api/auth/passkeys/rename',
  removePasskey: '/api/auth/passkeys/remove',
  sessions: '/api/auth/sessions',
  revokeSessions: '/api/auth/sessions/revoke',
  deleteAccount: '/api/account/delete',
  exportAccount: '/api/account/export',
} as const;
