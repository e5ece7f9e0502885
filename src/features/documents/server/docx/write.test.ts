import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import { writeDocx } from './write.ts';

/** One file of the package. */
function partOf(docx: Uint8Array, name: string): string {
  const bytes = Buffer.from(docx);
  const at = bytes.indexOf(`PK\u0001\u0002`, 0, 'latin1');
  for (let entry = at; bytes.readUInt32LE(entry) === 0x02014b50;) {
    const [length, extra, comment] = [28, 30, 32].map((by) => bytes.readUInt16LE(entry + by)) as [
      number,
      number,
      number,
    ];
    if (bytes.toString('utf8', entry + 46, entry + 46 + length) === name) {
      const from = bytes.readUInt32LE(entry + 42);
      const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
      const packed = bytes.subarray(start, start + bytes.readUInt32LE(entry + 20));
      return (bytes.readUInt16LE(entry + 10) === 8 ? inflateRawSync(packed) : packed).toString('utf8');
    }
    entry += 46 + length + extra + comment;
  }
  throw new Error(`no ${name}`);
}

test('law: a reference in Word is a field that points at the clause whose number it shows', async () => {
  const library = documentLibrary();
  let fields = 0;
  for (const template of library.values()) {
    const doc = assemble(template, sampleAnswers(template), { date: '2026-11-23', locale: 'en-GB' });
    const document = partOf(await writeDocx(sheetOf(doc), null), 'word/document.xml');
    // The numbers as Word counts them: by the styles that carry them.
    const numbers = new Map<string, string>();
    let [clause, sub, plain] = [0, 0, 0];
    for (const [paragraph] of document.matchAll(/<w:p>.*?<\/w:p>/g)) {
      if (paragraph.includes('w:val="Heading1"')) [clause, sub] = [clause + 1, 0];
      else if (paragraph.includes('w:val="ClauseLevel2"')) sub += 1;
      else if (paragraph.includes('w:val="HeadingUnnumbered"')) plain = 0;
      else if (/w:numPr.*bookmarkStart/.test(paragraph)) plain += 1;
      const name = /<w:bookmarkStart w:name="(doc_[^"]*)"/.exec(paragraph)?.[1];
      const isClause = paragraph.includes('w:val="Heading1"');
      const isSub = paragraph.includes('w:val="ClauseLevel2"');
      if (name) numbers.set(name, isClause ? String(clause) : isSub ? `${clause}.${sub}` : String(plain));
    }
    for (const [, name = '', shown] of document.matchAll(
      /w:instr="REF (\S+) \\r \\h"[^>]*>.*?<w:t[^>]*>([^<]*)/g,
    )) {
      fields += 1;
      expect([template.slug, name, numbers.get(name)]).toEqual([template.slug, name, shown]);
    }
  }
  expect(fields).toBeGreaterThan(60);
});

test('a long contract has a table of contents in Word, with pages that need no update', async () => {
  const template = documentLibrary().get('master-services-agreement')!;
  const doc = assemble(template, sampleAnswers(template), { date: '2026-11-23', locale: 'en-GB' });
  const document = partOf(await writeDocx(sheetOf(doc), null), 'word/document.xml');
  const pages = [
    ...document.matchAll(/PAGEREF _Toc\d+ \\h<\/w:instrText>.*?<w:t xml:space="preserve">(\d+)</g),
  ].map(([, page]) => Number(page));
  expect(pages).toHaveLength(15);
  expect(pages).toEqual(pages.toSorted((a, b) => a - b));
  expect(pages.at(-1)).toBeGreaterThan(4);
  expect(document).not.toContain('w:dirty');
  const styles = partOf(await writeDocx(sheetOf(doc), null), 'word/styles.xml');
  for (const name of ['Title', 'heading 1', 'Clause Level 2', 'Clause Level 3', 'Annex Heading'])
    expect(styles.toLowerCase()).toContain(`w:name w:val="${name.toLowerCase()}"`);
});

const word = (html: string) =>
  writeDocx(
    sheetOf(readHtml(html, { slug: 'x', title: 'X' }), {
      branding: { ...defaultBranding, companyName: '株式会社光' },
    }),
    null,
  );

test('[GEN-1] signs that XML forbids, as programs leave them in copied text, do not break the file', async () => {
  const docx = await writeDocx(
    sheetOf(readHtml('<p>One\ufffe two\u0008 thr\ud800ee</p>', { slug: 'x', title: 'X\uffff' }), {
      branding: { ...defaultBranding, companyName: 'Wren\u0001', website: 'wren\ufffe.example' },
    }),
    null,
  );
  for (const name of ['word/document.xml', 'docProps/core.xml', 'word/header1.xml'])
    expect(partOf(docx, name)).toMatch(/^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u);
  expect(partOf(docx, 'word/document.xml')).toContain('One two thr\ufffdee');
});

test('[GEN-1] Word learns which signs are Japanese, and in which font and language', async () => {
  const docx = await word('<p>Between 株式会社 and サンプル</p>');
  expect(partOf(docx, 'word/styles.xml')).toMatch(
    /w:eastAsia="Yu Mincho"[^]*<w:lang [^>]*w:eastAsia="ja-JP"/,
  );
  expect(partOf(docx, 'word/document.xml')).toMatch(
    /<w:rFonts w:hint="eastAsia"\/>[^]*Between 株式会社 and サンプル/,
  );
  expect(partOf(docx, 'word/styles.xml').match(/w:cs="Times New Roman"/)).not.toBeNull();
});

test('[GEN-1] in Word an Arabic name in an English sentence alone runs left, a Hebrew line does whole', async () => {
  const document = partOf(await word('<p>Between شركة النور and Wren</p><p>הסכם</p>'), 'word/document.xml');
  const runs = [...document.matchAll(/<w:r>(.*?)<\/w:r>/g)].map(([, run = '']) => [
    run.includes('<w:rtl/>'),
    /<w:t[^>]*>(.*?)<\/w:t>/.exec(run)?.[1],
  ]);
  expect(runs).toEqual([
    [false, 'Between '],
    [true, 'شركة النور'],
    [false, ' and Wren'],
    [true, 'הסכם'],
  ]);
  expect(document.match(/<w:bidi\/>/g)).toHaveLength(1);
});

test('[GEN-1] a blank in Word is what it is called and nothing behind: it is typed over', async () => {
  const docx = await word('<p>Courts of <mark class="doc-blank" data-field="x">city</mark>.</p>');
  expect(partOf(docx, 'word/document.xml')).toContain('>city<');
});
