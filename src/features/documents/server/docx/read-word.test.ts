import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { documentLibrary } from '#testing/document-library.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { linesOf, runsText } from '#features/documents/rules/assembly/doc.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { wordToHtml } from '#features/documents/rules/formats/read-word.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { writeDocx } from './write.ts';

const some = ['mutual-nda', 'invoice', 'master-services-agreement', 'privacy-policy'];
const library = documentLibrary();
const bare = (words: string) => words.replace(/[\s\u200b\u2060]+/g, ' ').trim();

test.each(some)(
  '[GEN-1] %s: a Word file is read back with every line that it was written with',
  async (slug) => {
    const template = library.get(slug) as Template;
    const doc = assemble(template, sampleAnswers(template), { date: '2026-11-24', locale: 'en-GB' });
    const files = unzipSync(new Uint8Array(await writeDocx(sheetOf(doc), null)));
    const html = wordToHtml(new TextDecoder().decode(files['word/document.xml']));
    const text = [...linesOf(readHtml(html, { slug: 'x', title: 'X' }).blocks)]
      .map(runsText)
      .map(bare)
      .join('\n');
    for (const line of linesOf(doc.blocks)) expect(text).toContain(bare(runsText(line)));
  },
);

test('[GEN-1] what is in a Word file is words; strange files are read to their end', () => {
  const paragraph = (inner: string) => `<w:p><w:r>${inner}</w:r></w:p>`;
  expect(wordToHtml(paragraph('<w:t>&lt;script&gt; &amp; &#65;</w:t>'))).toBe(
    '<p>&#60;script&#62; &#38; A</p>',
  );
  expect(wordToHtml(paragraph('<w:rPr><w:b/><w:i w:val="0"/></w:rPr><w:t>Fee</w:t>'))).toBe(
    '<p><strong>Fee</strong></p>',
  );
  const item = (words: string) =>
    `<w:p><w:pPr><w:pStyle w:val="ListParagraph"/></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;
  expect(wordToHtml(`${item('One')}${item('Two')}${paragraph('<w:t>Three</w:t>')}`)).toBe(
    '<ul><li>One</li><li>Two</li></ul><p>Three</p>',
  );
  for (const odd of ['', '<', '<w:p', '</w:p></w:p>', '<w:t>lost', '&'.repeat(99)])
    expect(wordToHtml(odd)).toBe('');
});
