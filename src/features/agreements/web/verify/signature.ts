import * as pkijs from 'pkijs';

/** A signature, taken apart and checked against the certificate in it. */
export interface Checked {
  /** Of the certificate’s bytes. */
  fingerprint: string;
  name: string;
  /** What was signed is these attributes, by the key of this certificate. */
  isValid: boolean;
  /** The digest that was signed is that of these bytes. */
  isOfBytes: boolean;
  stampedAt: string | null;
}

const hashes: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
const engine = () => new pkijs.CryptoEngine({ name: 'browser', crypto: globalThis.crypto });
const oid = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  data: '1.2.840.113549.1.7.1',
  commonName: '2.5.4.3',
};

/** Throws for what is no signature. */
export async function checkSignature(
  cms: Uint8Array<ArrayBuffer>,
  covered: Uint8Array<ArrayBuffer>,
): Promise<Checked> {
  const content = pkijs.ContentInfo.fromBER(cms.buffer);
  const data = new pkijs.SignedData({ schema: content.content });
  const [signer, ...others] = data.signerInfos;
  const { signedAttrs } = signer ?? {};
  const hash = hashes[signer?.digestAlgorithm.algorithmId ?? ''];
  if (!signer || others.length > 0 || !signedAttrs || hash === undefined)
    throw new Error('Not such a signature');
  const certificate = ofSigner(signer, data.certificates ?? []);
  const der = new Uint8Array(certificate.toSchema().toBER(false));
  const fingerprint = hex(await crypto.subtle.digest('SHA-256', der));
  const attribute = (type: string) => {
    const [found, ...more] = signedAttrs.attributes.filter((one) => one.type === type);
    // Said twice, it says nothing.
    return more.length === 0 && found?.values.length === 1 ? found.values[0] : undefined;
  };
  const isValid =
    attribute(oid.contentType)?.valueBlock.toString() === oid.data &&
    names(attribute(oid.signingCertificateV2), fingerprint) &&
    (await engine().verifyWithPublicKey(
      signedAttrs.encodedValue,
      signer.signature,
      certificate.subjectPublicKeyInfo,
      signer.signatureAlgorithm,
      hash,
    ));
  const digest = octets(attribute(oid.messageDigest));
  return {
    fingerprint,
    name: nameOf(certificate),
    isValid,
    isOfBytes: digest === hex(await crypto.subtle.digest(hash, covered)),
    stampedAt: await stampOf(signer).catch(() => null),
  };
}

function ofSigner(signer: pkijs.SignerInfo, all: pkijs.CertificateSetItem[]): pkijs.Certificate {
  const { sid } = signer;
  const found = all.find(
    (one): one is pkijs.Certificate =>
      one instanceof pkijs.Certificate &&
      sid instanceof pkijs.IssuerAndSerialNumber &&
      one.issuer.isEqual(sid.issuer) &&
      one.serialNumber.isEqual(sid.serialNumber),
  );
  if (!found) throw new Error('The certificate is not in the signature');
  return found;
}

/** Whether signing-certificate-v2 names this certificate; SHA-256 is what it names by if it says nothing else. */
function names(attribute: AsnValue, fingerprint: string): boolean {
  const first = attribute?.valueBlock.value?.[0]?.valueBlock.value?.[0]?.valueBlock.value;
  return first?.some((part) => octets(part) === fingerprint) ?? false;
}

type AsnValue =
  | { valueBlock: { value?: AsnValue[]; valueHexView?: Uint8Array; toString(): string } }
  | undefined;
const octets = (value: AsnValue): string => {
  const bytes = value?.valueBlock.valueHexView;
  return bytes ? hex(bytes) : '';
};

function nameOf({ subject }: pkijs.Certificate): string {
  const found =
    subject.typesAndValues.find(({ type }) => type === oid.commonName) ?? subject.typesAndValues[0];
  return String(found?.value.valueBlock.value ?? '').slice(0, 200);
}

/** When an authority saw the signature; null without one, or if its stamp is of something else. */
async function stampOf(signer: pkijs.SignerInfo): Promise<string | null> {
  const token = signer.unsignedAttrs?.attributes.find(({ type }) => type === oid.timeStampToken)?.values[0];
  if (!token) return null;
  const content = new pkijs.ContentInfo({ schema: token });
  const data = new pkijs.SignedData({ schema: content.content });
  const { eContent } = data.encapContentInfo;
  if (!eContent) return null;
  const signature = new Uint8Array(signer.signature.valueBlock.valueHexView).buffer;
  if (!(await data.verify({ signer: 0, data: signature }, engine()))) return null;
  return pkijs.TSTInfo.fromBER(eContent.getValue()).genTime.toISOString();
}

export const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
