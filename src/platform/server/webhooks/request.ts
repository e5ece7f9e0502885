import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { parseTarget, pinnedLookup, type TargetPolicy, TargetRefused } from './target.ts';

export interface Answer {
  status: number;
  /** At most the first 4 KB; the rest isn't read. */
  text: string;
}

const maxAnswerBytes = 4096;

/** No redirects, no keep-alive (each connection is checked anew), no cookies, no referrer. */
function requestTo(
  target: string,
  policy: TargetPolicy,
  { headers, ...rest }: Pick<RequestOptions, 'method' | 'headers' | 'signal'>,
): ClientRequest {
  const url = parseTarget(target, policy);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return send(url, {
    ...rest,
    agent: false,
    lookup: pinnedLookup(policy),
    headers: { ...headers, connection: 'close' },
    maxHeaderSize: 16_384,
  });
}

/**
 * One POST, with a hard time limit whatever the receiver does.
 */
export async function postOutside(
  target: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  policy: TargetPolicy,
  timeoutMs: number,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const request = requestTo(target, policy, {
    method: 'POST',
    signal,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  });
  return new Promise((done, failed) => {
    request.once('error', (error) =>
      failed(signal.aborted ? new Error(`no response within ${timeoutMs / 1000} s`) : error),
    );
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const finish = () => {
        done({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8'),
        });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= maxAnswerBytes) finish();
      });
      response.once('end', finish);
      // The status is the response: a truncated body changes nothing.
      response.once('error', finish);
    });
    request.end(body);
  });
}

/**
 * One GET, under the same rules. Null for anything but a whole answer of at most so
 * many bytes in time.
 */
export async function getOutside(
  target: string,
  policy: TargetPolicy,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): Promise<Buffer | null> {
  const request = requestTo(target, policy, { signal: AbortSignal.timeout(timeoutMs) });
  return new Promise((done) => {
    request.once('error', () => done(null));
    request.once('response', (response) => {
      const end = (bytes: Buffer | null) => {
        done(bytes);
        response.destroy();
      };
      if (response.statusCode !== 200 || Number(response.headers['content-length'] ?? 0) > maxBytes)
        return end(null);
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBytes) end(null);
      });
      response.once('end', () => end(Buffer.concat(chunks)));
      response.once('error', () => end(null));
    });
    request.end();
  });
}

const mostHops = 3;

/** What answers at an address, without its body: null where nothing does in time. Redirects are followed, each checked as the first. */
export async function lookOutside(
  target: string,
  policy: TargetPolicy,
  { timeoutMs, anyPort = false }: { timeoutMs: number; anyPort?: boolean },
): Promise<{ status: number; bytes: number | null } | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  let at = target;
  for (let hop = 0; hop <= mostHops; hop += 1) {
    // Whoever names an address doesn't get to try the ports behind it.
    if (!anyPort && URL.canParse(at) && new URL(at).port !== '') throw new TargetRefused('names a port');
    const request = requestTo(at, policy, { signal, headers: { accept: '*/*' } });
    const answer = await new Promise<{ status: number; location: string; bytes: number | null } | null>(
      (done) => {
        request.once('error', () => done(null));
        request.once('response', (response) => {
          const { location = '', 'content-length': length } = response.headers;
          done({
            status: response.statusCode ?? 0,
            location,
            bytes: length === undefined ? null : Number(length),
          });
          response.destroy();
        });
        request.end();
      },
    );
    if (answer === null) return null;
    const isElsewhere = answer.status >= 300 && answer.status < 400 && answer.location !== '';
    if (!isElsewhere || !URL.canParse(answer.location, at)) return answer;
    at = new URL(answer.location, at).href;
  }
  // Still leading elsewhere: something is there.
  return { status: 200, bytes: null };
}
