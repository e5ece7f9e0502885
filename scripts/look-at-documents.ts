// node scripts/look-at-documents.ts FOLDER [slug[@writing] ...]: every document in every kind of file, each page as a picture, to be
// looked at, `@ja` and the like with sides and services in another writing: the hub's PDF, the browser's, Word by LibreOffice, print by Chromium; Markdown, HTML and text beside them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { toHtml } from '#features/documents/rules/formats/html.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import { toMarkdown, toText } from '#features/documents/rules/formats/text.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import { readLibrary } from '#features/documents/server/library.ts';
import { createPress } from '#features/documents/server/pdf/press.ts';
import { makePdf } from '#features/documents/web/pdf/make.ts';
import { wholePage } from '#features/documents/web/print.ts';
import { fetchFont } from '#testing/document-fonts.ts';
import { ensureBrowser, launchArgs } from './browser.mjs';

const [folder = 'dist/looked-at', ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
/** Sides, places and work in one writing each, and all in one sentence. */
const writings: Record<string, [name: string, address: string, person: string, work: string]> = {
  zh: ['深圳市智能科技有限公司', '广东省深圳市南山区科技园南路18号', '朱镕基', '软件开发与维护（含测试）'],
  ja: ['株式会社サンプル', '東京都千代田区神田神保町1-2-3', '髙橋 﨑子', 'ウェブサイトの設計「第一期」'],
  ko: ['주식회사 한빛', '서울특별시 강남구 테헤란로 123', '김철수', '웹사이트 설계 및 개발'],
  ar: ['شركة النور للتقنية (ذ.م.م)', 'شارع الملك فهد ١٢٣، الرياض', 'محمد الأحمد', 'تطوير البرمجيات وصيانتها'],
  he: ['חברת האור בע״מ', 'רחוב הרצל 12, תל אביב', 'יעל כהן', 'פיתוח ותחזוקה של תוכנה'],
  ru: ['ООО «Свет»', 'г. Москва, ул. Тверская, д. 12', 'Ольга Петрова', 'Разработка и сопровождение'],
  el: ['Φως Α.Ε.', 'Ερμού 12, Αθήνα', 'Ελένη Παπαδοπούλου', 'Ανάπτυξη λογισμικού'],
};
writings['all'] = [
  '株式会社光, 深圳公司, 한빛, شركة النور, חברת האור, Свет & Φως',
  ...(writings['ja'] ?? []).slice(1),
] as never;

function inWriting(answers: Answers, writing: string): Answers {
  const [name, address, representative, work] = writings[writing] ?? [];
  if (name === undefined) return answers;
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => turned(one));
    if (value === null || typeof value !== 'object') return value;
    if ('address' in value && 'name' in value) return { ...value, name, address, representative };
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        /description|what|title|item|name/i.test(key) && typeof one === 'string' ? work : turned(one),
      ]),
    );
  };
  return turned(answers) as Answers;
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });

const press = createPress(console.error);
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: launchArgs });
const page = await browser.newPage();
try {
  const library = readLibrary('content/documents', 'site/documents');
  for (const one of wanted.length > 0 ? wanted : library.keys()) {
    const [original = '', writing = ''] = one.split('@');
    const template = library.get(original);
    if (!template) throw new Error(`${original} doesn’t exist`);
    const slug = writing ? `${original}-${writing}` : original;
    const doc = assemble(template, inWriting(sampleAnswers(template), writing), { date: template.reviewed });
    const companyName = writings[writing]?.[0] ?? 'Wren Studio Ltd';
    const branding = {
      ...defaultBranding,
      companyName,
      address: writings[writing]?.[1] ?? '',
      email: 'ada@wren.example',
    };
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
