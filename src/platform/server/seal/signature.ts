import { createHash } from 'node:crypto';
import type { Signer } from '@libpdf/core';

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** Asks for a time stamp on these bytes; null if there is none to be had. */
export type StampTime = (signature: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer> | null>;

/**
 * The signature of a PAdES B-B file over the digest of its bytes, as CMS. libpdf's own adds the attribute
 * signing-time, which EN 319 142-1 forbids beside the time in the file, so the attributes are put together here.
 */
export async function signatureOver(
  digest: Uint8Array,
  signer: Signer,
  stampTime: StampTime,
): Promise<Uint8Array> {
  const asn1 = await import('asn1js');
  const pkijs = await import('pkijs');
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])].map((der) =>
    pkijs.Certificate.fromBER(new Uint8Array(der).buffer),
  );
  const [own] = certificates as [InstanceType<typeof pkijs.Certificate>];
  const attribute = (type: string, value: unknown) => new pkijs.Attribute({ type, values: [value] });
  const signed = [
    attribute(oid.contentType, new asn1.ObjectIdentifier({ value: oid.data })),
    attribute(oid.messageDigest, octets(asn1, digest)),
    // Whoever swaps the certificate for another one with the same key is found out.
    attribute(
      oid.signingCertificateV2,
      sequence(asn1, [
        sequence(asn1, [
          sequence(asn1, [
            octets(asn1, createHash('sha256').update(signer.certificate).digest()),
            new pkijs.IssuerSerial({
              issuer: new pkijs.GeneralNames({
                names: [new pkijs.GeneralName({ type: 4, value: own.issuer })],
              }),
              serialNumber: own.serialNumber,
            }).toSchema(),
          ]),
        ]),
      ]),
    ),
  ].toSorted((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
  const signedAttrs = new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes: signed });
  // What is signed is the SET itself, not the tag under which it stands in the signature (RFC 5652, 5.4).
  const toSign = new Uint8Array(signedAttrs.toSchema().toBER(false));
  toSign[0] = 0x31;
  const value = new Uint8Array(await signer.sign(toSign, 'SHA-256'));

  const info = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256 }),
    signedAttrs,
    signatureAlgorithm: new pkijs.AlgorithmIdentifier(
      signer.keyType === 'RSA'
        ? { algorithmId: oid.rsaWithSha256, algorithmParams: new asn1.Null() }
        : { algorithmId: oid.ecdsaWithSha256 },
    ),
    signature: octets(asn1, value),
  });
  const token = await stampTime(value);
  if (token)
    info.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(oid.timeStampToken, asn1.fromBER(token.buffer).result)],
    });
  const content = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    digestAlgorithms: [new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256 })],
    certificates,
    signerInfos: [info],
  });
  return bytesOf(new pkijs.ContentInfo({ contentType: oid.signedData, content: content.toSchema(true) }));
}

type Asn1 = typeof import('asn1js');
const octets = (asn1: Asn1, bytes: Uint8Array) =>
  new asn1.OctetString({ valueHex: new Uint8Array(bytes).buffer });
const sequence = (asn1: Asn1, value: InstanceType<Asn1['Sequence']>[] | unknown[]) =>
  new asn1.Sequence({ value: value as InstanceType<Asn1['Sequence']>[] });
const bytesOf = (part: { toSchema(): { toBER(sizeOnly?: boolean): ArrayBuffer } }): Uint8Array =>
  new Uint8Array(part.toSchema().toBER(false));
