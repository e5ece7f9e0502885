import { execFileSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import type { Template } from '#features/documents/rules/template/template.ts';
import { misled } from '#testing/contents-read.ts';
import { readLibrary } from '../library.ts';
import { readLogo } from './logo.ts';
import { createPress } from './press.ts';

const library = readLibrary('content/documents', 'nowhere');
const nda = library.get('mutual-nda') as Template;
const reports: string[] = [];
const press = createPress((words) => reports.push(words));
afterAll(() => press.close());

const sample = (template: Template) =>
  assemble(template, sampleAnswers(template), { date: '2026-11-21', locale: 'en-GB' });
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The file with its compressed parts opened. */
function opened(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  let text = bytes.toString('latin1');
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const start = index + (text[index + 6] === '\r' ? 8 : 7);
    try {
      text += inflateSync(bytes.subarray(start), { finishFlush: 2 }).toString('latin1');
    } catch {
      // Not every stream is a compressed one.
    }
  }
  return text;
}

const reader = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const wordsOf = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString().replace(/\s+/g, ' ');

test.skipIf(!reader)('the contents of long documents send nobody to a wrong page', async () => {
  for (const template of library.values()) {
    const { contents } = sheetOf(sample(template));
    if (!contents) continue;
    const { pdf } = await press.print(sample(template));
    const words = execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf }).toString();
    expect(misled(words, contents), template.slug).toEqual([]);
  }
});

test('every document becomes an accessible PDF of the stated number of pages, with its own fonts inside', async () => {
  for (const template of library.values()) {
    const { pdf, pages, accessible } = await press.print(sample(template));
    const inside = opened(pdf);
    expect([template.slug, pages, accessible]).toEqual([template.slug, template.pages, true]);
    expect(inside).toMatch(/\/StructTreeRoot/);
    expect(inside).toMatch(/pdfuaid:part>1</);
    expect(inside).toMatch(/\/Lang\s?\(en/);
    expect(inside).toMatch(/\/FontFile2/);
    expect(inside).toMatch(/\+Hub-Serif\b/);
  }
  expect(reports).toEqual([]);
});

test('a sheet is A4 or US Letter', async () => {
  const box = async (paper: 'a4' | 'us-letter') =>
    /\/MediaBox\s*\[([^\]]+)\]/.exec(opened((await press.print(sample(nda), { paper })).pdf))?.[1]?.trim();
  expect(await box('a4')).toMatch(/^0 0 595\.27\d* 841\.88\d*$/);
  expect(await box('us-letter')).toMatch(/^0 0 612 792$/);
});

test('[BRAND-3] a company name puts its header on the sheet, a logo alone does not', async () => {
  const branding = {
    ...defaultBranding,
    companyName: 'Zephyr Quill',
    logo: pixel,
    fontFamily: 'Arial, sans-serif',
  };
  const branded = opened((await press.print(sample(nda), { branding })).pdf);
  const plain = opened((await press.print(sample(nda), { branding: { ...branding, companyName: '' } })).pdf);
  expect(branded).toMatch(/\/Subtype\s?\/Image/);
  expect(branded).toMatch(/\+HubSans/);
  expect(plain).not.toMatch(/\/Subtype\s?\/Image/);
  expect(plain).not.toMatch(/\+HubSans/);
});

test.runIf(reader)('what was typed stands on the sheet letter by letter, and blanks are named', async () => {
  const evil = '#eval("1") *b* {{7*7}} $x$ \\ @ref <b> [[law]] `raw` //c';
  const doc = assemble(
    nda,
    { sideA: { name: evil }, sideB: { name: '__proto__' }, purpose: evil, law: evil },
    { date: '2026-11-21' },
  );
  const words = wordsOf(
    (await press.print(doc, { branding: { ...defaultBranding, companyName: evil } })).pdf,
  );
  expect(words.split(evil).length).toBeGreaterThanOrEqual(4);
  expect(words).toContain('__proto__');
  expect(words).toContain('address of your company');
  expect(words).toContain('Draft: the marked places are still blank.');
  expect(words).toMatch(/Page 1 of \d/);
});

const named = (name: string) =>
  press.print(
    readHtml(`<h1>${name}</h1><p>Between ${name} and <b>${name}</b></p>`, { slug: 'x', title: 'X' }),
  );

test.for<[string, string, RegExp]>([
  ['European', 'Łódź Ärzte Ελλάς Привет', /Hub-Serif/],
  ['simplified Chinese', '深圳市智能科技有限公司（朱镕基、陶喆、王祎）', /HubSansSC/],
  ['traditional Chinese', '臺灣積體電路製造股份有限公司 陳煒 峯 鰂魚涌', /HubSansSC/],
  ['Japanese', '株式会社サンプル「髙橋𠮷﨑」ﾊﾝｶｸ㈱', /HubSansJP/],
  ['signs and', '※ 5‰ ≥ ½ → ☑ ☐ ✓ ✗ ‡ ₪5 Ⅲ', /HubSigns/],
  ['Korean', '주식회사 한빛 (韓國) 똠방각하 뷁', /HubSansKR/],
  ['joyful', 'Studio 🎉 42 😀 ⭐', /NotoEmoji/],
])(
  '[GEN-1] %s names are set with letters of the hub, and the file stays accessible',
  async ([, name, font], { skip }) => {
    const { pdf, accessible } = await named(name);
    // The standard allows no letter without a drawing.
    expect(accessible).toBe(true);
    expect(opened(pdf)).toMatch(font);
    skip(!reader, 'without pdftotext nobody reads it back');
    expect(wordsOf(pdf)).toContain(name);
  },
);

