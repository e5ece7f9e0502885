import type { Signer } from '@libpdf/core';
import type { Config } from '../config.ts';
import { type SealGround, sealKeys } from './keys.ts';
import { operatorSigner } from './own-signer.ts';
import { makeRoom, type SealWords } from './place.ts';
import { signatureOver } from './signature.ts';
import { timeStamp } from './time-stamp.ts';

export type { SealWords } from './place.ts';

export interface Seal {
  /** The file with a PAdES signature of the hub: B-T where a time-stamp authority answers, otherwise B-B. */
  seal(pdf: Uint8Array, words: SealWords): Promise<Uint8Array<ArrayBuffer>>;
  /** Every certificate that this hub has ever sealed with, as PEM, the newest first. */
  certificates(): Promise<string[]>;
  /** Throws a `ConfigError` if SEAL_CERT can't be used; without one, nothing is loaded. */
  check(): Promise<void>;
}

interface Ground extends SealGround {
  config: Pick<Config, 'sealCert' | 'sealCertPassword' | 'tsaUrl'>;
}

/** What a signature takes beside its certificates, and a time stamp with the chain of its authority. */
const roomFor = { signature: 2048, stamp: 12_288 };

export function createSeal(ground: Ground, { stampMilliseconds = 10_000 } = {}): Seal {
  const { config, clock, log } = ground;
  const keys = sealKeys(ground);
  let opening: Promise<Signer> | undefined;

  async function open(): Promise<Signer> {
    const { sealCert, sealCertPassword } = config;
    if (sealCert === undefined) return keys.own();
    const signer = await operatorSigner({ sealCert, sealCertPassword }, clock.now());
    await keys.know(signer.certificate);
    return signer;
  }
  const signerInUse = (): Promise<Signer> =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  /** Sealing never waits for an authority for longer than this: a file without its time is still sealed. */
  async function stamped(signature: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!config.tsaUrl) return null;
    try {
      const token = await timeStamp(config.tsaUrl, signature, stampMilliseconds);
      if (token.length <= roomFor.stamp) return token;
      throw new Error(`its time stamp has ${token.length} bytes`);
    } catch (error) {
      log.warn('Sealed without a time stamp', {
        authority: config.tsaUrl.host,
        reason: error instanceof Error ? error.message : 'unknown',
      });
      return null;
    }
  }

  return {
    async seal(pdf, words) {
      const signer = await signerInUse();
      const certificates = [signer.certificate, ...(signer.certificateChain ?? [])];
      const room =
        roomFor.signature +
        (config.tsaUrl ? roomFor.stamp : 0) +
        certificates.reduce((sum, { length }) => sum + length, 0);
      const prepared = await makeRoom(new Uint8Array(pdf), words, room);
      return prepared.fill(await signatureOver(prepared.digest, signer, stamped));
    },
    certificates: () => keys.certificates(),
    async check() {
      if (config.sealCert !== undefined) await signerInUse();
    },
  };
}
