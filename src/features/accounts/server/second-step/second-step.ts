import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { randomText } from '#base/id.ts';
import type { AccountTables } from '../tables.ts';
import { codeAt, goodSteps } from './totp.ts';

export type SecondSteps = ReturnType<typeof createSecondSteps>;

const recoveryCodes = 8;

interface Ground {
  db: Kysely<AccountTables>;
  /** What the secrets are sealed with: a copy of the table opens nothing. */
  key: () => Buffer;
  now(): Date;
}

/** A code of an authenticator beside the password, for who wants it; eight other codes for when the device is lost. */
export function createSecondSteps({ db, key, now }: Ground) {
  const rowOf = (uid: string) =>
    db.selectFrom('account_factor').selectAll().where('owner_id', '=', uid).executeTakeFirst();

  /** The step that a code is of, if it is good now. */
  function stepBy(secret: Buffer, code: string): number | undefined {
    const given = Buffer.from(code);
    return goodSteps(now()).find((step) => {
      const right = Buffer.from(codeAt(secret, step));
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }

  /** Each code counts once, however many come with it at the same time. */
  async function spendStep(uid: string, step: number): Promise<boolean> {
    const used = await db
      .updateTable('account_factor')
      .set({ last_step: step })
      .where('owner_id', '=', uid)
      .where('last_step', '<', step)
      .returning('owner_id')
      .executeTakeFirst();
    return used !== undefined;
  }

  return {
    async state(uid: string): Promise<{ isOn: boolean; codesLeft: number }> {
      const row = await rowOf(uid);
      return row?.confirmed_at
        ? { isOn: true, codesLeft: row.recovery.length }
        : { isOn: false, codesLeft: 0 };
    },

    /** A new secret, which counts from the first right code on; null where one counts already. */
    async begin(uid: string): Promise<Buffer | null> {
      const secret = randomBytes(20);
      const sealed = seal(key(), uid, secret);
      const begun = await db
        .insertInto('account_factor')
        .values({ owner_id: uid, sealed, recovery: [], created_at: now() })
        .onConflict((conflict) =>
          conflict
            .column('owner_id')
            .doUpdateSet({ sealed, created_at: now() })
            .where('account_factor.confirmed_at', 'is', null),
        )
        .returning('owner_id')
        .executeTakeFirst();
      return begun ? secret : null;
    },

    /** The other codes, told this once; null for a wrong code. */
    async confirm(uid: string, code: string): Promise<string[] | null> {
      const row = await rowOf(uid);
      if (!row || row.confirmed_at) return null;
      const step = stepBy(unseal(key(), uid, row.sealed), plain(code));
      if (step === undefined || !(await spendStep(uid, step))) return null;
      const codes = Array.from({ length: recoveryCodes }, () => randomText(24));
      const confirmed = await db
        .updateTable('account_factor')
        .set({ confirmed_at: now(), recovery: codes.map(hashOf) })
        .where('owner_id', '=', uid)
        .where('sealed', '=', row.sealed)
        .where('confirmed_at', 'is', null)
        .returning('owner_id')
        .executeTakeFirst();
      return confirmed ? codes.map((each) => (each.match(/.{6}/g) ?? []).join('-')) : null;
    },

    async check(
      uid: string,
      code: string | undefined,
    ): Promise<'not needed' | 'missing' | 'wrong' | 'right'> {
      const row = await rowOf(uid);
      if (!row?.confirmed_at) return 'not needed';
      const typed = plain(code ?? '');
      if (typed === '') return 'missing';
      if (/^\d{6}$/.test(typed)) {
        const step = stepBy(unseal(key(), uid, row.sealed), typed);
        return step !== undefined && (await spendStep(uid, step)) ? 'right' : 'wrong';
      }
      const used = await db
        .updateTable('account_factor')
        .set({ recovery: sql`array_remove(recovery, ${hashOf(typed)})` })
        .where('owner_id', '=', uid)
        .where(sql<boolean>`${hashOf(typed)} = any(recovery)`)
        .returning('owner_id')
        .executeTakeFirst();
      return used ? 'right' : 'wrong';
    },

    async remove(uid: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('account_factor')
        .where('owner_id', '=', uid)
        .returning('confirmed_at')
        .executeTakeFirst();
      return removed?.confirmed_at !== null && removed !== undefined;
    },
  };
}

const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

// 120 bits of chance need no slow hash.
const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

function seal(key: Buffer, uid: string, secret: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(uid));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function unseal(key: Buffer, uid: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(uid))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}
