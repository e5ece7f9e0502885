import * as z from 'zod/mini';
import { federatedChannel, passwordLimits } from './addresses.ts';
import { mailAddressKey, parseMailAddress } from '#base/mail-address.ts';
import { accountWords } from './words.ts';

export { accountApi } from './account-api.ts';
export { federatedChannel, signInPatienceMs } from './addresses.ts';

/** What browser and server say to each other about a person, written once. */

export const displayNameMax = 80;
export const emailMax = 254;

/** Links in our mails lead to these pages; the token stands behind `#token=`, where no server log sees it. */
export const mailPages = { verifyEmail: '/verify-email', resetPassword: '/reset-password' } as const;

export const Email = z.pipe(
  z.string({ error: accountWords.emailMissing }).check(
    z.regex(/\S/, { error: accountWords.emailMissing, abort: true }),
    z.maxLength(emailMax, { error: accountWords.emailLong, abort: true }),
    z.refine((text) => parseMailAddress(text) !== null, { error: accountWords.emailShape, abort: true }),
  ),
  z.transform((text) => mailAddressKey(parseMailAddress(text) ?? '')),
);

/** Marks that nobody sees, and that turn what stands beside them around; the joiners are letters of some scripts. */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;

const nameWith = (missing: string) =>
  z.pipe(
    z.string({ error: missing }),
    z.pipe(
      z.transform((text: string) => text.replace(unseen, '').replace(/\s+/g, ' ').trim()),
      z
        .string()
        .check(
          z.regex(/[^\s\p{C}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u, { error: missing, abort: true }),
          z.maxLength(displayNameMax, { error: accountWords.nameLong, abort: true }),
          z.regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: accountWords.nameShape }),
        ),
    ),
  );
export const DisplayName = nameWith(accountWords.nameMissing);

/** What a new password must be by its form; whether it is a common one, `passwordProblem` says. */
export const NewPassword = z
  .string({ error: accountWords.passwordMissing })
  .check(
    z.minLength(1, { error: accountWords.passwordMissing, abort: true }),
    z.minLength(passwordLimits.min, { error: accountWords.passwordShort }),
    z.maxLength(passwordLimits.max, { error: accountWords.passwordLong }),
  );

/** A password that exists already: whatever it is, it is right or wrong. */
const KnownPassword = z
  .string({ error: accountWords.passwordMissing })
  .check(
    z.minLength(1, { error: accountWords.passwordMissing }),
    z.maxLength(1024, { error: accountWords.passwordLong }),
  );

/** Made by the browser for one try to sign in, so that it can take the try back without having seen the answer. */
export const AttemptId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/));

const MailToken = z.string().check(z.minLength(16), z.maxLength(2048));

export const SignUpBody = z.object({
  displayName: DisplayName,
  email: Email,
  password: NewPassword,
  attempt: z.optional(AttemptId),
});
/** Six digits of an authenticator, or one of the spare codes. */
const Code = z.string().check(z.maxLength(64, { error: accountWords.codeWrong }));
export const SignInBody = z.object({
  email: Email,
  password: KnownPassword,
  code: z.optional(Code),
  attempt: z.optional(AttemptId),
});
export const CodeBody = z.object({ code: Code.check(z.minLength(1, { error: accountWords.codeMissing })) });
/** Made by the browser when it asks for a code by email: without it the code is worth nothing. */
const BrowserSecret = z.string().check(z.regex(/^[A-Za-z0-9_-]{32,64}$/));
const EntryCode = z.pipe(
  z.string({ error: accountWords.entryCodeShape }).check(z.maxLength(64, accountWords.entryCodeShape)),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s-]/g, '')),
    z.string().check(z.regex(/^\d{6}$/, { error: accountWords.entryCodeShape })),
  ),
);
export const AskCodeBody = z.object({ email: Email, browser: BrowserSecret });
export const CodeSignInBody = z.object({
  email: Email,
  browser: BrowserSecret,
  code: EntryCode,
  /** For a new account. */
  displayName: z.optional(DisplayName),
  /** Of an authenticator, or a spare code. */
  second: z.optional(Code),
  /** They know that an account of this address, which nobody confirmed, starts empty. */
  anew: z.optional(z.literal(true)),
  attempt: z.optional(AttemptId),
});
export const CodeAddressForm = z.object({ email: Email });
export const CodeForm = z.object({
  code: EntryCode,
  displayName: z.optional(DisplayName),
  second: z.optional(Code),
});
export const AbandonBody = z.object({ attempt: AttemptId });
export const ForgotPasswordBody = z.object({ email: Email });
export const ResetPasswordBody = z.object({ token: MailToken, password: NewPassword });
/** Where nobody is signed in to that account, its password: who has the mailbox alone may not be who opened it. */
export const VerifyEmailBody = z.object({ token: MailToken, password: z.optional(KnownPassword) });
export const ChangePasswordBody = z.object({ currentPassword: KnownPassword, newPassword: NewPassword });
/** As for deletion: without a password only a session of the last few minutes may do this. */
export const ChangeEmailBody = z.object({ email: Email, password: z.optional(KnownPassword) });
export const RevokeSessionsBody = z.union([
  z.object({ id: z.string().check(z.maxLength(64)), password: z.optional(KnownPassword) }),
  z.object({ others: z.literal(true), password: z.optional(KnownPassword) }),
]);
/** Opens the few minutes in which nothing asks for the password again; without one: are they open? */
export const ConfirmBody = z.object({ password: z.optional(KnownPassword) });
export const ConfirmForm = z.object({ password: KnownPassword });
export const PatchProfileBody = z.object({ displayName: DisplayName });
/** A form that asks for a new password alone; the token comes from the mail's link. */
export const NewPasswordForm = z.object({ password: NewPassword });
/** Before deleting: an account of a provider's has no password to type. */
export const LeaveForm = z.object({ password: z.string() });
export const DeleteAccountBody = z.object({ password: z.optional(KnownPassword) });

