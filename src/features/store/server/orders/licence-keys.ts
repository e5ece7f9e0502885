import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

export interface LicenceKeys {
  issue(about: { product: string; order: string; seats: number; serial: number; at: Date }): string;
  /** What buyers' programs check keys with; the same for as long as the hub keeps its secret. */
  publicKey: string;
}

// What stands before the 32 bytes of a seed in PKCS #8.
const header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Ed25519: a key is what it says and our signature over it, so that it is checked without asking us. */
export function createLicenceKeys(seed: Buffer): LicenceKeys {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([header, seed.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    publicKey: createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString(),
    issue({ product, order, seats, serial, at }) {
      const says = { product, order, seats, serial, issued: at.toISOString().slice(0, 10) };
      const payload = Buffer.from(JSON.stringify(says)).toString('base64url');
      return `${payload}.${sign(null, Buffer.from(payload), key).toString('base64url')}`;
    },
  };
}
