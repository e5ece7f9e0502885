import type { Kysely, Transaction } from 'kysely';
import { Problem } from '#base/problem.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SessionAnswer } from '../rules/contract.ts';
import { passwordProblem } from '../rules/password.ts';
import { accountWords } from '../rules/words.ts';
import { claimAttempt } from './attempts.ts';
import { createEntryCodes, type EntryCodes } from './codes/entry-codes.ts';
import type { Cookies } from './cookies.ts';
import type { Turn } from '#platform/server/workers/turns.ts';
import { createHashing, type Hashing } from './hashing.ts';
import { createIdentity, type Identity, type OnJoined } from './identity.ts';
import { createLeakedPasswords, type IsLeaked } from './leaked/leaked.ts';
import { type AccountMails, createAccountMails } from './mails.ts';
import { type MemberData } from './member-data.ts';
import type { PurchasedDocuments } from './profile.ts';
import { createPasskeys, type Passkeys } from './passkeys/passkeys.ts';
import { createSecondSteps, type SecondSteps } from './second-step/second-step.ts';
import { confirmSession, cookiesOf, endSession, isFresh } from './sessions.ts';
import type { AccountTables } from './tables.ts';
import { type Caller, createTries, type Tries } from './tries.ts';

export type Trx = Transaction<AccountTables>;

/** What every route of this feature works with. */
export interface AccountsContext {
  platform: Platform;
  identity: Identity;
  hashing: Hashing;
  cookies: Cookies;
  mails: AccountMails;
  memberData: MemberData;
  purchasedDocuments: PurchasedDocuments;
  isLeaked: IsLeaked;
  secondSteps: SecondSteps;
  passkeys: Passkeys;
  entryCodes: EntryCodes;
  db: Kysely<AccountTables>;
  now(): Date;
  transaction<R>(work: (trx: Trx) => Promise<R>): Promise<R>;
  tries: Tries;
}

interface DeskParts {
  memberData: MemberData;
  purchasedDocuments: PurchasedDocuments;
  hashing?: Hashing | undefined;
  onJoined?: OnJoined | undefined;
}

export function createAccountsContext(
  platform: Platform,
  { memberData, purchasedDocuments, hashing = createHashing(), onJoined }: DeskParts,
): AccountsContext {
  const cookies = cookiesOf(platform);
  const identity = createIdentity(platform, hashing, onJoined);
  return {
    platform,
    identity,
    hashing,
    cookies,
    mails: createAccountMails(platform),
    memberData,
    purchasedDocuments,
    isLeaked: createLeakedPasswords({ serviceUrl: platform.config.leakedPasswordsUrl, log: platform.log }),
    secondSteps: createSecondSteps({
      db: platform.db.tables<AccountTables>(),
      key: () => platform.secret('second step'),
      now: () => platform.clock.now(),
    }),
    passkeys: createPasskeys({
      db: platform.db.tables<AccountTables>(),
      identity,
      transaction: (work) => platform.db.transaction(work),
      now: () => platform.clock.now(),
    }),
    entryCodes: createEntryCodes(platform),
    db: platform.db.tables<AccountTables>(),
    now: () => platform.clock.now(),
    transaction: (work) => platform.db.transaction(work),
    tries: createTries(platform, cookies),
  };
}

interface Asked extends Caller {
  headers: Headers;
}

export const userAgent = (request: Request): string =>
  (request.headers.get('user-agent') ?? '').slice(0, 300);

/** Hands a new session to the browser: the one it came with ends, and a try that was taken back gets none. */
export async function admit(
  context: AccountsContext,
  { request, address, headers }: Asked,
  token: string,
  attempt: string | undefined,
): Promise<SessionAnswer> {
  const former = context.cookies.sessionToken(request);
  if (former !== null) await endSession(context.db, former);
  const wanted = await claimAttempt(context.db, attempt, token, context.now());
  if (!wanted) throw new Problem('conflict', accountWords.attemptAbandoned);
  if (request.signal.aborted) {
    await endSession(context.db, token);
    throw new Problem('conflict', accountWords.attemptAbandoned);
  }
  context.cookies.setSession(headers, token, context.platform.config.sessionDays.idle * 86_400);
  const user = await context.db
    .selectFrom('account_session as s')
    .innerJoin('account_user as u', 'u.id', 's.user_id')
    .select(['u.id as uid', 'u.email', 'u.name as displayName', 'u.email_verified as emailVerified'])
    .where('s.token', '=', token)
    .executeTakeFirst();
  if (user) await context.tries.remember({ request, address }, headers, user.uid);
  return { user: user ?? null };
}

/** The words that everybody connects with this hub. */
const namesOf = ({ site, config }: Platform): string[] => {
  const { name, assistantName, seller } = site.words();
  return [
    'devpreneur',
    name,
    assistantName,
    seller.legalName,
    ...(config.publicUrl?.hostname.split('.') ?? []),
  ];
};

/** Somebody who is in. */
export const ofMember = (uid: string): Turn => ({ caller: uid, isKnown: true });

/** A new password that is not on everybody's list, hashed. */
export async function hashNew(
  context: AccountsContext,
  turn: Turn,
  password: string,
  field: string,
  person: { email?: string; displayName?: string } = {},
): Promise<string> {
  const problem =
    passwordProblem(password, person, namesOf(context.platform)) ??
    ((await context.isLeaked(password)) ? accountWords.passwordCommon : null);
  if (problem) throw new Problem('bad_request', problem, { fields: { [field]: problem } });
  return context.hashing.hash(password, turn);
}

/** The hash of somebody's password; null for who comes by a provider only. */
export async function storedPassword(context: AccountsContext, uid: string): Promise<string | null> {
  const login = await context.db
    .selectFrom('account_login')
    .select('password')
    .where('user_id', '=', uid)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return login?.password ?? null;
}

/**
 * For what cannot be undone and what a stolen session must not reach: the password, or a session in which it was given
 * within the last few minutes. Whoever has none, because a provider vouches for them, signs in again.
 */
export async function assertPresent(
  context: AccountsContext,
  viewer: { uid: string; sessionId: string },
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    await assertPassword(context, viewer.uid, password, 'password');
    return confirmSession(context.db, viewer.sessionId, context.now());
  }
  if (await isFresh(context.db, viewer.sessionId, context.now())) return;
  throw new Problem('bad_request', accountWords.needsFreshSession, {
    fields: { password: accountWords.needsFreshSession },
  });
}

export async function assertPassword(
  context: AccountsContext,
  uid: string,
  password: string,
  field: string,
): Promise<void> {
  const stored = await storedPassword(context, uid);
  if (stored === null)
    throw new Problem('bad_request', accountWords.noPassword, {
      fields: { [field]: accountWords.noPassword },
    });
  if (await context.hashing.verify(stored, password, ofMember(uid))) return;
  throw new Problem('bad_request', accountWords.wrongPassword, {
    fields: { [field]: accountWords.wrongPassword },
  });
}
