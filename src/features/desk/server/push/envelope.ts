import { createECDH, createPrivateKey, hkdfSync, randomBytes, createCipheriv, sign } from 'node:crypto';
import { type Key, keysOf } from '#platform/server/signed.ts';

const curve = 'prime256v1';
const recordBytes = 4096;
/** Every notice is as long as the next, to whoever carries it. */
const textBytes = 1024;

export interface Receiver {
  /** Base64url, as the browser gave them. */
  p256dh: string;
  auth: string;
}

const derived = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Whether a browser could have made these: a point of the curve, and sixteen bytes. */
export function isReceiver({ p256dh, auth }: Receiver): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(auth, 'base64url').length !== 16) return false;
  const probe = createECDH(curve);
  probe.generateKeys();
  try {
    return probe.computeSecret(point).length === 32;
  } catch {
    return false;
  }
}

/** RFC 8291 in one record of RFC 8188: only that browser reads it. */
export function sealed(text: string, { p256dh, auth }: Receiver): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = createECDH(curve);
  const own = ours.generateKeys();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own]);
  const secret = derived(ours.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const salt = randomBytes(16);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derived(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const plain = Buffer.from(text);
  if (plain.length >= textBytes) throw new Error('a notice is too long');
  // 2 ends the last record; what follows is padding.
  const padded = Buffer.concat([plain, Buffer.of(2), Buffer.alloc(textBytes - plain.length - 1)]);
  const head = Buffer.alloc(21);
  salt.copy(head);
  head.writeUInt32BE(recordBytes, 16);
  head.writeUInt8(own.length, 20);
  return Buffer.concat([head, own, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

/** A pair derived from the hub's secret, as its other keys are: nothing more has to be kept or restored. */
function pairOf(secret: Uint8Array) {
  const pair = createECDH(curve);
  pair.setPrivateKey(derived(secret, Buffer.alloc(0), 'web push', 32));
  const point = pair.getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: pair.getPrivateKey().toString('base64url').padStart(43, 'A'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return { name: point.toString('base64url'), key };
}

const packed = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Who sends, in the words of RFC 8292. A browser's address takes notices of the key alone that it was made with. */
export function createSender(key: Key) {
  const pairs = keysOf(key).map(pairOf);
  return {
    name: pairs[0]?.name ?? '',
    /** Null once the hub's secret was changed for good. */
    authorization(
      endpoint: string,
      by: string,
      { now, subject }: { now: Date; subject: string },
    ): string | null {
      const pair = pairs.find(({ name }) => name === by);
      if (!pair) return null;
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now.getTime() / 1000) + 12 * 3600,
        sub: subject,
      };
      const text = `${packed({ typ: 'JWT', alg: 'ES256' })}.${packed(claims)}`;
      const proof = sign('sha256', Buffer.from(text), { key: pair.key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${text}.${proof.toString('base64url')}, k=${pair.name}`;
    },
  };
}
