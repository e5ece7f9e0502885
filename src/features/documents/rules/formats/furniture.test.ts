import { expect, test } from 'vitest';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { shippedDocuments } from '#testing/document-finder.ts';
import { randomOf } from '#testing/random.ts';
import { sampleAnswers } from '../answers/sample-answers.ts';
import { assemble } from '../assembly/assemble.ts';
import { linesOf, runsText } from '../assembly/doc.ts';
import { contentsOf, referenceOf, signaturesOf } from './furniture.ts';
import { sheetOf } from './sheet.ts';

const made = [...shippedDocuments().values()].map((template) => ({
  template,
  doc: assemble(template, sampleAnswers(template), { date: '2026-11-23', locale: 'en-GB' }),
}));

test('over four pages, or after a page of key terms, a document says where its parts begin; no other does', () => {
  for (const { template, doc } of made) {
    const contents = contentsOf(doc.blocks);
    const hasKeyTerms = [...linesOf(doc.blocks)].some((runs) => runsText(runs) === 'Key terms');
    expect(contents !== null, template.slug).toBe(template.pages > 4 || hasKeyTerms);
    const numbers = (contents?.entries ?? []).map(({ number }) => number).filter(Boolean);
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
  }
});

test('law: the same words have the same reference, and any other words another one', () => {
  const random = randomOf(22);
  const seen = new Map<string, string>();
  const words = made.map(({ doc }) => JSON.stringify([...linesOf(doc.blocks)]));
  for (let turn = 0; turn < 4000; turn++) {
    const from = words[Math.floor(random() * words.length)]!;
    const at = Math.floor(random() * from.length);
    // One sign more, one less, two that change places.
    const kind = Math.floor(random() * 3);
    const next =
      kind === 0
        ? `${from.slice(0, at)}${String.fromCharCode(97 + Math.floor(random() * 26))}${from.slice(at)}`
        : kind === 1
          ? from.slice(0, at) + from.slice(at + 1)
          : from.slice(0, at) + from.charAt(at + 1) + from.charAt(at) + from.slice(at + 2);
    const reference = referenceOf(next);
    expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(seen.get(reference) ?? next).toBe(next);
    expect(referenceOf(next)).toBe(reference);
    seen.set(reference, next);
  }
  expect(seen.size).toBeGreaterThan(3000);
});

test('what is signed says its version, its day and its reference; what two sides sign is nobody’s letter', () => {
  const branding = { ...defaultBranding, companyName: 'Wren Ltd' };
  for (const { template, doc } of made) {
    const { mark, running } = sheetOf(doc, { branding });
    const sides = signaturesOf(doc.blocks);
    expect(mark, template.slug).toMatch(
      sides === 0 ? /^$/ : /^Version [\d.]+ · (?:23\u00a0November|November\s23,)\s2026 · Reference \S{9}$/,
    );
    expect(running, template.slug).toBe(sides > 1 ? '' : 'Wren Ltd');
  }
});
