import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPress, type Doc } from '#features/documents/server/public.ts';
import { sampleDocument } from '#testing/document-library.ts';
import { drawn, finishedAgreement, sha256 } from '#testing/finished-agreement.ts';
import { has } from '#testing/sealed-pdf.ts';
import type { Finished } from '../finishing.ts';
import { finishedFile } from './finished-file.ts';
import { signedDoc } from './signed-doc.ts';

const press = createPress();
afterAll(() => press.close());
const folder = mkdtempSync(join(tmpdir(), 'hub-finished-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const unsealed = { seal: async (pdf: Uint8Array) => new Uint8Array(pdf) };

async function finished(doc: Doc, changes: Partial<Finished> = {}) {
  const shown = await press.print(doc);
  const agreement = finishedAgreement(doc, shown.pdf, changes);
  return { shown, agreement, pdf: await finishedFile(press, unsealed, agreement) };
}
const wordsOf = (pdf: Uint8Array, to: number): string[] =>
  execFileSync('pdftotext', ['-raw', '-l', String(to), '-', '-'], { input: pdf })
    .toString()
    .split(/\s+/);

test.skipIf(!has('pdftotext'))('signing adds to the signature lines and changes no other word', async () => {
  for (const slug of ['mutual-nda', 'freelance-project', 'founder-agreement', 'quote', 'safe']) {
    const doc = sampleDocument(slug);
    const { shown, pdf } = await finished(doc);
    const added = [
      ...'Jonas Keller'.split(' '),
      ...'Ada Moore · 2026-11-24 09:35 UTC'.split(' '),
      ...'Jonas Keller · 2026-11-24 09:49 UTC'.split(' '),
      ...'24 November 2026 24 November 2026'.split(' '),
      ...'Ada Moore Jonas Keller'.split(' '),
    ];
    const [before, after] = [wordsOf(shown.pdf, shown.pages), wordsOf(pdf, shown.pages)].map(counted);
    const more: string[] = [];
    for (const [word, times] of after ?? [])
      for (let n = before?.get(word) ?? 0; n < times; n++) more.push(word);
    const fewer = [...(before ?? [])].filter(([word, times]) => (after?.get(word) ?? 0) < times);
    expect([slug, fewer]).toEqual([slug, []]);
    expect([slug, more.filter((word) => !added.includes(word))]).toEqual([slug, []]);
    expect([slug, more.length > 8]).toEqual([slug, true]);
  }
});

function counted(words: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

test('the file stays accessible, and each page of the document breaks where it did', async () => {
  const doc = sampleDocument('freelance-project');
  const shown = await press.print(doc);
  const pages = { count: 0, accessible: false };
  const watching = {
    finish: async (...given: Parameters<typeof press.finish>) => {
      const made = await press.finish(...given);
      Object.assign(pages, { count: made.pages, accessible: made.accessible });
      return made;
    },
  };
  await finishedFile(watching, unsealed, finishedAgreement(doc, shown.pdf));
  expect(pages).toEqual({ count: shown.pages + 1, accessible: true });
});

test.skipIf(!has('pdfdetach'))(
  'what was shown, the events and the answers are inside, byte for byte',
  async () => {
    const { pdf, agreement } = await finished(sampleDocument('quote'));
    const path = join(folder, 'finished.pdf');
    writeFileSync(path, pdf);
    execFileSync('pdfdetach', ['-saveall', '-o', folder, path]);
    const inside = (name: string) => readFileSync(join(folder, name));
    expect(sha256(inside('as-signed.pdf'))).toBe(agreement.shown.sha256);
    const log = JSON.parse(inside('events.json').toString()) as Finished;
    expect(log.events).toEqual(agreement.events);
    expect(log.people.map(({ email, proof }) => [email, proof])).toEqual([
      ['ada@wren.example', 'signed in'],
      ['jonas@halden.example', 'code by email'],
    ]);
    expect(JSON.parse(inside('answers.json').toString())).toEqual(agreement.answers);
  },
);

test.skipIf(!has('pdftotext'))(
  'the certificate says who signed, when, proven how, from where, and what',
  async () => {
    const { pdf, shown, agreement } = await finished(sampleDocument('mutual-nda'), { answers: null });
    const words = execFileSync('pdftotext', ['-layout', '-f', String(shown.pages + 1), '-', '-'], {
      input: pdf,
    })
      .toString()
      .replace(/\s+/g, ' ');
    for (const said of [
      'Signing certificate',
      agreement.id,
      agreement.shown.sha256.slice(0, 32),
      agreement.shown.sha256.slice(32),
      'jonas@halden.example. Proven by a code sent to this address',
      'Signed 2026-11-24 09:49:03 UTC',
      'From the network 203.0.113.7',
      'Signed by everybody',
      agreement.events.at(-1)?.hash ?? '',
      'Certificate, page 1 of 1',
    ])
      expect(words).toContain(said);
    expect(words).not.toContain('answers.json');
  },
);

const block = (...lines: [string, string][]): Doc => ({
  ...sampleDocument('quote'),
  blocks: [
    {
      b: 'signatures',
      parties: [
        {
          heading: [{ r: 'text', text: 'Wren Ltd' }],
          lines: lines.map(([label, text]) => ({ label, runs: text === '' ? [] : [{ r: 'text', text }] })),
        },
      ],
    },
  ],
});
const linesOf = (doc: Doc) => {
  const [person] = finishedAgreement(doc, new Uint8Array()).people;
  if (!person) throw new Error('nobody');
  const signed = signedDoc(doc, [person]);
  const [made] = signed.blocks;
  return made?.b === 'signatures'
    ? made.parties[0]?.lines.map(({ label, signed: mark }) => [
        label,
        mark === undefined ? '' : 'words' in mark ? mark.words : 'drawn' in mark ? 'drawn' : mark.typed,
      ])
    : [];
};

test('only empty lines are filled, and only those whose answer is known', () => {
  expect(
    linesOf(block(['Signature', ''], ['Name', 'Tom Larkin'], ['Role', ''], ['Date', ' __ '], ['Place', ''])),
  ).toEqual([
    ['Signature', 'drawn'],
    ['Name', ''],
    ['Role', ''],
    ['Date', '24 November 2026'],
    ['Place', ''],
  ]);
  expect(linesOf(block(['Date', '1 May 2026'], ['For the company', '']))).toEqual([
    ['Date', ''],
    ['For the company', 'drawn'],
  ]);
  expect(linesOf({ ...block(['By', ''], ['Date', '']), made: 'November 21, 2026' })).toEqual([
    ['By', 'drawn'],
    ['Date', 'November 24, 2026'],
  ]);
});

test('strange names, long ones, many signers and a signer without a block are all on the certificate', async () => {
  const base = finishedAgreement(sampleDocument('quote'), new Uint8Array([1])).people[1];
  if (!base) throw new Error('nobody');
  const names = ['ஆதி', 'محمد', '李小龍', '#eval("1") *b* $x$', 'W'.repeat(120), '<svg onload=1>'];
  const people = names.map((name, n) => ({
    ...base,
    n,
    name,
    signedName: name,
    party: n === 0 ? 0 : null,
    signature: n % 2 === 1 ? drawn : { kind: 'typed' as const, text: name },
  }));
  const { pdf, shown } = await finished(sampleDocument('quote'), { people });
  expect(pdf.length).toBeGreaterThan(shown.pdf.length);
});
