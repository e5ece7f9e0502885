import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { type Doc, linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import { applyChanges, compareDocs } from '#features/documents/rules/compare/compare.ts';
import { proposedBy } from '#features/documents/rules/compare/from-word.ts';
import { changesOf } from '#features/documents/rules/compare/list-changes.ts';
import { markedDoc } from '#features/documents/rules/compare/marked.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { wordToHtml as xmlToHtml } from '#features/documents/rules/formats/read-word.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import { authorsIn, readComments, resolveTracked } from '#features/documents/rules/formats/tracked-word.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { writeDocx } from './write.ts';

const library = documentLibrary();
const saved = (slug: string, answers: object = {}): Doc => {
  const template = library.get(slug) as Template;
  const doc = assemble(template, { ...sampleAnswers(template), ...answers }, { date: '2026-11-21' });
  return readHtml(toHtml(doc), { slug: 'x', title: 'X' });
};
const xmlOf = async (doc: Doc, author = '') => {
  const how = author === '' ? null : { author, date: '2026-11-21T12:00:00Z' };
  const file = unzipSync(await writeDocx(sheetOf(doc), null, how));
  return new TextDecoder().decode(file['word/document.xml']);
};
const linesIn = (doc: Doc) =>
  [...linesOf(doc.blocks)].map((line) => runsText(line).replace(/\s+/g, ' ').trim()).filter(Boolean);

test.each(['mutual-nda', 'invoice', 'contractor-agreement', 'privacy-policy'])(
  '%s: a file that comes back as it went proposes nothing',
  async (slug) => {
    const base = saved(slug);
    expect(changesOf(compareDocs(base, proposedBy(base, await xmlOf(base))))).toEqual([]);
  },
);

test('tracked changes are proposals: all accepted they are the newer words, all rejected the older', async () => {
  const [base, newer] = [
    saved('contractor-agreement'),
    saved('contractor-agreement', { insured: 'yes', rate: '777' }),
  ];
  const xml = await xmlOf(markedDoc(compareDocs(base, newer), { references: true }), 'Bo Smith');
  const compared = compareDocs(base, proposedBy(base, xml));
  expect(compared.changes).toBeGreaterThan(0);
  expect(linesIn(applyChanges(compared, () => false))).toEqual(linesIn(base));
  const made = linesIn(applyChanges(compared, () => true));
  // References are ours: they count with the clauses that are taken.
  const bare = (lines: string[]) => lines.map((line) => line.replace(/(clauses? )[\d.]+/gi, '$1'));
  expect(new Set(bare(made))).toEqual(new Set(bare(linesIn(newer))));
  expect(authorsIn(xml)).toEqual(['Bo Smith']);
});

test('words that were changed without tracking are proposals, too, and the look of the line stays', async () => {
  const base = saved('mutual-nda');
  const xml = (await xmlOf(base)).replace(/confidential/, 'secret');
  const compared = compareDocs(base, proposedBy(base, xml));
  const changes = changesOf(compared);
  expect(changes.map(({ before, after }) => [before, after])).toEqual([['confidential', 'secret']]);
  expect(toHtml(applyChanges(compared, () => false)) === toHtml(base)).toBe(true);
});

const p = (inner: string, end = '') => `<w:p><w:pPr><w:rPr>${end}</w:rPr></w:pPr>${inner}</w:p>`;
const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const ins = (inner: string) =>
  `<w:ins w:id="1" w:author="A &amp; B" w:date="2026-01-01T00:00:00Z">${inner}</w:ins>`;
const del = (text: string) =>
  `<w:del w:id="2" w:author="A &amp; B"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;

test('files of Word, LibreOffice and Google Docs: runs, moves, paragraph ends and rows are resolved', () => {
  const words = (xml: string, view: 'accepted' | 'rejected') =>
    linesIn(readHtml(xmlToHtml(resolveTracked(xml, view)), { slug: 'x', title: 'X' }));
  const replaced = p(`${r('Pay in ')}${del('30')}${ins(r('14'))}${r(' days.')}`);
  expect(words(replaced, 'accepted')).toEqual(['Pay in 14 days.']);
  expect(words(replaced, 'rejected')).toEqual(['Pay in 30 days.']);
  const split = p(r('One '), '<w:ins w:id="3" w:author="A"/>') + p(r('two.'));
  expect(words(split, 'accepted')).toEqual(['One', 'two.']);
  expect(words(split, 'rejected')).toEqual(['One two.']);
  const moved =
    p(
      `<w:moveFrom w:id="4" w:author="A">${r('Moved line here.')}</w:moveFrom>`,
      '<w:del w:id="9" w:author="A"/>',
    ) +
    p(r('Stays.')) +
    p(
      `<w:moveTo w:id="5" w:author="A">${r('Moved line here.')}</w:moveTo>`,
      '<w:ins w:id="8" w:author="A"/>',
    );
  expect(words(moved, 'accepted')).toEqual(['Stays.', 'Moved line here.']);
  expect(words(moved, 'rejected')).toEqual(['Moved line here.', 'Stays.']);
  const row = (trPr: string, text: string) =>
    `<w:tr><w:trPr>${trPr}</w:trPr><w:tc>${p(r(text))}</w:tc></w:tr>`;
  const table = `<w:tbl>${row('', 'Desk')}${row('<w:del w:id="6" w:author="A"/>', 'Chair')}</w:tbl>`;
  expect(words(table, 'accepted')).toEqual(['Desk']);
  expect(words(table, 'rejected')).toEqual(['Desk', 'Chair']);
});

test('comments are read with their authors; a very long one is shortened and says so', () => {
  const long = 'x'.repeat(100_000);
  const xml = `<w:comments><w:comment w:id="0" w:author="Bo &amp; Co">${p(r('Too low'))}</w:comment><w:comment w:id="1" w:author="">${p(r(long))}</w:comment></w:comments>`;
  const [first, second] = readComments(xml);
  expect(first).toEqual({ author: 'Bo & Co', text: 'Too low' });
  expect(second?.text.length).toBeLessThan(4100);
  expect(second?.text).toMatch(/… \(shortened\)$/);
});

test('a damaged document is read to its end', () => {
  for (const odd of [
    '',
    '<',
    '<w:p',
    '</w:p></w:p>',
    '<w:ins>',
    '</w:del>'.repeat(99),
    '<w:tr></w:tr></w:tr>',
  ])
    for (const view of ['accepted', 'rejected'] as const)
      expect(typeof resolveTracked(odd, view)).toBe('string');
});
