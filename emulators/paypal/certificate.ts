import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A self-signed X.509 certificate, written by hand, since Node reads them but makes none. */
export function makeCertificate(): { pem: string; privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const sha256Rsa = sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), Buffer.from([5, 0]));
  const commonName = oid(0x55, 0x04, 0x03);
  const name = sequence(
    tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from('paypal-emulator.localhost')))),
  );
  const now = Date.now();
  const body = sequence(
    tagged(0x02, Buffer.from([1])),
    sha256Rsa,
    name,
    // A test moves its clock by years in both directions.
    sequence(time(now - 10 * year), time(now + 10 * year)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey);
  const der = sequence(body, sha256Rsa, tagged(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  return { pem, privateKey };
}

const year = 365 * 86_400_000;

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
const sequence = (...parts: Uint8Array[]): Buffer => tagged(0x30, ...parts);
const oid = (...bytes: number[]): Buffer => tagged(0x06, Buffer.from(bytes));
const time = (at: number): Buffer =>
  tagged(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')}`));
