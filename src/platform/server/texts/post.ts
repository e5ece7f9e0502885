import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Posted {
  status: number;
  text: string;
}

/** Nothing was asked yet: it may be asked again. */
export class NotWritten extends Error {
  override name = 'NotWritten';
}

const maxAnswerBytes = 16 * 1024;

/**
 * One POST to the provider. Whether a single byte of it may have been read decides what an error means: before that it can be
 * done again, after that nobody knows, and a person would get the same text twice.
 */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Posted> {
  const target = new URL(url);
  const isSecure = target.protocol === 'https:';
  return new Promise((done, failed) => {
    let isWritten = false;
    let finish = () => {};
    const request = (isSecure ? httpsRequest : httpRequest)(target, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      maxHeaderSize: 16_384,
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`no response within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      const words = 'code' in error ? String(error.code) : error.message;
      failed(isWritten ? new Error(words) : new NotWritten(words));
    };
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isWritten = true;
      }),
    );
    request.once('error', fail);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      finish = () => {
        clearTimeout(timer);
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
      response.once('end', () => finish());
      // The status is the answer: a body that is cut off changes nothing.
      response.once('error', () => finish());
    });
    request.end(body);
  });
}
