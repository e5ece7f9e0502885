import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Signer } from '@libpdf/core';
import type { Config } from '../config.ts';
import { ConfigError } from '../environment.ts';

const takes = 'a PEM file with certificate and private key, or a P12 file with SEAL_CERT_PASSWORD';

/** The operator's own key and certificate from SEAL_CERT; what is wrong with them is said in one line. */
export async function operatorSigner(
  { sealCert, sealCertPassword }: { sealCert: string } & Pick<Config, 'sealCertPassword'>,
  now: Date,
): Promise<Signer> {
  const wrong = (why: string) => new ConfigError(`SEAL_CERT: ${sealCert} ${why}; expected ${takes}`);
  const bytes = await readFile(sealCert).catch((error: NodeJS.ErrnoException) => {
    throw wrong(`can’t be read (${error.code})`);
  });
  const signer = bytes.includes('-----BEGIN')
    ? await fromPem(bytes.toString('latin1'), sealCertPassword, wrong)
    : await fromP12(new Uint8Array(bytes), sealCertPassword, wrong);
  const certificate = new X509Certificate(signer.certificate);
  if (new Date(certificate.validTo) < now)
    throw wrong(`is of a certificate that ended on ${certificate.validTo}`);
  if (new Date(certificate.validFrom) > now)
    throw wrong(`is of a certificate that begins on ${certificate.validFrom}`);
  const { asymmetricKeyDetails: details, asymmetricKeyType: type } = certificate.publicKey;
  if (type === 'rsa' && (details?.modulusLength ?? 0) < 2048)
    throw wrong('has an RSA key of fewer than 2048 bits');
  return signer;
}

async function fromP12(
  bytes: Uint8Array<ArrayBuffer>,
  password: string | undefined,
  wrong: (why: string) => ConfigError,
): Promise<Signer> {
  const { P12Signer } = await import('@libpdf/core');
  try {
    return await P12Signer.create(bytes, password ?? '');
  } catch {
    throw wrong(
      password === undefined
        ? 'is no PEM, and opens without no password'
        : 'doesn’t open with SEAL_CERT_PASSWORD',
    );
  }
}

async function fromPem(
  text: string,
  password: string | undefined,
  wrong: (why: string) => ConfigError,
): Promise<Signer> {
  const parts = partsOf(text);
  const keyText = parts.find((part) => /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(part));
  if (!keyText) throw wrong('has no private key');
  let key: KeyObject;
  let chain: X509Certificate[];
  try {
    key = createPrivateKey({ key: keyText, ...(password !== undefined && { passphrase: password }) });
  } catch {
    throw wrong('has a private key that doesn’t open: encrypted ones need SEAL_CERT_PASSWORD');
  }
  try {
    chain = parts
      .filter((part) => part.startsWith('-----BEGIN CERTIFICATE-----'))
      .map((part) => new X509Certificate(part));
  } catch {
    throw wrong('has a certificate that can’t be read');
  }
  const own = chain.find((one) => one.checkPrivateKey(key));
  if (!own) throw wrong('has no certificate for its private key');
  const ders = [own, ...chain.filter((one) => one !== own)].map(({ raw }) => new Uint8Array(raw));
  const signer = await signerOf(ders, new Uint8Array(key.export({ type: 'pkcs8', format: 'der' })));
  if (!signer) throw wrong('has a key of a kind that can’t sign a PDF: RSA, P-256, P-384 or P-521 can');
  return signer;
}

const curves: Record<string, string> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** A signer for a key in PKCS #8; null for a kind that readers of PDF don't know. */
export async function signerOf(
  [certificate, ...chain]: Uint8Array<ArrayBuffer>[],
  pkcs8: Uint8Array<ArrayBuffer>,
): Promise<Signer | null> {
  if (!certificate) return null;
  const { CryptoKeySigner } = await import('@libpdf/core');
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(certificate)
    .publicKey;
  const namedCurve = curves[details?.namedCurve ?? ''];
  if (type === 'ec' && namedCurve) {
    const key = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'ECDSA', namedCurve }, false, ['sign']);
    return new CryptoKeySigner(key, certificate, 'EC', 'ECDSA', chain);
  }
  if (type !== 'rsa') return null;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  return new CryptoKeySigner(key, certificate, 'RSA', 'RSASSA-PKCS1-v1_5', chain);
}

/** The blocks of a PEM file, each from its BEGIN to its END. */
const partsOf = (text: string): string[] =>
  text
    .split('-----BEGIN ')
    .slice(1)
    .flatMap((rest) => {
      const end = rest.indexOf('-----END ');
      const close = end < 0 ? -1 : rest.indexOf('-----', end + '-----END '.length);
      return close < 0 ? [] : [`-----BEGIN ${rest.slice(0, close)}-----`];
    });
