import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Transaction } from 'kysely';
import { randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Auth, type Scope, startAuth } from './better-auth.ts';
import { accountWords } from '../rules/words.ts';
import type { Hashing } from './hashing.ts';
import type { AccountTables } from './tables.ts';

type Trx = Transaction<AccountTables>;

/**
 * better-auth, as far as we use it: accounts, passwords, single-use links, sessions. It is never mounted; our own routes
 * call it. Every write takes part in the transaction it is given, so that a mail stands or falls with its cause.
 */
export type Identity = ReturnType<typeof createIdentity>;

export function createIdentity(platform: Platform, hashing: Hashing) {
  const scope = new AsyncLocalStorage<Scope>();
  let started: Promise<Auth> | undefined;
  // Loaded by the first who needs it: 50 MB that a hub of visitors does without.
  const auth = () => (started ??= startAuth(platform, hashing, scope));

  return {
    /** Whoever looks at a sign-in form uses it soon, and has three seconds. */
    warmUp: (): void => void auth().catch(() => {}),

    /** A new account with its first session; whoever comes second with an address is told that it is taken. */
    async signUp(
      trx: Trx,
      {
        email,
        displayName,
        hashed,
        userAgent,
      }: { email: string; displayName: string; hashed: string; userAgent: string },
    ) {
      const { api } = await auth();
      const body = { email, name: displayName, password: placeholder };
      const { user, token } = await translate(() =>
        scope.run({ trx, hashed }, () => api.signUpEmail({ body, headers: agent(userAgent) })),
      );
      return { uid: user.id, token: token ?? missing() };
    },

    /** A new session for the right password. An unknown address costs a hash as well. */
    async signIn({ email, password, userAgent }: { email: string; password: string; userAgent: string }) {
      const { api } = await auth();
      const { user, token } = await translate(() =>
        scope.run({}, () => api.signInEmail({ body: { email, password }, headers: agent(userAgent) })),
      );
      return { uid: user.id, token };
    },

    /** A token that sets a new password once, within the hour; null for an address without an account. */
    async startReset(trx: Trx, email: string): Promise<string | null> {
      const { api } = await auth();
      const store: Scope = { trx };
      await scope.run(store, () => api.requestPasswordReset({ body: { email } }));
      return store.resetToken ?? null;
    },

    /** Whether a link still sets a password: asked before anything costly is done for it. */
    async knowsReset(token: string): Promise<boolean> {
      const { internalAdapter } = await (await auth()).$context;
      const found = await scope.run({}, () =>
        internalAdapter.findVerificationValue(`reset-password:${token}`),
      );
      return found !== null && new Date(found.expiresAt) > new Date();
    },

    /** Sets the new password and ends every session; says whose it was. */
    async finishReset(trx: Trx, { token, hashed }: { token: string; hashed: string }): Promise<string> {
      const { api } = await auth();
      const store: Scope = { trx, hashed };
      await translate(() =>
        scope.run(store, () => api.resetPassword({ body: { token, newPassword: placeholder } })),
      );
      return store.resetUid ?? missing();
    },

    /** A session without a password: from a provider, or after a change of the password. */
    async openSession(trx: Trx, uid: string, userAgent: string): Promise<string> {
      const { internalAdapter } = await (await auth()).$context;
      const session = await scope.run({ trx }, () =>
        internalAdapter.createSession(uid, false, { userAgent }),
      );
      return session.token;
    },

    async createFederated(
      trx: Trx,
      person: { email: string; name: string; emailVerified: boolean },
      login: FederatedLogin,
    ): Promise<string> {
      const { internalAdapter } = await (await auth()).$context;
      const { user } = await scope.run({ trx }, () => internalAdapter.createOAuthUser(person, login));
      return user.id;
    },

    async addLogin(trx: Trx, uid: string, login: FederatedLogin): Promise<void> {
      const { internalAdapter } = await (await auth()).$context;
      await scope.run({ trx }, () => internalAdapter.linkAccount({ userId: uid, ...login }));
    },

    /** A secret for a link in a mail, good for one use; the database holds its hash only. */
    async issueToken(
      trx: Trx,
      purpose: TokenPurpose,
      { uid, email }: TokenSubject,
      seconds: number,
    ): Promise<string> {
      const { internalAdapter } = await (await auth()).$context;
      const token = randomText(40);
      const expiresAt = new Date(Date.now() + seconds * 1000);
      await scope.run({ trx }, () =>
        internalAdapter.createVerificationValue({
          identifier: `${purpose}:${token}`,
          value: `${uid} ${email}`,
          expiresAt,
        }),
      );
      return token;
    },

    /** What the token was issued for, while it is good; it stays good. */
    async readToken(trx: Trx, purpose: TokenPurpose, token: string): Promise<TokenSubject | null> {
      const { internalAdapter } = await (await auth()).$context;
      const found = await scope.run({ trx }, () =>
        internalAdapter.findVerificationValue(`${purpose}:${token}`),
      );
      return found && found.expiresAt > new Date() ? subjectOf(found.value) : null;
    },

    /** What the token was issued for, once; null when it is unknown, used or too old. */
    async redeemToken(trx: Trx, purpose: TokenPurpose, token: string): Promise<TokenSubject | null> {
      const { internalAdapter } = await (await auth()).$context;
      const found = await scope.run({ trx }, () =>
        internalAdapter.consumeVerificationValue(`${purpose}:${token}`),
      );
      return subjectOf(found?.value ?? '');
    },

    /** A link that still lies in some mailbox must not undo what was just decided. */
    async forgetTokens(trx: Trx, uid: string): Promise<void> {
      await trx
        .deleteFrom('account_verification')
        .where((eb) => eb.or([eb('value', '=', uid), sql<boolean>`starts_with(value, ${`${uid} `})`]))
        .execute();
    },
  };
}

interface TokenSubject {
  uid: string;
  email: string;
}

function subjectOf(value: string): TokenSubject | null {
  const [uid, email] = value.split(' ');
  return uid !== undefined && email !== undefined ? { uid, email } : null;
}

export type TokenPurpose = 'verify-email' | 'change-email';

interface FederatedLogin {
  providerId: string;
  accountId: string;
}

// better-auth checks the length of what it is to hash; what is kept is `scope.hashed`.
const placeholder = 'hashed before';

const agent = (userAgent: string): Headers => new Headers({ 'user-agent': userAgent });

function missing(): never {
  throw new Error('better-auth answered without what it promises');
}

/** What better-auth refuses, in our codes and words. */
async function translate<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw problemFor(error);
  }
}

function problemFor(error: unknown): unknown {
  const code = (error as { body?: { code?: string } } | null)?.body?.code;
  switch (code) {
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return new Problem('conflict', accountWords.addressTaken, {
        fields: { email: accountWords.addressTaken },
      });
    case 'INVALID_EMAIL':
      return new Problem('bad_request', accountWords.emailShape, {
        fields: { email: accountWords.emailShape },
      });
    case 'INVALID_EMAIL_OR_PASSWORD':
    case 'INVALID_PASSWORD':
      return new Problem('unauthenticated', accountWords.wrongCredentials, {
        fields: { password: accountWords.wrongCredentials },
      });
    case 'INVALID_TOKEN':
    case 'USER_NOT_FOUND':
      return new Problem('bad_request', accountWords.resetExpired);
    // It hides what the database said; an address that is taken was found before.
    case 'FAILED_TO_CREATE_USER':
      return new Problem('unavailable', undefined, { retryAfterSeconds: 5 });
    default:
      return error;
  }
}
