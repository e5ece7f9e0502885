import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { createPress } from '#features/documents/server/public.ts';
import { finishedFile } from '#features/agreements/server/finish/finished-file.ts';
import { readConfig } from '#platform/server/config.ts';
import { createSeal } from '#platform/server/seal/seal.ts';
import { useDatabase } from '#testing/database.ts';
import { sampleDocument } from '#testing/document-library.ts';
import { finishedAgreement } from '#testing/finished-agreement.ts';
import { onePage } from '#testing/one-page.ts';
import { testPlatform } from '#testing/platform.ts';
import { damaged, has, partsOf } from '#testing/sealed-pdf.ts';
import { attachedFiles } from '#features/agreements/rules/attached-files.ts';
import { findSeals } from '#features/agreements/rules/sealed-file.ts';
import type { Verdict } from '#features/agreements/rules/verdict.ts';
import { checkFile, contentOf } from '#features/agreements/web/verify/check-file.ts';

const db = await useDatabase();
const press = createPress();
afterAll(() => press.close());
const origin = 'https://hub.example';
const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: origin });
const seal = createSeal(testPlatform({ db, clock: systemClock, config, origin }));
const words = { reason: 'All have signed', name: 'Hub', at: new Date('2026-11-24T12:00:00Z') };

let sealed: Uint8Array<ArrayBuffer>;
let small: Uint8Array<ArrayBuffer>;
let pem: string;
beforeAll(async () => {
  const doc = sampleDocument('quote');
  const { pdf } = await press.print(doc);
  sealed = await finishedFile(press, seal, finishedAgreement(doc, pdf));
  small = await seal.seal(onePage, words);
  pem = (await seal.certificates()).join('');
});

/** The answer in two words. */
function short(verdict: Verdict): string {
  if (verdict.is === 'changed') return `${verdict.is}: ${verdict.how}`;
  if (verdict.is === 'sealed') return verdict.by.isThisHub ? 'sealed here' : 'sealed elsewhere';
  return verdict.is;
}

test('a finished agreement is sealed here, with its people and an unbroken log', async () => {
  expect(await checkFile(sealed, pem)).toMatchObject({
    is: 'sealed',
    by: { isThisHub: true, name: expect.stringContaining('hub.example') },
    inside: {
      agreement: 'agr_0123456789abcdefghij',
      events: 9,
      brokenAt: null,
      isAsSigned: true,
      people: [{ signedName: 'Ada Moore' }, { email: 'jonas@halden.example', proof: 'code by email' }],
    },
  });
});

test('a hub that never sealed it says that somebody else did', async () => {
  expect(short(await checkFile(sealed, ''))).toBe('sealed elsewhere');
});

test('each damage is called by its name', async () => {
  const said = Object.fromEntries(
    await Promise.all(
      Object.entries(damaged(sealed)).map(async ([how, pdf]) => [how, short(await checkFile(pdf, pem))]),
    ),
  );
  expect(said).toEqual({
    'one byte of the text': 'changed: bytes',
    'one byte of the seal’s words': 'changed: bytes',
    'a revision appended': 'changed: appended',
    'the end cut off': 'changed: cut',
    'a byte appended': 'changed: appended',
  });
});

test('a byte of an attached file that changes is found', async () => {
  const [file] = attachedFiles(sealed).filter(({ name }) => name === 'as-signed.pdf');
  const changed = Uint8Array.from(sealed);
  const at = (file?.bytes.byteOffset ?? 0) - sealed.byteOffset + 500;
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  expect(short(await checkFile(changed, pem))).toBe('changed: bytes');
});

test('whichever byte changes, anywhere, the file is no longer sealed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(small.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const changed = Uint8Array.from(small);
      changed[at] = (changed[at] ?? 0) ^ by;
      const { from, to, cms } = partsOf(small);
      const verdict = short(await checkFile(changed, pem));
      // Letters of a hexadecimal number are the same in both cases.
      const isSameDigit =
        at > from && at < to && by === 0x20 && /[a-f]/.test(String.fromCharCode(small[at] ?? 0));
      const isInSignature = at > from && at < from + 1 + 2 * cms.length;
      if (!isSameDigit && !isInSignature) return verdict !== 'sealed here';
      return isSameDigit ? verdict === 'sealed here' : true;
    }),
    { numRuns: 400 },
  );
});

test('bytes that are put in, taken out or doubled are found', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(small.length - 1),
      fc.nat(60),
      fc.uint8Array({ maxLength: 60 }),
      async (at, out, put) => {
        const changed = Buffer.concat([small.subarray(0, at), put, small.subarray(at + out)]);
        fc.pre(!changed.equals(Buffer.from(small)));
        return short(await checkFile(new Uint8Array(changed), pem)) !== 'sealed here';
      },
    ),
    { numRuns: 200 },
  );
});

test('the seal of one file proves nothing in another', async () => {
  const { from, to } = partsOf(small);
  const other = await seal.seal(
    new TextEncoder().encode(new TextDecoder().decode(onePage).replace('200 200', '300 300')),
    words,
  );
  const moved = Buffer.from(other);
  Buffer.from(small).copy(moved, from, from, to);
  expect(short(await checkFile(new Uint8Array(moved), pem))).toBe('changed: bytes');
});

