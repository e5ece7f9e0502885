import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { Problem } from '#base/problem.ts';
import type { FileStore } from './file-store.ts';

/** A ClamAV daemon's verdict on some bytes, or on a stream of them: the name of what it found, or null. */
export type Scan = (bytes: Uint8Array | AsyncIterable<Uint8Array>) => Promise<string | null>;

const patience = 20_000;
const pieceBytes = 64 * 1024;

/**
 * Nothing that the scanner recognizes is stored. The operator's own products, which arrive as streams, aren't
 * scanned.
 */
export function scanned(files: FileStore, scan: Scan): FileStore {
  return {
    ...files,
    async put(key, content) {
      if (content instanceof Uint8Array) {
        const found = await scan(content).catch(() => {
          throw new Problem('unavailable', 'We can’t scan files right now. Try again in a moment.');
        });
        if (found !== null)
          throw new Problem('bad_request', 'This file wasn’t saved: the virus scanner found a problem.');
      }
      await files.put(key, content);
    },
  };
}

/** clamd's INSTREAM: length-prefixed chunks, an empty one at the end, and a one-line response. */
export function createScan(url: URL): Scan {
  return (bytes) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) });
      let said = '';
      socket.setTimeout(patience, () => socket.destroy(new Error('no response')));
      socket.once('error', reject);
      socket.setEncoding('utf8').on('data', (text: string) => (said += text));
      socket.once('close', () => {
        const [, found] = /^stream: (.+) FOUND/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
        else if (/^stream: OK/.test(said)) resolve(null);
        else reject(new Error(said.trim() || 'the scanner’s response couldn’t be read'));
      });
      socket.once('connect', () => {
        Readable.from(instream(bytes))
          .once('error', (error) => socket.destroy(error))
          // Its last word comes after ours.
          .pipe(socket, { end: false });
      });
    });
}

async function* instream(bytes: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes)
    for (let at = 0; at < part.length; at += pieceBytes) {
      const piece = part.subarray(at, at + pieceBytes);
      yield lengthOf(piece.length);
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    }
  yield lengthOf(0);
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
