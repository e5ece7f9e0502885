import { X509Certificate } from 'node:crypto';

/** A private key and the certificate that names whose it is, both as DER. */
export interface MadeCertificate {
  certificate: Uint8Array<ArrayBuffer>;
  /** PKCS #8. */
  key: Uint8Array<ArrayBuffer>;
}

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const years = 20;

/** The hub's own: self-signed, so it proves that files come from one hub, and its name only to whoever knows the hub. */
export async function makeCertificate(
  { name, origin }: { name: string; origin: string },
  at: Date,
): Promise<MadeCertificate> {
  const { Integer, Utf8String, BitString } = await import('asn1js');
  const pkijs = await import('pkijs');
  const pair = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  const serial = crypto.getRandomValues(new Uint8Array(16));
  // A serial number is positive, and never begins with a zero byte.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  certificate.serialNumber = new Integer({ valueHex: serial.buffer });
  // X.520 allows 64 characters; one name, because pkijs puts several into one set.
  const words = [...`Seal of ${name}, ${new URL(origin).host}`].slice(0, 64).join('');
  for (const who of [certificate.subject, certificate.issuer])
    who.typesAndValues.push(
      new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: words }) }),
    );
  certificate.notBefore = timeOf(pkijs, new Date(at.getTime() - 60_000));
  certificate.notAfter = timeOf(
    pkijs,
    new Date(Date.UTC(at.getUTCFullYear() + years, at.getUTCMonth(), at.getUTCDate())),
  );
  const use = new Uint8Array([0b1100_0000]);
  certificate.extensions = [
    new pkijs.Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new pkijs.BasicConstraints({ cA: false }).toSchema().toBER(false),
    }),
    // digitalSignature and nonRepudiation: it signs documents, never other certificates.
    new pkijs.Extension({
      extnID: '2.5.29.15',
      critical: true,
      extnValue: new BitString({ valueHex: use.buffer, unusedBits: 6 }).toBER(false),
    }),
    new pkijs.Extension({
      extnID: '2.5.29.17',
      critical: false,
      extnValue: new pkijs.GeneralNames({ names: [new pkijs.GeneralName({ type: 6, value: origin })] })
        .toSchema()
        .toBER(false),
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey);
  await certificate.sign(pair.privateKey, 'SHA-256');
  return {
    certificate: new Uint8Array(certificate.toSchema(true).toBER(false)),
    key: new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
  };
}

/** X.509 writes years from 2050 on in another form. */
const timeOf = (pkijs: typeof import('pkijs'), value: Date) =>
  new pkijs.Time({ type: value.getUTCFullYear() < 2050 ? 0 : 1, value });

export const pemOf = (certificate: Uint8Array): string => new X509Certificate(certificate).toString();
export const fingerprintOf = (certificate: Uint8Array): string =>
  new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();