test('a name in a certificate is not enough: somebody’s own key is somebody else', async () => {
  await db.pool.query('truncate seal_certificate');
  const forger = createSeal(testPlatform({ db, clock: systemClock, config, origin }));
  const forged = await forger.seal(onePage, words);
  const verdict = await checkFile(forged, pem);
  expect(short(verdict)).toBe('sealed elsewhere');
  expect(short(await checkFile(await forger.seal(small, words), pem))).toBe('changed: appended');
});

const text = (words_: string) => new TextEncoder().encode(words_);
const hostile: Record<string, () => Uint8Array> = {
  empty: () => new Uint8Array(),
  'only a header': () => text('%PDF-1.7'),
  'a range of itself': () => text('%PDF-1.7\n/ByteRange [0 0 0 0] /Contents <>'),
  'a range beyond the end': () =>
    text('%PDF-1.7\n/ByteRange [0 9999999999 9999999999 9999999999] /Contents <00>'),
  'a range that runs back': () => text('%PDF-1.7\n/ByteRange [0 90 10 20] /Contents <3003020100>'),
  'many ranges': () => text(`%PDF-1.7\n${'/ByteRange [0 1 2 3] /Contents <30'.repeat(100_000)}`),
  'a range without an end': () => text(`%PDF-1.7\n/ByteRange [0 ${' '.repeat(1_000_000)}`),
  'a signature of zeros': () =>
    text(`%PDF-1.7\n/ByteRange [0 40 100040 1] /Contents <${'0'.repeat(100_000)}>`),
  'nested without end': () =>
    text(`%PDF-1.7\n/ByteRange [0 1 2 3]/Contents <30830200${'30808'.repeat(30_000)}>`),
  'tables in a circle': () =>
    text('%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF'),
};

test('no file makes it wait or break', async () => {
  for (const [how, make] of Object.entries(hostile)) {
    const from = performance.now();
    const verdict = await checkFile(make(), pem);
    expect([how, ['no seal', 'not a pdf', 'unreadable'].includes(verdict.is)]).toEqual([how, true]);
    expect(attachedFiles(make())).toEqual([]);
    expect([how, performance.now() - from < 10_000]).toEqual([how, true]);
  }
});

test('random bytes and random ends of a sealed file get an answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(sealed.length), async (bytes, cut) => {
      const made = new Uint8Array(Buffer.concat([sealed.subarray(0, cut), bytes]));
      // Cut at its very end with nothing put behind, it is the sealed file itself.
      fc.pre(!Buffer.from(sealed).equals(made));
      attachedFiles(made);
      findSeals(made);
      return short(await checkFile(made, pem)) !== 'sealed here';
    }),
    { numRuns: 100 },
  );
});

test('an attached file that unpacks to more than memory holds is refused', async () => {
  const bomb = deflateSync(Buffer.alloc(80_000_000));
  await expect(contentOf({ name: 'as-signed.pdf', bytes: bomb, isDeflated: true })).rejects.toThrow(
    /Too large/,
  );
});

test('more than 50 MB are not read', async () => {
  expect(await checkFile(new Uint8Array(50_000_001), pem)).toEqual({ is: 'too large' });
});

/** The commands of docs/agreements.md under a heading, as they stand there. */
const guide = readFileSync('docs/agreements.md', 'utf8');
const commandsUnder = (heading: string, kind: 'sh' | 'js'): string =>
  guide.split(`## ${heading}\n`)[1]?.match(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``))?.[1] ?? '';

test.skipIf(!has('openssl') || !has('xxd') || !has('pdfdetach'))(
  'the guide’s own commands find the seal valid, each damage, and the chain unbroken',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-guide-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'hub.pem'), pem);
    const told = (pdf: Uint8Array, commands: string) => {
      writeFileSync(join(folder, 'signed.pdf'), pdf);
      const { stdout, stderr } = spawnSync('sh', ['-c', commands], { cwd: folder, encoding: 'utf8' });
      return stdout + stderr;
    };
    const openssl = commandsUnder('With openssl', 'sh');
    const isValid = (said: string) =>
      said.includes('covers the whole file') && said.includes('CAdES Verification successful');
    expect(told(sealed, openssl)).toMatch(/covers the whole file\n[^]*CAdES Verification successful/);
    for (const [how, pdf] of Object.entries(damaged(sealed)))
      expect([how, isValid(told(pdf, openssl))]).toEqual([how, false]);

    expect(told(sealed, commandsUnder('The files inside', 'sh'))).toMatch(/^[0-9a-f]{64} /m);
    writeFileSync(join(folder, 'chain.mjs'), commandsUnder('To compute the chain', 'js'));
    const run = () => spawnSync(process.execPath, ['chain.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(run().stdout).toMatch(/^unbroken, and ends with [0-9a-f]{64}/);
    const log = readFileSync(join(folder, 'events.json'), 'utf8');
    writeFileSync(join(folder, 'events.json'), log.replace(/"kind": "seen"/, '"kind": "asked"'));
    expect(run().stderr).toContain('Event 4 is not as it was');
  },
);
