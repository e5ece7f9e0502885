import { createDecipheriv, createHmac, hkdfSync, scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { sealedWithWords } from './seal-with-words.ts';

const piece = 64 * 1024;

async function sealed(bytes: Buffer, words: string, atOnce = 10_000): Promise<Buffer> {
  async function* given() {
    for (let at = 0; at < bytes.length; at += atOnce) yield bytes.subarray(at, at + atOnce);
  }
  const parts: Uint8Array[] = [];
  for await (const part of sealedWithWords(given(), words)) parts.push(part);
  return Buffer.concat(parts);
}

/** As age’s specification says it, written anew: https://age-encryption.org/v1 */
function opened(file: Buffer, words: string): Buffer {
  const end = file.indexOf('\n--- ');
  const header = file.subarray(0, end + 4).toString();
  const close = file.indexOf('\n', end + 1);
  const mac = file.subarray(end + 5, close).toString();
  const [, salt = '', work = '', wrapped = ''] =
    /^age-encryption\.org\/v1\n-> scrypt (\S+) (\d+)\n(\S+)\n---$/.exec(header) ?? [];
  const salted = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), Buffer.from(salt, 'base64')]);
  const N = 2 ** Number(work);
  const wrapKey = scryptSync(words, salted, 32, { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N });
  const fileKey = unlocked(wrapKey, Buffer.alloc(12), Buffer.from(wrapped, 'base64'));
  const macKey = Buffer.from(hkdfSync('sha256', fileKey, '', 'header', 32));
  const proof = createHmac('sha256', macKey).update(header).digest('base64').replaceAll('=', '');
  expect(mac).toBe(proof);
  const body = file.subarray(close + 1);
  const key = Buffer.from(hkdfSync('sha256', fileKey, body.subarray(0, 16), 'payload', 32));
  const parts: Buffer[] = [];
  for (let at = 16, n = 0; at < body.length; at += piece + 16, n++) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(n, 7);
    if (at + piece + 16 >= body.length) nonce[11] = 1;
    parts.push(unlocked(key, nonce, body.subarray(at, at + piece + 16)));
  }
  return Buffer.concat(parts);
}

function unlocked(key: Buffer, nonce: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
}

test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 3 * piece + 7])(
  '[law] what was sealed is opened by its words and by no others, at %i bytes',
  async (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, n) => (n * 31) % 251));
    const file = await sealed(bytes, 'quiet harbour lantern', length % 3 === 0 ? 100_000 : 7777);
    expect(opened(file, 'quiet harbour lantern').equals(bytes)).toBe(true);
    expect(() => opened(file, 'quiet harbour lanterns')).toThrow('unable to authenticate');
    expect(file.includes('harbour')).toBe(false);
  },
);
