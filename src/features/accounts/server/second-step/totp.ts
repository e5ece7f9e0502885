import { createHmac } from 'node:crypto';

/** RFC 6238 as every authenticator reads it: six digits, SHA-1, thirty seconds. */
const stepSeconds = 30;
/** Half of it is typing: a code that changed a moment ago is taken, and a clock that is a little ahead. */
const graceSeconds = 5;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The steps whose code is good now: one, and around a change the other as well. */
export const goodSteps = (now: Date): number[] => [
  ...new Set(
    [-graceSeconds, 0, graceSeconds].map((seconds) => stepOf(new Date(now.getTime() + seconds * 1000))),
  ),
];

/** What an authenticator reads from the picture. */
export function otpauth(secret: Uint8Array, issuer: string, account: string): string {
  const name = encodeURIComponent(issuer.slice(0, 20));
  const tail = `?secret=${base32(secret)}&issuer=${name}`;
  const head = `otpauth://totp/${name}:`;
  // No longer than the picture holds.
  return (
    head +
    encodeURIComponent(account)
      .slice(0, 134 - head.length - tail.length)
      .replace(/%.?$/, '') +
    tail
  );
}
