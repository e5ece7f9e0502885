import type { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction } from 'kysely';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import { accountWords } from '../rules/words.ts';
import type { Hashing } from './hashing.ts';
import type { AccountTables } from './tables.ts';

/** What one call of better-auth runs in. */
export interface Scope {
  trx?: Transaction<AccountTables>;
  /** Made before the transaction began: a hash takes 0.3 s, and would hold a connection for as long. */
  hashed?: string;
  resetToken?: string;
  resetUid?: string;
}

const resetSeconds = 3600;

export type Auth = Awaited<ReturnType<typeof startAuth>>;

export async function startAuth(platform: Platform, hashing: Hashing, scope: AsyncLocalStorage<Scope>) {
  const { betterAuth } = await import('better-auth');
  const idleSeconds = platform.config.sessionDays.idle * 86_400;
  const current = () => scope.getStore();
  const tables = (): Kysely<AccountTables> => current()?.trx ?? platform.db.tables<AccountTables>();

  return betterAuth({
    baseURL: platform.origin(),
    secret: platform.secret('identity').toString('base64url'),
    database: { db: delegate(tables), type: 'postgres', transaction: false },
    // Its lines name addresses.
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 1,
      maxPasswordLength: 1024,
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: async (password) => current()?.hashed ?? hashing.hash(password),
        verify: ({ hash, password }) => hashing.verify(hash, password),
      },
      async sendResetPassword({ token }) {
        const store = current();
        if (store) store.resetToken = token;
      },
      async onPasswordReset({ user }) {
        const store = current();
        if (store) store.resetUid = user.id;
      },
    },
    user: {
      modelName: 'account_user',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'account_login',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    session: {
      modelName: 'account_session',
      expiresIn: idleSeconds,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'account_verification',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      session: {
        create: {
          // The one gate: however somebody comes in, a suspended account gets no session.
          async before({ userId }) {
            const user = await tables()
              .selectFrom('account_user')
              .select('suspended_at')
              .where('id', '=', userId)
              .executeTakeFirst();
            if (user?.suspended_at) throw new Problem('forbidden', accountWords.suspended);
            // By the hub's clock, which may be ahead where payments are a stand-in's.
            const now = platform.clock.now();
            const expiresAt = new Date(now.getTime() + idleSeconds * 1000);
            return { data: { createdAt: now, updatedAt: now, expiresAt } };
          },
        },
      },
    },
    advanced: {
      ipAddress: { disableIpTracking: true },
      database: {
        // Migrations of our own are the schema.
        validateSchema: false,
        generateId: ({ model }) =>
          model === 'user' ? newId('user') : model === 'session' ? newId('session') : randomText(24),
      },
    },
  });
}

/** A Kysely that is, at each call, the transaction of the moment. */
function delegate(tables: () => Kysely<AccountTables>): Kysely<AccountTables> {
  return new Proxy({} as Kysely<AccountTables>, {
    get(_, key) {
      const target = tables();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
