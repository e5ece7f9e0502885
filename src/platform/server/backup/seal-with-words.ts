import { createCipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** As costly to guess as a browser's password store; 128 MB for a moment. */
const work = 17;
const pieceBytes = 64 * 1024;

/**
 * Bytes that only a passphrase opens, in the format of age (age-encryption.org/v1, scrypt), which has programs for every
 * system: `age -d FILE.age > FILE`.
 */
export async function* sealedWithWords(
  content: AsyncIterable<Uint8Array>,
  words: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const fileKey = randomBytes(16);
  const salt = randomBytes(16);
  const label = Buffer.from('age-encryption.org/v1/scrypt');
  const memory = 128 * 8 * 2 ** work + 1024 * 1024;
  const wrapKey = await derive(words.normalize('NFC'), Buffer.concat([label, salt]), 32, {
    N: 2 ** work,
    r: 8,
    p: 1,
    maxmem: memory,
  });
  const wrapped = locked(wrapKey, Buffer.alloc(12), fileKey);
  const header = `age-encryption.org/v1\n-> scrypt ${plain64(salt)} ${work}\n${plain64(wrapped)}\n---`;
  const mac = createHmac('sha256', expanded(fileKey, '', 'header'))
    .update(header)
    .digest();
  const nonce = randomBytes(16);
  yield Buffer.concat([Buffer.from(`${header} ${plain64(mac)}\n`), nonce]);

  const key = expanded(fileKey, nonce, 'payload');
  let count = 0;
  let waiting = Buffer.alloc(0);
  const piece = (bytes: Buffer, isLast: boolean) => {
    const at = Buffer.alloc(12);
    at.writeUIntBE(count++, 5, 6);
    at[11] = isLast ? 1 : 0;
    return locked(key, at, bytes);
  };
  for await (const bytes of content) {
    waiting = Buffer.concat([waiting, bytes]);
    // One whole piece may be the last: it waits until more has come.
    for (; waiting.length > pieceBytes; waiting = waiting.subarray(pieceBytes))
      yield piece(waiting.subarray(0, pieceBytes), false);
  }
  yield piece(waiting, true);
}

const plain64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

const expanded = (key: Uint8Array, salt: Uint8Array | string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

function locked(key: Buffer, nonce: Buffer, bytes: Buffer): Buffer<ArrayBuffer> {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}
