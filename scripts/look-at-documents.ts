// node scripts/look-at-documents.ts FOLDER [slug ...]: every document in every kind of file, each page as a picture, to be
// looked at: the hub's PDF, the browser's, Word by LibreOffice, print by Chromium; Markdown, HTML and text beside them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { assemble } from '#features/documents/rules/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/draw.ts';
import { toHtml } from '#features/documents/rules/html.ts';
import { sheetOf } from '#features/documents/rules/sheet.ts';
import { toMarkdown, toText } from '#features/documents/rules/text.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { createPress } from '#features/documents/server/pdf/press.ts';
import { makePdf } from '#features/documents/web/pdf/make.ts';
import { wholePage } from '#features/documents/web/print.ts';
import { fetchFont } from '#testing/document-fonts.ts';
import { ensureBrowser, launchArgs } from './browser.mjs';

const [folder = 'dist/looked-at', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const branding = { ...defaultBranding, companyName: 'Wren Studio Ltd', email: 'ada@wren.example' };
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });

const press = createPress(console.error);
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
const page = await browser.newPage();
try {
  for (const template of readLibrary('content/documents', 'site/documents').values()) {
    const { slug, reviewed } = template;
    if (wanted.length > 0 && !wanted.includes(slug)) continue;
    const doc = assemble(template, sampleAnswers(template), { date: reviewed });
    const put = (ending: string, bytes: string | Uint8Array) => {
      writeFileSync(join(folder, `${slug}.${ending}`), bytes);
    };
    put('hub.pdf', (await press.print(doc, { branding })).pdf);
    put('browser.pdf', (await makePdf(sheetOf(doc, { branding }), null, fetchFont)) as Uint8Array);
    put('docx', await press.word(doc, { branding }));
    put('md', toMarkdown(doc));
    put('txt', toText(doc));
    put('html', wholePage(doc.title, doc.language, toHtml(doc)));
    await page.setContent(wholePage(doc.title, doc.language, toHtml(doc)));
    put('print.pdf', await page.pdf({ format: 'A4' }));
    run(
      'soffice',
      '--headless',
      '--convert-to',
      'pdf:writer_pdf_Export',
      '--outdir',
      folder,
      join(folder, `${slug}.docx`),
    );
    run('mv', join(folder, `${slug}.pdf`), join(folder, `${slug}.word.pdf`));
    // Each kind a row of its pages side by side, the four rows one picture.
    const rows = ['hub', 'browser', 'word', 'print'].map((kind) => {
      const name = join(folder, `${slug}.${kind}`);
      run('pdftoppm', '-r', '50', '-png', `${name}.pdf`, name);
      run(
        'sh',
        '-c',
        `montage "${name}"-*.png -tile x1 -geometry +4+4 -background gray "${name}.png" && rm "${name}"-*.png`,
      );
      return `${name}.png`;
    });
    run(
      'montage',
      ...rows,
      '-tile',
      '1x',
      '-gravity',
      'west',
      '-geometry',
      '+0+4',
      '-background',
      'gray',
      join(folder, `${slug}.png`),
    );
    console.log(join(folder, `${slug}.png`));
  }
} finally {
  await browser.close();
  await press.close();
}