export const SessionUser = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  emailVerified: z.boolean(),
});

/** Who is this? GET /api/auth/session, and the answer to sign-in and sign-up. */
export const SessionAnswer = z.object({
  user: z.nullable(SessionUser),
  /** Said in the last days of a session: from then on it wants a new sign-in, however much it is used. */
  endsAt: z.optional(z.string()),
});

/** Whether an account whose words a browser keeps isn't here any more: GET /api/auth/gone. */
export const GoneQuery = z.object({ uid: z.string().check(z.regex(/^usr_\w{1,60}$/)) });
export const GoneAnswer = z.object({ isGone: z.boolean() });

/** Which ways in there are: GET /api/auth/ways. */
export const SignInWays = z.object({
  /** Such as Google, by the name to write on its button. */
  providers: z.array(z.object({ id: z.string(), name: z.string(), isTest: z.boolean() })),
  /** Whether a code can be emailed to sign in with. */
  codes: z.boolean(),
});

export const SessionList = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      createdAt: z.string(),
      /** When it was last used, to the day. */
      lastSeenAt: z.string(),
      /** Such as "Firefox on Linux". */
      device: z.string(),
    }),
  ),
});

export const SecondStepState = z.object({ isOn: z.boolean(), codesLeft: z.number() });
export const SecondStepBegun = z.object({
  /** To type where no picture can be taken. */
  secret: z.string(),
  uri: z.string(),
});
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });

const base64url = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most));
const passkeyId = base64url(1400);
const passkey = { id: passkeyId, rawId: passkeyId, type: z.literal('public-key') };

/** As browsers and @simplewebauthn say it; what a device adds of its own is left away. */
export const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });
export const PasskeyUsed = z.object({
  ...passkey,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.optional(base64url(100)),
  }),
});
export const PasskeyAdded = z.object({
  ...passkey,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export const PasskeySignInBody = z.object({ passkey: PasskeyUsed, attempt: z.optional(AttemptId) });
const PasskeyName = nameWith(accountWords.passkeyNameMissing);
export const PasskeyNameForm = z.object({ name: PasskeyName });
export const RenamePasskeyBody = z.object({ id: passkeyId, name: PasskeyName });
export const RemovePasskeyBody = z.object({ id: passkeyId });
export const PasskeyList = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Kept by more than one device. */
      isSynced: z.boolean(),
      createdAt: z.string(),
      usedAt: z.nullable(z.string()),
    }),
  ),
});

/** The document users/{uid}. */
export const Profile = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  isSubscribed: z.boolean(),
  purchasedTemplates: z.array(z.string()),
  /** `month` is 0 for January to 11. */
  aiTemplateUsage: z.object({ count: z.number(), month: z.number() }),
  /** Set on sign-up by email only. */
  createdAt: z.optional(z.string()),
});

/** GET /api/profile: null when the document does not exist yet; POST /api/profile makes the default one. */
export const ProfileAnswer = z.object({ profile: z.nullable(Profile) });

export const Done = z.object({ ok: z.literal(true) });
/** The same for every address; until the next one can be sent. */
/** Nobody is in yet: the code is right and stays good, and this has to come with it. */
export const CodeSignInAnswer = z.object({
  user: z.nullable(SessionUser),
  missing: z.optional(z.enum(['displayName', 'second', 'anew'])),
});
export const CodeAsked = z.object({ ok: z.literal(true), waitSeconds: z.number() });
/** Words to show, such as "look into your mail". */
export const DoneWithWords = z.object({ ok: z.literal(true), message: z.string() });

/** What the popup says when it is done. */
export const FederatedResult = z.union([
  z.object({ type: z.literal(federatedChannel), ok: z.literal(true), attempt: z.nullable(z.string()) }),
  z.object({
    type: z.literal(federatedChannel),
    ok: z.literal(false),
    attempt: z.nullable(z.string()),
    code: z.string(),
    message: z.string(),
  }),
]);

export type Profile = z.output<typeof Profile>;
export type SecondStepState = z.output<typeof SecondStepState>;
export type SecondStepBegun = z.output<typeof SecondStepBegun>;
export type PasskeyUsed = z.output<typeof PasskeyUsed>;
export type PasskeyAdded = z.output<typeof PasskeyAdded>;
export type PasskeyList = z.output<typeof PasskeyList>;
export type PasskeyOptions = z.output<typeof PasskeyOptions>;
export type RecoveryCodes = z.output<typeof RecoveryCodes>;
export type AskCodeBody = z.output<typeof AskCodeBody>;
export type CodeSignInBody = z.output<typeof CodeSignInBody>;
export type CodeAsked = z.output<typeof CodeAsked>;
export type CodeSignInAnswer = z.output<typeof CodeSignInAnswer>;
export type CodeForm = z.output<typeof CodeForm>;
export type SessionUser = z.output<typeof SessionUser>;
export type SessionAnswer = z.output<typeof SessionAnswer>;
export type GoneAnswer = z.output<typeof GoneAnswer>;
export type SessionList = z.output<typeof SessionList>;
export type SignInWays = z.output<typeof SignInWays>;
export type ProfileAnswer = z.output<typeof ProfileAnswer>;
export type FederatedResult = z.output<typeof FederatedResult>;
export type SignUpBody = z.output<typeof SignUpBody>;
export type SignInBody = z.output<typeof SignInBody>;
