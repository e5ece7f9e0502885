import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createScan, scanned } from './scanner.ts';
import type { FileStore } from './file-store.ts';

/** Speaks clamd's INSTREAM: joins the chunks and checks them. */
async function daemon(judge: (bytes: Buffer) => string): Promise<URL> {
  const server: Server = createServer((socket) => {
    let got = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      got = Buffer.concat([got, bytes]);
      const pieces: Buffer[] = [];
      let at = 'zINSTREAM\0'.length;
      while (at + 4 <= got.length) {
        const length = got.readUInt32BE(at);
        if (length === 0) return void socket.end(`${judge(Buffer.concat(pieces))}\0`);
        if (at + 4 + length > got.length) return;
        pieces.push(got.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return new URL(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function store(): FileStore & { kept: string[] } {
  const kept: string[] = [];
  return {
    kept,
    put: async (key) => void kept.push(key),
    get: async () => null,
    has: async () => false,
    delete: async () => {},
  };
}

// Split in two, so that no scanner flags this file.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

test('what the scanner recognizes is not stored, the rest is, however large', async () => {
  const url = await daemon((bytes) =>
    bytes.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK',
  );
  const inner = store();
  const files = scanned(inner, createScan(url));
  await files.put('pictures/good', Buffer.alloc(300_000, 7));
  const bad = Buffer.concat([Buffer.alloc(100_000, 7), Buffer.from(eicar)]);
  await expect(files.put('pictures/bad', bad)).rejects.toMatchObject({ code: 'bad_request' });
  expect(inner.kept).toEqual(['pictures/good']);
});

test('without a response, nothing is stored', async () => {
  const inner = store();
  const silent = await daemon(() => 'stream: size limit exceeded. ERROR');
  for (const url of [silent, new URL('tcp://127.0.0.1:1')])
    await expect(scanned(inner, createScan(url)).put('pictures/any', Buffer.from('x'))).rejects.toMatchObject(
      {
        code: 'unavailable',
      },
    );
  expect(inner.kept).toEqual([]);
});
