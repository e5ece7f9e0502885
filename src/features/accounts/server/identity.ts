import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { newId, randomText } from '#base/id.ts';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import { accountWords } from '../rules/words.ts';
import type { Turn } from '#platform/server/workers/turns.ts';
import type { Hashing } from './hashing.ts';
import type { AccountTables } from './tables.ts';

type Trx = Transaction<AccountTables>;

/**
 * The rows behind accounts, passwords, single-use links and sessions. Every write takes part in the transaction it is
 * given, so that a mail stands or falls with its cause; nothing is hashed in one, which would hold a connection for 0.3 s.
 */
export type Identity = ReturnType<typeof createIdentity>;

interface NewAccount {
  email: string;
  name: string;
  emailVerified: boolean;
  suspendedAt?: Date | null;
}

/** A password, hashed already, or a person at a provider. */
type Login = { password: string } | { providerId: string; accountId: string };

export type TokenPurpose = 'verify-email' | 'change-email' | 'reset-password' | 'passkey-add' | 'passkey-use';

interface TokenSubject {
  uid: string;
  email?: string;
}

const resetSeconds = 3600;

/** For whoever follows who comes to the hub, in the transaction of the new account. */
export type OnJoined = (trx: Trx, member: { uid: string; email: string; name: string }) => Promise<void>;

