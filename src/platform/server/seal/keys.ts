import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Signer } from '@libpdf/core';
import type { Kysely } from 'kysely';
import type { Platform } from '../platform.ts';
import { fingerprintOf, makeCertificate, pemOf } from './certificate.ts';
import { signerOf } from './own-signer.ts';

interface SealTables {
  seal_certificate: {
    fingerprint: string;
    pem: string;
    /** Encrypted; null once another one is in use, and for the operator's own. */
    key: Buffer | null;
    made_at: Date;
  };
}

export type SealGround = Pick<Platform, 'db' | 'clock' | 'secret' | 'log' | 'origin' | 'site'>;

/** The hub's keys lie in its database, so that all its processes and its backups have them. */
export function sealKeys({ db: database, clock, secret, log, origin, site }: SealGround) {
  const db = database.tables<SealTables>();
  // Derived from the hub's first secret: `hub secrets rotate` changes nothing.
  const key = () => secret('seal');

  async function inUse(): Promise<Signer | null> {
    const row = await db
      .selectFrom('seal_certificate')
      .select(['fingerprint', 'pem', 'key'])
      .where('key', 'is not', null)
      .executeTakeFirst();
    if (!row?.key) return null;
    const opened = opening(key(), row.fingerprint, row.key);
    if (opened) return signerOf([derOf(row.pem)], opened);
    // Restored without its secret: what it has sealed stays valid, and it goes on with a new key.
    log.error('The key of the seal can’t be decrypted: a new one is made', { fingerprint: row.fingerprint });
    await retire(db, row.fingerprint);
    return null;
  }

  return {
    /** The hub's own, made at first use. */
    async own(): Promise<Signer> {
      const found = await inUse();
      if (found) return found;
      const made = await makeCertificate({ name: site.words().name, origin: origin() }, clock.now());
      const fingerprint = fingerprintOf(made.certificate);
      await db
        .insertInto('seal_certificate')
        .values({
          fingerprint,
          pem: pemOf(made.certificate),
          key: closed(key(), fingerprint, made.key),
          made_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // Another process may have been first.
      const signer = await inUse();
      if (!signer) throw new Error('The key of the seal could not be kept');
      return signer;
    },

    /** Remembers a certificate before anything is sealed with it. */
    async know(certificate: Uint8Array): Promise<void> {
      await db
        .insertInto('seal_certificate')
        .values({
          fingerprint: fingerprintOf(certificate),
          pem: pemOf(certificate),
          key: null,
          made_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Every certificate that this hub has ever sealed with, the newest first. */
    async certificates(): Promise<string[]> {
      const rows = await db
        .selectFrom('seal_certificate')
        .select('pem')
        .orderBy('made_at', 'desc')
        .limit(100)
        .execute();
      return rows.map(({ pem }) => pem);
    },
  };
}

const retire = (db: Kysely<SealTables>, fingerprint: string) =>
  db.updateTable('seal_certificate').set({ key: null }).where('fingerprint', '=', fingerprint).execute();

const derOf = (pem: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'));

function closed(key: Buffer, about: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Null if another secret closed it. */
function opening(key: Buffer, about: string, bytes: Buffer): Uint8Array<ArrayBuffer> | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(about))
      .setAuthTag(bytes.subarray(-16));
    return new Uint8Array(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]));
  } catch {
    return null;
  }
}
