// What a licence key says, checked without asking anybody: node tools/licence.js KEY hub.pem
// The same function checks the keys of what you sell: ship it with the public key of your own shop.
import { readFileSync } from 'node:fs';
import { createPublicKey, verify } from 'node:crypto';
import { fileURLToPath } from 'node:url';

export function readLicence(key, publicKeyPem, product) {
  const [payload, signature] = key.trim().split('.');
  const publicKey = createPublicKey(publicKeyPem);
  if (!verify(null, Buffer.from(payload), publicKey, Buffer.from(signature ?? '', 'base64url'))) return null;
  const licence = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return licence.product === product ? licence : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [key = '', pem = 'hub.pem'] = process.argv.slice(2);
  const licence = readLicence(key, readFileSync(pem, 'utf8'), 'node-postgres-starter');
  const says = licence ? `${licence.seats} seat(s), order ${licence.order}, of ${licence.issued}` : 'This is no key of this product.';
  process.stdout.write(`${says}\n`);
  process.exitCode = licence ? 0 : 1;
}