export function createIdentity({ config, clock, db }: Platform, hashing: Hashing, onJoined?: OnJoined) {
  const inSeconds = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1000);

  async function addLogin(trx: Trx, uid: string, login: Login): Promise<void> {
    const row = 'password' in login ? { password: login.password } : {};
    const [provider_id, account_id] =
      'password' in login ? ['credential', uid] : [login.providerId, login.accountId];
    const now = clock.now();
    await trx
      .insertInto('account_login')
      .values({ id: randomText(24), user_id: uid, provider_id, account_id, created_at: now, ...row })
      .execute();
  }

  async function find(trx: Kysely<AccountTables>, purpose: TokenPurpose, token: string) {
    const row = await trx
      .selectFrom('account_verification')
      .select('value')
      .where('identifier', '=', identifierOf(purpose, token))
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    return row ? subjectOf(row.value) : null;
  }

  async function issueToken(
    trx: Trx,
    purpose: TokenPurpose,
    { uid, email }: TokenSubject,
    seconds: number,
  ): Promise<string> {
    const token = randomText(40);
    await trx
      .insertInto('account_verification')
      .values({
        id: randomText(24),
        identifier: identifierOf(purpose, token),
        // Without an address it names the account alone, as the version before reads a link to a new password.
        value: email === undefined ? uid : `${uid} ${email}`,
        expires_at: inSeconds(seconds),
      })
      .execute();
    return token;
  }

  /** What the token was issued for, once; null when it is unknown, used or too old. */
  async function redeemToken(
    trx: Trx,
    purpose: TokenPurpose,
    token: string,
  ): Promise<{ uid: string; email: string } | null> {
    const row = await trx
      .deleteFrom('account_verification')
      .where('identifier', '=', identifierOf(purpose, token))
      .where('expires_at', '>', clock.now())
      .returning('value')
      .executeTakeFirst();
    return row ? subjectOf(row.value) : null;
  }

  return {
    addLogin,
    issueToken,
    redeemToken,

    /** A new account with its way in; whoever comes second with an address is told that it is taken. */
    async createAccount(
      trx: Trx,
      { email, name, emailVerified, suspendedAt = null }: NewAccount,
      /** Null where the mailbox alone opens it. */
      login: Login | null,
    ): Promise<string> {
      const uid = newId('user');
      const now = clock.now();
      const made = await trx
        .insertInto('account_user')
        .values({
          id: uid,
          name,
          email,
          email_verified: emailVerified,
          image: null,
          suspended_at: suspendedAt,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made)
        throw new Problem('conflict', accountWords.addressTaken, {
          fields: { email: accountWords.addressTaken },
        });
      if (login) await addLogin(trx, uid, login);
      await onJoined?.(trx, { uid, email, name });
      return uid;
    },

    /** Whose address and password these are. An unknown address costs a hash as well. */
    async whoHas(email: string, password: string, turn: Turn): Promise<{ uid: string; stored: string }> {
      const found = await db
        .tables<AccountTables>()
        .selectFrom('account_user as u')
        .innerJoin('account_login as l', 'l.user_id', 'u.id')
        .select(['u.id as uid', 'l.password as stored'])
        .where('u.email', '=', email)
        .where('l.provider_id', '=', 'credential')
        .executeTakeFirst();
      const { uid, stored } = found ?? {};
      if (uid === undefined || !stored) await hashing.hash(password, turn);
      else if (await hashing.verify(stored, password, turn)) return { uid, stored };
      throw wrongCredentials();
    },

    /**
     * The one gate: however somebody comes in, a suspended account gets no session; nor does a password that was changed
     * while it was looked at, whose sessions have just been ended.
     */
    async openSession(trx: Trx, uid: string, userAgent: string, stored?: string): Promise<string> {
      if (stored !== undefined) {
        const still = await trx
          .selectFrom('account_login')
          .select('id')
          .where('user_id', '=', uid)
          .where('password', '=', stored)
          .forShare()
          .executeTakeFirst();
        if (!still) throw wrongCredentials();
      }
      const user = await trx
        .selectFrom('account_user')
        .select('suspended_at')
        .where('id', '=', uid)
        .forShare()
        .executeTakeFirst();
      if (!user) throw wrongCredentials();
      if (user.suspended_at) throw new Problem('forbidden', accountWords.suspended);
      const token = randomText(40);
      const now = clock.now();
      await trx
        .insertInto('account_session')
        .values({
          id: newId('session'),
          user_id: uid,
          token,
          user_agent: userAgent,
          expires_at: inSeconds(config.sessionDays.idle * 86_400),
          created_at: now,
          updated_at: now,
        })
        .execute();
      return token;
    },

    /** A token that sets a new password once, within the hour. */
    startReset: (trx: Trx, uid: string): Promise<string> =>
      issueToken(trx, 'reset-password', { uid }, resetSeconds),

    /** Whether a link still sets a password: asked before anything costly is done for it. */
    knowsReset: async (token: string): Promise<boolean> =>
      (await find(db.tables<AccountTables>(), 'reset-password', token)) !== null,

    /** Sets the new password and ends every session; says whose it was. */
    async finishReset(trx: Trx, { token, hashed }: { token: string; hashed: string }): Promise<string> {
      const subject = await redeemToken(trx, 'reset-password', token);
      if (!subject) throw new Problem('bad_request', accountWords.resetExpired);
      const { uid } = subject;
      const changed = await trx
        .updateTable('account_login')
        .set({ password: hashed })
        .where('user_id', '=', uid)
        .where('provider_id', '=', 'credential')
        .returning('id')
        .executeTakeFirst();
      if (!changed) await addLogin(trx, uid, { password: hashed });
      await trx.deleteFrom('account_session').where('user_id', '=', uid).execute();
      return uid;
    },

    /** What the token was issued for, while it is good; it stays good. */
    readToken: find,

    /** A link that still lies in some mailbox must not undo what was just decided. */
    async forgetTokens(trx: Trx, uid: string): Promise<void> {
      await trx
        .deleteFrom('account_verification')
        .where((eb) => eb.or([eb('value', '=', uid), sql<boolean>`starts_with(value, ${`${uid} `})`]))
        .execute();
    },
  };
}

// Hashed, so that a copy of the table opens nothing; 200 bits of chance need no slow hash.
const identifierOf = (purpose: TokenPurpose, token: string): string =>
  createHash('sha256').update(`${purpose}:${token}`).digest('base64url');

function subjectOf(value: string): { uid: string; email: string } {
  const [uid = '', email = ''] = value.split(' ');
  return { uid, email };
}

const wrongCredentials = () =>
  new Problem('unauthenticated', accountWords.wrongCredentials, {
    fields: { password: accountWords.wrongCredentials },
  });
