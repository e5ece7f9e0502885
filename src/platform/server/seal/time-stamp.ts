import { createHash } from 'node:crypto';

/** A time-stamp authority that is slow or silent holds nothing up for longer. */
const patience = 10_000;
const mostBytes = 100_000;
const granted = 1;

/** Asks an RFC 3161 time-stamp authority when these bytes existed; throws if it gives no valid answer. */
export async function timeStamp(
  authority: URL,
  bytes: Uint8Array<ArrayBuffer>,
  milliseconds = patience,
): Promise<Uint8Array<ArrayBuffer>> {
  const asn1 = await import('asn1js');
  const pkijs = await import('pkijs');
  const digest = new Uint8Array(createHash('sha256').update(bytes).digest());
  const nonce = crypto.getRandomValues(new Uint8Array(8));
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({
        algorithmId: '2.16.840.1.101.3.4.2.1',
        algorithmParams: new asn1.Null(),
      }),
      hashedMessage: new asn1.OctetString({ valueHex: digest.buffer }),
    }),
    nonce: new asn1.Integer({ valueHex: nonce.buffer }),
    certReq: true,
  });
  const answer = pkijs.TimeStampResp.fromBER(
    await ask(authority, new Uint8Array(request.toSchema().toBER(false)), milliseconds),
  );
  const { timeStampToken, status } = answer;
  if (status.status > granted || !timeStampToken) throw new Error(`the authority refuses (${status.status})`);
  const token = new pkijs.SignedData({ schema: timeStampToken.content });
  const content = token.encapContentInfo.eContent;
  if (!content) throw new Error('the time stamp is empty');
  const info = pkijs.TSTInfo.fromBER(content.getValue());
  const isOurs =
    Buffer.from(digest).equals(Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView)) &&
    info.nonce !== undefined &&
    Buffer.from(nonce).equals(Buffer.from(info.nonce.valueBlock.valueHexView));
  if (!isOurs) throw new Error('the time stamp is of something else');
  // libpdf puts an engine of its own in place of pkijs's, which can't verify these.
  const engine = new pkijs.CryptoEngine({ name: 'node', crypto: globalThis.crypto });
  if (!(await token.verify({ signer: 0, data: bytes.buffer }, engine)))
    throw new Error('the signature of the time stamp is wrong');
  return new Uint8Array(timeStampToken.toSchema().toBER(false));
}

async function ask(
  authority: URL,
  body: Uint8Array<ArrayBuffer>,
  milliseconds: number,
): Promise<ArrayBuffer> {
  const address = new URL(authority);
  address.username = address.password = '';
  const { username, password } = authority;
  const given = [username, password].map(decodeURIComponent).join(':');
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      ...(username && { authorization: `Basic ${Buffer.from(given).toString('base64')}` }),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(milliseconds),
  });
  if (!response.ok || !response.body) throw new Error(`the authority answers ${response.status}`);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body) {
    length += piece.length;
    if (length > mostBytes) throw new Error('the answer of the authority is too large');
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces)).buffer;
}
