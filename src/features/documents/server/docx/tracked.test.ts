import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { type Block, type Doc, linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import { compareDocs } from '#features/documents/rules/compare/compare.ts';
import { markedDoc } from '#features/documents/rules/compare/marked.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { wordToHtml } from '#features/documents/rules/formats/read-word.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import { resolveTracked } from '#features/documents/rules/formats/tracked-word.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { writeDocx } from './write.ts';

const template = documentLibrary().get('contractor-agreement') as Template;
const saved = (answers: object): Doc =>
  readHtml(
    toHtml(
      assemble(template, { ...sampleAnswers(template), ...answers }, { date: '2026-11-21', locale: 'en-GB' }),
    ),
    { slug: 'x', title: 'X' },
  );
const tracked = { author: 'Ada Moore', date: '2026-11-21T12:00:00Z' };
const fileOf = (doc: Doc, how: typeof tracked | null = null) =>
  writeDocx({ ...sheetOf(doc), contents: null }, null, how);
const xmlOf = (file: Uint8Array) => new TextDecoder().decode(unzipSync(file)['word/document.xml']);
const wordsOf = (xml: string): string[] =>
  [...linesOf(readHtml(wordToHtml(xml), { slug: 'x', title: 'X' }).blocks)]
    .map((line) =>
      runsText(line)
        .replace(/[\s\u200b\u2060]+/g, ' ')
        .trim(),
    )
    .filter(Boolean);

/** Everything at once: a figure, a clause more, one moved, a row and a paragraph less. */
function pair(): [Doc, Doc] {
  const [one, other] = [saved({ insured: 'no' }), saved({ insured: 'yes', rate: '777' })];
  const blocks = structuredClone(other.blocks);
  const at = blocks.findIndex(({ b }) => b === 'clause');
  const [moved] = blocks.splice(at + 1, 1);
  if (moved) blocks.splice(at + 4, 0, moved);
  const row = (words: string) => [[{ r: 'text' as const, text: words }], [{ r: 'text' as const, text: '1' }]];
  const table = (rows: string[]): Block => ({
    b: 'table',
    align: ['start', 'end'],
    head: [],
    rows: rows.map(row),
  });
  return [
    { ...one, blocks: [...one.blocks, table(['Desk of oak', 'Chair of beech', 'Lamp of brass'])] },
    { ...other, blocks: [...blocks, table(['Desk of oak', 'Lamp of brass', 'Shelf of pine'])] },
  ];
}

test('a Word file of a comparison is the newer text when accepted, and the older when rejected', async () => {
  const [one, other] = pair();
  const xml = xmlOf(await fileOf(markedDoc(compareDocs(one, other), { references: true }), tracked));
  expect(xml).toMatch(/<w:ins [^>]*w:author="Ada Moore"/);
  expect(xml).toContain('<w:delText');
  expect(wordsOf(resolveTracked(xml, 'accepted'))).toEqual(wordsOf(xmlOf(await fileOf(other))));
  expect(wordsOf(resolveTracked(xml, 'rejected'))).toEqual(wordsOf(xmlOf(await fileOf(one))));
});

test('without anything tracked a file is written as before, and read the same in both views', async () => {
  const [, other] = pair();
  const xml = xmlOf(await fileOf(other));
  expect(xml).not.toMatch(/<w:(?:ins|del) /);
  for (const view of ['accepted', 'rejected'] as const)
    expect(wordsOf(resolveTracked(xml, view))).toEqual(wordsOf(xml));
});

const office = spawnSync('soffice', ['--version']).status === 0;

test.skipIf(!office)(
  'LibreOffice reads the tracked changes and writes them again: accepted the newer, rejected the older',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracked-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [one, other] = pair();
    writeFileSync(
      join(folder, 'a.docx'),
      await fileOf(markedDoc(compareDocs(one, other), { references: true }), tracked),
    );
    execFileSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        'docx:Office Open XML Text',
        '--outdir',
        join(folder, 'out'),
        join(folder, 'a.docx'),
      ],
      { stdio: 'ignore', timeout: 120_000 },
    );
    const xml = xmlOf(new Uint8Array(readFileSync(join(folder, 'out/a.docx'))));
    expect(xml).toMatch(/<w:del /);
    expect(wordsOf(resolveTracked(xml, 'accepted'))).toEqual(wordsOf(xmlOf(await fileOf(other))));
    expect(wordsOf(resolveTracked(xml, 'rejected'))).toEqual(wordsOf(xmlOf(await fileOf(one))));
  },
  150_000,
);
