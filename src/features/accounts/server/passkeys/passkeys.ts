import type { Kysely } from 'kysely';
import { Problem } from '#base/problem.ts';
import { optionsToMake, optionsToUse, readMade, readUsed } from '#platform/server/passkeys.ts';
import type { PasskeyAdded, PasskeyUsed } from '../../rules/contract.ts';
import { accountWords } from '../../rules/words.ts';
import type { Identity, TokenPurpose } from '../identity.ts';
import type { AccountTables } from '../tables.ts';

export const mostPasskeys = 20;

/** Long enough for a page that waits with its offer beside the field. */
const challengeSeconds = 900;

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Where a passkey is made and used, and the hub's name on the device. */
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
      const known = await list(person.uid);
      if (known.length >= mostPasskeys) throw new Problem('conflict', accountWords.passkeysEnough);
      return optionsToMake(at(origin), {
        hub: name,
        user: { id: person.uid, name: person.email },
        challenge: await challenge('passkey-add', person.uid),
        known,
      });
    },

    async add(uid: string, answer: PasskeyAdded, origin: string, name: string): Promise<void> {
      const made = await readMade(at(origin), answer, spends('passkey-add', uid));
      if (!made) throw refused();
      const added = await db
        .insertInto('account_passkey')
        .values({
          owner_id: uid,
          id: made.id,
          name,
          public_key: made.publicKey,
          counter: made.counter,
          transports: made.transports,
          backed_up: made.isSynced,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw new Problem('conflict', accountWords.passkeyKnown);
    },

    /** What a device needs to use one; nobody is named, so that nobody learns who has one. */
    beginUsing: async (origin: string) => optionsToUse(at(origin), await challenge('passkey-use', '')),

    /** Whose passkey this is, once for each challenge. */
    async use(answer: PasskeyUsed, origin: string): Promise<string> {
      const row = await db
        .selectFrom('account_passkey')
        .selectAll()
        .where('id', '=', answer.id)
        .executeTakeFirst();
      if (!row) throw new Problem('unauthenticated', accountWords.passkeyUnknown);
      const { userHandle } = answer.response;
      if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== row.owner_id)
        throw refused();
      const known = { id: row.id, publicKey: row.public_key, counter: Number(row.counter) };
      const use = await readUsed(at(origin), answer, known, spends('passkey-use', ''));
      if (!use) throw refused();
      const used = await db
        .updateTable('account_passkey')
        .set({ counter: use.counter, backed_up: use.isSynced, used_at: now() })
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

const at = (origin: string) => ({ origin, needsName: accountWords.passkeysNeedName });

const refused = () => new Problem('unauthenticated', accountWords.passkeyRefused);
