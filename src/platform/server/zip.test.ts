import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zip, type ZipEntry, zipped, zipResponse } from './zip.ts';

const at = new Date('2026-11-21T12:34:56Z');

test('every file is restored, whole or in chunks, with any characters in its name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          path: fc
            .string({ unit: 'binary', minLength: 1, maxLength: 20 })
            .filter((name) => !/[/\\.]/.test(name) && name.isWellFormed()),
          pieces: fc.array(fc.oneof(fc.uint8Array({ maxLength: 2000 }), fc.string({ maxLength: 200 })), {
            maxLength: 4,
          }),
          isWhole: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
      async (given) => {
        const wanted = given.map(({ pieces }) =>
          Buffer.concat(pieces.map((part) => Buffer.from(part as string))),
        );
        const files = given.map(({ path, pieces, isWhole }, n): ZipEntry => ({
          path: `${n}/${path}`,
          bytes: isWhole
            ? new Uint8Array(wanted[n] ?? [])
            : (async function* () {
                yield* pieces;
              })(),
        }));
        const read = unzipSync(new Uint8Array(await zip(files, at)));
        expect(Object.keys(read)).toEqual(given.map(({ path }, n) => `${n}/${path}`));
        for (const [n, bytes] of Object.values(read).entries()) expect(Buffer.from(bytes)).toEqual(wanted[n]);
      },
    ),
    { numRuns: 60 },
  );
});

test('names stay inside the archive and are unique', async () => {
  const paths = ['../../etc/passwd', '/etc/passwd', 'a.txt', 'A.TXT', 'c:\\b\\..\\d', '..'];
  const files = paths.map((path) => ({ path, bytes: Buffer.from('x') }));
  expect(Object.keys(unzipSync(new Uint8Array(await zip(files, at))))).toEqual([
    'etc/passwd',
    'etc/passwd (2)',
    'a.txt',
    'A (2).TXT',
    'c:/b/d',
    'file',
  ]);
});

test('the same files give the same bytes in every time zone', async () => {
  const before = process.env['TZ'];
  const made: string[] = [];
  for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles']) {
    process.env['TZ'] = zone;
    made.push((await zip([{ path: 'a', bytes: Buffer.from('a') }], at)).toString('hex'));
  }
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
  expect(new Set(made).size).toBe(1);
});

test('a slow reader applies backpressure, and one that disconnects stops reading', async () => {
  let read = 0;
  let isOver = false;
  async function* files(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) yield { path: `${++read}`, bytes: crypto.getRandomValues(new Uint8Array(65_536)) };
    } finally {
      isOver = true;
    }
  }
  const reader = zipResponse('a.zip', files(), at).body?.getReader();
  await reader?.read();
  await setTimeout(200);
  expect(read).toBeLessThan(8);
  await reader?.cancel();
  await setTimeout(20);
  expect(isOver).toBe(true);
});

test('an error on the way breaks the ZIP instead of ending it normally', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'one';
    throw new Error('the disk is gone');
  }
  const all = Array<Uint8Array>();
  const reading = (async () => {
    for await (const part of zipped([{ path: 'a', bytes: failing() }], at)) all.push(part);
  })();
  await expect(reading).rejects.toThrow('the disk is gone');
});
