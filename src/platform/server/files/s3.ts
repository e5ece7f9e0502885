import { createHash, createHmac } from 'node:crypto';
import { systemClock } from '#base/clock.ts';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertKey, type FileStore } from './file-store.ts';

export interface S3Options {
  /** The real time by default: the storage checks signatures against its own clock. */
  now?: () => Date;
  /** The first pause before a retry, and how long a request may be silent. */
  retryMs?: number;
  silenceMs?: number;
}

/** What the storage reported, or that it was silent; without its URL, which contains the secret. */
class FileStorageError extends Error {
  override name = 'FileStorageError';
}

interface Payload {
  bytes: number;
  hash: string;
  open(): Readable;
}

const nothing: Payload = { bytes: 0, hash: sha256(''), open: () => Readable.from([]) };
const mostTries = 4;

/**
 * Files in a bucket of any S3-compatible storage, given as `https://key:secret@host/bucket?region=...`. A FileStore
 * needs only four requests, so they are signed here. Each upload names the hash of its bytes, so the storage
 * rejects what was changed or truncated on the way.
 */
export function openS3Files(
  address: URL,
  { now = systemClock.now, retryMs = 200, silenceMs = 60_000 }: S3Options = {},
): FileStore {
  const region = address.searchParams.get('region') ?? 'us-east-1';
  const accessKey = decodeURIComponent(address.username);
  const secret = decodeURIComponent(address.password);
  const folder = address.pathname.replace(/(?<!\/)\/+$/, '');
  if (folder === '' || accessKey === '' || secret === '')
    throw new RangeError(
      'S3_URL has no bucket, key or secret; expected https://key:secret@host/bucket?region=eu-central-1',
    );

  function headersOf(method: string, path: string, { hash }: Payload, extra: Record<string, string>) {
    const time = now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '');
    const headers: Record<string, string> = {
      host: address.host,
      'x-amz-content-sha256': hash,
      'x-amz-date': time,
      ...extra,
    };
    const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
    const signature = sign({ method, path, headers, hash, time, scope, secret });
    const signed = Object.keys(headers).sort().join(';');
    return {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
    };
  }

  function once(method: string, path: string, payload: Payload, extra: Record<string, string>) {
    const send = address.protocol === 'https:' ? overHttps : overHttp;
    return new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = send({
        method,
        path,
        hostname: address.hostname,
        port: address.port || undefined,
        headers: {
          ...headersOf(method, path, payload, extra),
          ...(method === 'PUT' && { 'content-length': payload.bytes }),
        },
      });
      outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error('The file storage isn’t responding')));
      outgoing.once('response', resolve).once('error', reject);
      // A response before the end of the upload is an error, and more useful than the broken pipe that follows.
      pipeline(payload.open(), outgoing).catch(reject);
    });
  }

  /** All of these are idempotent, so they are retried if the storage falters. */
  async function ask(
    method: string,
    key: string,
    payload = nothing,
    extra: Record<string, string> = {},
  ): Promise<IncomingMessage> {
    assertKey(key);
    const path = `${folder}/${key}`;
    for (let tries = 1; ; tries++) {
      const answer = await once(method, path, payload, extra).catch((error: Error) => error);
      if (!(answer instanceof Error)) {
        const { statusCode = 0 } = answer;
        // For an upload, this means there is no such bucket: nothing was stored.
        if (statusCode < 300 || (statusCode === 404 && method !== 'PUT')) return answer;
        const words = await text(answer).catch(() => '');
        const code = /<Code>([\w.]+)<\/Code>/.exec(words)?.[1] ?? 'no reason given';
        const isPassing = statusCode >= 500 || statusCode === 429 || code === 'RequestTimeout';
        if (!isPassing || tries === mostTries)
          throw new FileStorageError(
            `The file storage responded to ${method} ${key} with ${statusCode} (${code})`,
          );
      } else if (tries === mostTries)
        throw new FileStorageError(
          `The file storage didn’t respond to ${method} ${key} (${(answer as NodeJS.ErrnoException).code ?? answer.message})`,
          { cause: answer },
        );
      await sleep(retryMs * 2 ** (tries - 1));
    }
  }

  /** Its size, and a tag of its exact content. */
  async function head(key: string): Promise<{ bytes: number; etag: string | undefined } | null> {
    const answer = await ask('HEAD', key);
    answer.resume();
    if (answer.statusCode === 404) return null;
    return { bytes: Number(answer.headers['content-length']), etag: answer.headers.etag };
  }

  return {
    async put(key, content) {
      assertKey(key);
      if (content instanceof Uint8Array) {
        (
          await ask('PUT', key, {
            bytes: content.byteLength,
            hash: sha256(content),
            open: () => Readable.from([content]),
          })
        ).resume();
        return;
      }
      // Size and hash come first, so the stream is read to its end; one that breaks off is never stored.
      const draft = await mkdtemp(join(tmpdir(), 'hub-upload-'));
      try {
        const payload = await spool(content, join(draft, 'file'));
        (await ask('PUT', key, payload)).resume();
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
    async get(key) {
      const found = await head(key);
      return found && { bytes: found.bytes, stream: () => later(() => load(key, found.etag)) };
    },
    has: async (key) => (await head(key)) !== null,
    delete: async (key) => void (await ask('DELETE', key)).resume(),
  };

  async function load(key: string, etag: string | undefined): Promise<IncomingMessage> {
    const answer = await ask('GET', key, nothing, etag === undefined ? {} : { 'if-match': etag });
    if (answer.statusCode !== 404) return answer;
    answer.resume();
    throw new Error(`${key} is missing from the file storage`);
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function spool(content: AsyncIterable<Uint8Array>, path: string): Promise<Payload> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.byteLength;
      await handle.writeFile(piece);
    }
  } finally {
    await handle.close();
  }
  return { bytes, hash: hash.digest('hex'), open: () => createReadStream(path) };
}

/** Requests the content on first read. */
function later(load: () => Promise<IncomingMessage>): ReadableStream<Uint8Array<ArrayBuffer>> {
  async function* pieces() {
    // A connection that is cut early rejects here, because the promised length isn't reached.
    for await (const piece of await load()) yield new Uint8Array(piece as Buffer);
  }
  return Readable.toWeb(Readable.from(pieces(), { objectMode: true, highWaterMark: 1 })) as ReadableStream<
    Uint8Array<ArrayBuffer>
  >;
}

export interface ToSign {
  method: string;
  path: string;
  headers: Record<string, string>;
  hash: string;
  /** 20261121T120000Z */
  time: string;
  scope: string;
  secret: string;
}

/** AWS Signature Version 4, for requests without a query string. */
export function sign({ method, path, headers, hash, time, scope, secret }: ToSign): string {
  const names = Object.keys(headers).sort();
  const canonical = [
    method,
    path,
    '',
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    hash,
  ].join('\n');
  const words = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (held, part) => createHmac('sha256', held).update(part).digest(),
      `AWS4${secret}`,
    );
  return createHmac('sha256', key).update(words).digest('hex');
}
