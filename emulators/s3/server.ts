import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sign } from '#platform/server/files/s3.ts';

const accessKey = 'AKIDEXAMPLE';
const rightSecret = 'a/secret+word';

/**
 * A stand-in for S3-compatible storage, on this machine only and in memory: the four requests of a bucket, with what a
 * real one refuses, such as a wrong signature or another content than was signed.
 */
export async function startS3Emulator() {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  let faults: ('503' | '404' | 'cut' | 'half')[] = [];
  const etag = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    asked.push(`${method} ${url}`);
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
    const fault = faults.shift();
    if (fault === 'cut') return void request.socket.destroy();
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    if (fault === '503') return void refuse(503, 'SlowDown');
    if (fault === '404') return void refuse(404, 'NoSuchBucket');
    if (!isSigned(request)) return void refuse(403, 'SignatureDoesNotMatch');
    if (createHash('sha256').update(body).digest('hex') !== request.headers['x-amz-content-sha256'])
      return void refuse(400, 'XAmzContentSHA256Mismatch');
    const there = objects.get(url);
    if (method === 'PUT') {
      objects.set(url, body);
      return void response.writeHead(200, { etag: etag(body) }).end();
    }
    if (method === 'DELETE') {
      objects.delete(url);
      return void response.writeHead(204).end();
    }
    if (!there) return void refuse(404, 'NoSuchKey');
    if (request.headers['if-match'] && request.headers['if-match'] !== etag(there))
      return void refuse(412, 'PreconditionFailed');
    response.writeHead(200, { 'content-length': there.byteLength, etag: etag(there) });
    if (method === 'HEAD') return void response.end();
    if (fault === 'half') return void response.write(there.subarray(0, 1), () => response.destroy());
    response.end(there);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (secret = rightSecret) =>
      new URL(
        `http://${accessKey}:${encodeURIComponent(secret)}@127.0.0.1:${port}/bucket/hub?region=eu-west-1`,
      ),
    objects,
    asked,
    fails: (...next: typeof faults) => void (faults = next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+), Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!parts) return false;
  const [, scope = '', names = '', signature] = parts;
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
  const hash = String(headers['x-amz-content-sha256']);
  const time = String(headers['x-amz-date']);
  return signature === sign({ method, path: url, headers: signed, hash, time, scope, secret: rightSecret });
}
