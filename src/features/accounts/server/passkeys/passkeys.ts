import type { Kysely } from 'kysely';
import { Problem } from '#base/problem.ts';
import { hasName } from '#platform/server/config.ts';
import type { PasskeyAdded, PasskeyUsed } from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import type { Identity, TokenPurpose } from '../identity.ts';
import type { AccountTables } from '../tables.ts';

// Loaded by the first who has one.
const library = () => import('@simplewebauthn/server');

export const mostPasskeys = 20;

/** Ed25519, ES256 and RS256: what every device has one of. */
const algorithms = [-8, -7, -257];

/** Long enough for a page that waits with its offer beside the field. */
const challengeSeconds = 900;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Where a passkey is made for and used: browsers hold it to this name, and take no address in numbers. */
export interface Place {
  origin: string;
  name: string;
}

interface Ground {
  db: Kysely<AccountTables>;
  identity: Identity;
  transaction: <R>(work: (trx: Parameters<Identity['issueToken']>[0]) => Promise<R>) => Promise<R>;
  now(): Date;
}

const sameSite = (origin: string): string => {
  const { hostname } = new URL(origin);
  if (!hasName(hostname)) throw new Problem('conflict', accountWords.passkeysNeedName);
  return hostname;
};

/** Passkeys by @simplewebauthn/server: the device proves that somebody is there and was recognised by it. */
export function createPasskeys({ db, identity, transaction, now }: Ground) {
  const challenge = (purpose: TokenPurpose, uid: string) =>
    transaction((trx) => identity.issueToken(trx, purpose, { uid }, challengeSeconds));

  /** Each counts once, whatever comes of it, and for whom it was given out. */
  const spends = (purpose: TokenPurpose, uid: string) => async (given: string) => {
    const token = Buffer.from(given, 'base64url').toString();
    const subject = await transaction((trx) => identity.redeemToken(trx, purpose, token));
    return subject !== null && subject.uid === uid;
  };

  const list = (uid: string) =>
    db
      .selectFrom('account_passkey')
      .select(['id', 'name', 'backed_up', 'created_at', 'used_at', 'transports'])
      .where('owner_id', '=', uid)
      .orderBy('created_at')
      .execute();

  return {
    list,

    /** What a device needs to make one; nothing is kept of it but the challenge. */
    async beginAdding(person: { uid: string; email: string }, { origin, name }: Place) {
      const rpID = sameSite(origin);
      const known = await list(person.uid);
      if (known.length >= mostPasskeys) throw new Problem('conflict', accountWords.passkeysEnough);
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: name,
        rpID,
        userName: person.email,
        userID: new Uint8Array(Buffer.from(person.uid)),
        challenge: await challenge('passkey-add', person.uid),
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async add(uid: string, { response, ...key }: PasskeyAdded, origin: string, name: string): Promise<void> {
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo: made } = await verifyRegistrationResponse({
        response: { ...key, response, clientExtensionResults: {} } as never,
        expectedChallenge: spends('passkey-add', uid),
        expectedOrigin: origin,
        expectedRPID: sameSite(origin),
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(refuse);
      if (!made) throw refused();
      const { id, publicKey, counter, transports = [] } = made.credential;
      const added = await db
        .insertInto('account_passkey')
        .values({
          owner_id: uid,
          id,
          name,
          public_key: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports,
          backed_up: made.credentialBackedUp,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw new Problem('conflict', accountWords.passkeyKnown);
    },

    /** What a device needs to use one; nobody is named, so that nobody learns who has one. */
    async beginUsing(origin: string) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: sameSite(origin),
        challenge: await challenge('passkey-use', ''),
        userVerification: 'required',
      });
    },

    /** Whose passkey this is, once for each challenge. */
    async use({ response, ...key }: PasskeyUsed, origin: string): Promise<string> {
      const { verifyAuthenticationResponse } = await library();
      const row = await db
        .selectFrom('account_passkey')
        .selectAll()
        .where('id', '=', key.id)
        .executeTakeFirst();
      if (!row) throw new Problem('unauthenticated', accountWords.passkeyUnknown);
      const { userHandle } = response;
      if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== row.owner_id)
        throw refused();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...key, response, clientExtensionResults: {} } as never,
        expectedChallenge: spends('passkey-use', ''),
        expectedOrigin: origin,
        expectedRPID: sameSite(origin),
        credential: {
          id: row.id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
          counter: Number(row.counter),
        },
        requireUserVerification: true,
      }).catch(refuse);
      if (!verified) throw refused();
      const { newCounter, credentialBackedUp } = authenticationInfo;
      const used = await db
        .updateTable('account_passkey')
        .set({ counter: newCounter, backed_up: credentialBackedUp, used_at: now() })
        .where('id', '=', row.id)
        // Of two that come with one count, one is a copy.
        .where('counter', '=', row.counter)
        .returning('owner_id')
        .executeTakeFirst();
      if (!used) throw refused();
      return used.owner_id;
    },

    async rename(uid: string, id: string, name: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('account_passkey')
        .set({ name })
        .where('owner_id', '=', uid)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },

    async remove(uid: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('account_passkey')
        .where('owner_id', '=', uid)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },
  };
}

const refused = () => new Problem('unauthenticated', accountWords.passkeyRefused);

/** The library says in its own words what does not fit; for who sits there it is one thing. */
function refuse(error: unknown): never {
  // Ours, or the database's: no word about the passkey.
  if (error instanceof Problem || typeof (error as { code?: unknown }).code === 'string') throw error;
  throw refused();
}