test('[GEN-1] emoji in any form are drawn, and a sign that no font has is named instead of a box', async () => {
  for (const name of ['❤️ ☀️ ⚠️ 1️⃣', '👩‍💻 👍🏽 🇩🇪', '🫠 株式会社 🪿']) {
    const { pdf } = await named(name);
    expect(opened(pdf), name).toMatch(/NotoEmoji|HubSigns/);
  }
  await expect(named('Note 𝄞 and 🂡')).rejects.toThrow(
    /We have no font for [𝄞🂡] [𝄞🂡], so the PDF would show boxes/u,
  );
});

test('[GEN-1] signs are drawn as the language does that stands beside them, all languages in one sentence', async () => {
  const { pdf, accessible } = await named(
    '株式会社サンプル, 腾讯科技, 한빛, شركة النور, חברת האור, ООО Свет',
  );
  expect(accessible).toBe(true);
  const inside = opened(pdf);
  for (const font of [/HubSansJP/, /HubSansSC/, /HubSansKR/, /NotoNaskhArabic/, /NotoSerifHebrew/])
    expect(inside).toMatch(font);
});

test.runIf(reader)('[GEN-1] a name that a file system has taken apart is whole again', async () => {
  const made = await named('한빛 ガラス'.normalize('NFD'));
  expect([made.accessible, wordsOf(made.pdf)]).toEqual([true, expect.stringContaining('한빛 ガラス')]);
});

test('[GEN-1] letters that nobody here can draw are named, with the way out; a picture costs no document', async () => {
  await expect(named('บริษัท')).rejects.toThrow(/no font for บ ร ษ ท.*Print from the page/);
  await expect(named('5⅓')).rejects.toThrow(/no font for ⅓,/);
  await expect(named('฿5')).rejects.toThrow(/no font for ฿,/);
  await expect(named('भारत')).rejects.toMatchObject({ code: 'bad_request' });
  await expect(named('大\u{2a6d0}')).rejects.toThrow(/no font for \u{2a6d0},/u);
  expect((await named('Wren 🎉')).pages).toBe(1);
});

test.runIf(reader)(
  '[GEN-1] Arabic and Hebrew are set in their own letters, from the right, in an accessible file',
  async () => {
    const html = (words: string) =>
      `<h1>${words}</h1><p>${words}</p><ul><li>${words}</li></ul><p>In English.</p>`;
    const made = async (words: string) => {
      const { pdf, accessible } = await press.print(readHtml(html(words), { slug: 'x', title: 'X' }));
      const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf }).toString();
      const ends = [...boxes.matchAll(/xMin="([\d.]+)".* xMax="([\d.]+)".*>(.*)<\/word>/g)];
      const right = (isOurs: (word: string) => boolean) =>
        Math.max(...ends.filter(([, , , word = '']) => isOurs(word)).map(([, , end]) => Number(end)));
      return {
        accessible,
        fonts: opened(pdf),
        isTurned:
          right((word) => /[\u0590-\u06ff]/.test(word)) > 500 && right((word) => word === 'English.') < 250,
      };
    };
    const arabic = await made('اتفاقية عدم الإفصاح');
    expect([arabic.accessible, arabic.isTurned]).toEqual([true, true]);
    expect(arabic.fonts).toMatch(/NotoNaskhArabic/);
    const hebrew = await made('הסכם סודיות');
    expect([hebrew.accessible, hebrew.isTurned]).toEqual([true, true]);
    expect(hebrew.fonts).toMatch(/NotoSerifHebrew/);
  },
);

test('a document that cannot be set is answered in words, and the next one is made', async () => {
  const broken = { ...sample(nda), blocks: [{ b: 'para', runs: [5] }] } as never;
  await expect(press.print(broken)).rejects.toMatchObject({ code: 'internal' });
  expect(reports.splice(0)).not.toEqual([]);
  expect((await press.print(sample(nda))).pages).toBe(nda.pages);
});

test('more documents at once than can wait are refused at once', async () => {
  const doc = sample(nda);
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => press.print(doc)));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(20);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 2 } });
});

test('after it was closed the press starts anew', async () => {
  const own = createPress();
  await own.print(sample(nda));
  await own.close();
  expect((await own.print(sample(nda))).pages).toBe(nda.pages);
  await own.close();
});

test('only a picture of sound kind and size is a logo', () => {
  const png = (width: number, height: number) => {
    const bytes = Buffer.from(pixel.split(',')[1] ?? '', 'base64');
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return `data:image/png;base64,${bytes.toString('base64')}`;
  };
  expect(readLogo(pixel)).toMatchObject({ width: 1, height: 1 });
  expect(readLogo(png(60_000, 60_000))).toBeNull();
  expect(readLogo(png(0, 5))).toBeNull();
  expect(readLogo('https://example.com/logo.png')).toBeNull();
  expect(readLogo('data:image/svg+xml;base64,PHN2Zy8+')).toBeNull();
  expect(readLogo('data:image/png;base64,AAAA')).toBeNull();
});

test('a logo whose picture is damaged costs the logo, not the document', async () => {
  const bytes = Buffer.from(pixel.split(',')[1] ?? '', 'base64').subarray(0, 45);
  const branding = {
    ...defaultBranding,
    companyName: 'Wren',
    logo: `data:image/png;base64,${bytes.toString('base64')}`,
  };
  expect((await press.print(sample(nda), { branding })).pages).toBe(nda.pages);
  reports.splice(0);
});

test('[BRAND-3] a letterhead in any of these is set with its letters, and the file stays accessible', async () => {
  for (const companyName of ['شركة النور', 'חברת האור', 'ООО «Свет»', '株式会社光', '주식회사 빛']) {
    const made = await press.print(sample(nda), { branding: { ...defaultBranding, companyName } });
    expect([companyName, made.accessible]).toEqual([companyName, true]);
  }
});
