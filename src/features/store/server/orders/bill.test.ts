import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database/database.ts';
import { movableClock } from '#base/clock.ts';
import { testPlatform } from '#testing/platform.ts';
import { type Bill, fact, printBill, table } from './bill.ts';

const platform = testPlatform({
  db: {} as Database,
  clock: movableClock('2026-11-22T12:00:00Z'),
  config: readConfig({ NODE_ENV: 'test' }),
  origin: 'https://birch.example',
});

const reader = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const quietly = (input: Uint8Array): ExecFileSyncOptions => ({ input, stdio: ['pipe', 'pipe', 'ignore'] });

const bill = (buyer: string[], product = 'Icons'): Bill => ({
  title: 'Invoice 2026-00001',
  slug: 'invoice-2026-00001',
  seller: ['Birch'],
  buyer,
  country: 'IN',
  blocks: [fact('Reason', buyer[0] ?? ''), table(['What', 'Amount'], [[product, '$15']])],
});

/** Letters of every writing there is, of some that have no font anywhere, and of none at all. */
const writings = [
  'สมชาย ใจดี',
  'नरेन्द्र शर्मा',
  'রবীন্দ্রনাথ',
  'தமிழ்ச்செல்வி',
  'ខ្មែរ',
  'မြန်မာ',
  'አበበ',
  'ཀརྨ',
  'ᓄᓇᕗᑦ',
  'სერგო',
  'Գևորգ',
  '𞤀𞤣𞤤𞤢𞤥',
  '𠀋𪚲',
  '\u{f0000}\ue000',
  '🎉👩‍👩‍👧',
  '\u202eevil\u2066',
  '\ufffe\uffff\u0378',
];
const name = fc.oneof(
  fc.constantFrom(...writings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom(...writings), fc.string({ unit: 'grapheme', maxLength: 30 }))
    .map((two) => two.join('')),
);

test('law: no name, address or title ever stops an invoice', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(name, name, name, async (buyer, address, product) => {
      const { pdf } = await printBill(platform, bill([buyer, address], product));
      expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    }),
    { numRuns: 60, examples: writings.map((each) => [each, each, each] as [string, string, string]) },
  );
});

test.runIf(reader)(
  'a name that cannot be printed is set in Latin letters, and the file keeps it as given',
  async () => {
    const { pdf } = await printBill(platform, bill(['नरेन्द्र शर्मा', 'Mumbai']));
    const words = execFileSync('pdftotext', ['-layout', '-', '-'], quietly(pdf)).toString();
    expect(words).toContain('Narendra Sharma');
    expect(words).toContain('appear in Latin letters');
    expect(execFileSync('pdfinfo', ['-'], quietly(pdf)).toString()).toContain('नरेन्द्र शर्मा');
  },
);
