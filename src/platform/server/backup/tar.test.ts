import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DamagedTar, readTar, type TarEntry, writeTar } from './tar.ts';

async function* pieces(bytes: Uint8Array, size = bytes.length || 1) {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

async function* entries(files: Record<string, Uint8Array>): AsyncGenerator<TarEntry> {
  for (const [name, bytes] of Object.entries(files))
    yield { name, size: bytes.length, mode: 0o600, content: pieces(bytes, 700) };
}

async function read(archive: Buffer, pieceSize: number): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for await (const { name, content } of readTar(pieces(archive, pieceSize)))
    found.push([name, (await buffer(content)).toString('base64')]);
  return found;
}

const base64 = (files: Record<string, Uint8Array>) =>
  Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);

test('what is written is read back byte for byte, however the bytes arrive', async () => {
  const name = fc
    .string({ minLength: 1, maxLength: 180, unit: 'grapheme' })
    .filter((text) => !text.includes('\0') && text !== '__proto__' && text.trim() !== '');
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(name, fc.uint8Array({ maxLength: 2000 }), { maxKeys: 6 }),
      fc.integer({ min: 1, max: 3000 }),
      async (files, pieceSize) => {
        const archive = await buffer(writeTar(entries(files)));
        expect(await read(archive, pieceSize)).toEqual(base64(files));
      },
    ),
    { numRuns: 150 },
  );
});

test('any tar opens it, including long and non-ASCII names', async () => {
  const files = {
    'a.txt': Buffer.from('one\n'),
    [`${'long/'.repeat(40)}name.txt`]: randomBytes(5000),
    'Vertrag für Łódź.pdf': Buffer.alloc(512),
  };
  const listed = spawnSync('tar', ['-tvf', '-'], {
    input: await buffer(writeTar(entries(files))),
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect(listed.stderr.toString()).toBe('');
  const lines = listed.stdout.toString().trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`${'long/'.repeat(40)}name.txt`);
  expect(lines[1]).toContain(' 5000 ');
});

test('a skipped entry is skipped completely, even if it was partly read', async () => {
  const archive = await buffer(writeTar(entries({ large: randomBytes(9000), small: Buffer.from('here') })));
  const found: [string, string][] = [];
  for await (const { name, content } of readTar(pieces(archive, 1000))) {
    if (name === 'large') for await (const piece of content) if (piece.length > 0) break;
    found.push([name, name === 'large' ? 'begun' : (await buffer(content)).toString()]);
  }
  expect(found).toEqual([
    ['large', 'begun'],
    ['small', 'here'],
  ]);
});

test('a file that grows or shrinks while being read is an error, never a shifted archive', async () => {
  async function* wrong(): AsyncGenerator<TarEntry> {
    yield { name: 'growing.log', size: 3, mode: 0o600, content: pieces(Buffer.from('more')) };
  }
  await expect(buffer(writeTar(wrong()))).rejects.toThrow(/^growing\.log changed while being read/);
});

test('an archive truncated anywhere, or not an archive at all, is damaged', async () => {
  const archive = await buffer(writeTar(entries({ 'a.txt': Buffer.from('x'.repeat(600)) })));
  for (const length of [0, 100, 512, 900, 1536, archive.length - 513]) {
    await expect(read(archive.subarray(0, length), 400)).rejects.toThrow(DamagedTar);
  }
  await expect(read(randomBytes(4096), 4096)).rejects.toThrow(DamagedTar);
});
