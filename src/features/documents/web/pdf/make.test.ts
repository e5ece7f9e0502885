import { execFileSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { assemble } from '#features/documents/rules/assembly/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/answers/sample-answers.ts';
import { readHtml } from '#features/documents/rules/formats/read-html.ts';
import { sheetOf } from '#features/documents/rules/formats/sheet.ts';
import { fetchFont as fetchFromSources } from '#testing/document-fonts.ts';
import { misled } from '#testing/contents-read.ts';
import { documentLibrary } from '#testing/document-library.ts';
import type { Fetch } from './letters.ts';
import { makePdf } from './make.ts';

const library = documentLibrary();
const asked: string[] = [];
const fetchFont: Fetch = (writing, weight) => {
  asked.push(`${writing} ${weight}`);
  return fetchFromSources(writing, weight);
};
const edited = (html: string) => readHtml(html, { slug: 'text', title: 'Text' });
const make = (html: string) => makePdf(sheetOf(edited(html)), null, fetchFont);

/** Everything in the file that is not a letter's drawing, unpacked. */
function opened(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  const inside = [...text.matchAll(/\/Length (\d+)>>\nstream\n/g)].map(({ index, 0: head, 1: length }) => {
    const start = index + head.length;
    return inflateSync(bytes.subarray(start, start + Number(length))).toString('latin1');
  });
  return [text, ...inside].join('\n');
}

const run = (program: string, args: string[], input: Uint8Array): string | null => {
  try {
    return execFileSync(program, args, { input, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
  } catch {
    return null;
  }
};
const pagesOf = (pdf: Uint8Array) => run('pdftotext', ['-raw', '-', '-'], pdf);
const wordsOf = (pdf: Uint8Array) => run('pdftotext', ['-raw', '-', '-'], pdf)?.replace(/\s+/g, ' ') ?? null;
const hasReader = wordsOf(await make('<p>x</p>')) !== null;
const unread = [!hasReader, 'without pdftotext nobody reads it back'] as const;

test.skipIf(unread[0])(
  'the contents of long documents send nobody to a wrong page, without the hub',
  async () => {
    let long = 0;
    for (const template of library.values()) {
      const sheet = sheetOf(
        assemble(template, sampleAnswers(template), { date: '2026-11-21', locale: 'en-GB' }),
      );
      if (!sheet.contents) continue;
      long += 1;
      const words = pagesOf(await makePdf(sheet, null, fetchFont)) ?? '';
      expect(misled(words, sheet.contents), template.slug).toEqual([]);
    }
    expect(long).toBeGreaterThan(2);
  },
);

test('[GEN-1] every document of the library becomes a tagged PDF with its own letters, without the hub', async () => {
  for (const template of library.values()) {
    const doc = assemble(template, sampleAnswers(template), { date: '2026-11-21', locale: 'en-GB' });
    const pdf = await makePdf(sheetOf(doc), null, fetchFont);
    const inside = opened(pdf);
    const pages = inside.match(/\/Type \/Page /g)?.length ?? 0;
    expect(pages, template.slug).toBe(template.pages);
    expect(inside).toMatch(/\/MarkInfo <<\/Marked true>>/);
    expect(inside).toContain('/S /H1');
    expect(inside.match(/\/FontFile2/g)).not.toBeNull();
    // Where each piece begins is where the table at the end says.
    const start = Number(/startxref\n(\d+)/.exec(inside)?.[1]);
    const rows = [
      ...Buffer.from(pdf)
        .toString('latin1', start)
        .matchAll(/^(\d{10}) 00000 n /gm),
    ];
    rows.forEach(([, at], index) => {
      const piece = Buffer.from(pdf).toString('latin1', Number(at), Number(at) + 16);
      expect(piece.startsWith(`${index + 1} 0 obj`), `${template.slug} ${index + 1}`).toBe(true);
    });
  }
});

test('[BRAND-3] the letterhead, its logo and the marked blanks are in it; a logo without a name is not', async ({
  skip,
}) => {
  const nda = library.get('mutual-nda');
  if (!nda) throw new Error('no NDA');
  const doc = assemble(nda, {}, { date: '2026-11-21' });
  const logo = { width: 2, height: 1, rgba: new Uint8Array([255, 0, 0, 255, 0, 0, 255, 128]) };
  const branding = { ...defaultBranding, companyName: 'Zephyr Quill', logo: 'x' };
  const pdf = await makePdf(
    sheetOf(doc, { branding }, () => logo),
    logo,
    fetchFont,
  );
  expect(opened(pdf)).toMatch(/\/Subtype \/Image|\/XObject <<\/Logo/);
  const bare = await makePdf(
    sheetOf(doc, { branding: { ...branding, companyName: '' } }, () => logo),
    logo,
    fetchFont,
  );
  expect(opened(bare)).not.toContain('/XObject');
  skip(...unread);
  expect(wordsOf(pdf)).toMatch(/^Zephyr Quill/);
  expect(wordsOf(pdf)).toContain('Draft: the marked places are still blank. Page 1 of');
});

test('[GEN-1] a blank in text has four centimeters of ruled line to write on, in a table its cell', async () => {
  const widest = async (html: string) =>
    Math.max(
      ...[...opened(await make(html)).matchAll(/(?<![\d.])([\d.]+) [\d.-]+ re/g)].map(([, wide]) =>
        Number(wide),
      ),
    );
  const blank = '<mark class="doc-blank" data-field="x">city</mark>';
  const [inText, inItem, inTable] = [
    await widest(`<p>Courts of ${blank}.</p>`),
    await widest(`<ul><li>${blank}; and</li></ul>`),
    await widest(`<table><tr><td>Place</td><td>${blank}</td></tr></table>`),
  ];
  const fourCentimeters = (40 / 25.4) * 72;
  expect(inText).toBeGreaterThan(fourCentimeters);
  expect(inItem).toBeGreaterThan(fourCentimeters);
  expect(inTable).toBeLessThan(fourCentimeters);
});

test('[GEN-1] Cyrillic, Greek, Polish and Vietnamese have their own letters; unused ones are not fetched', async ({
  skip,
}) => {
  asked.length = 0;
  const text = 'Договор с Ольгой · Σύμβαση · Żółć gęślą jaźń · Hợp đồng Nguyễn · naïve “quotes” – 1 234,50 €';
  const pdf = await make(`<h1>Text</h1><p>${text}</p>`);
  expect(asked).toEqual(
    expect.arrayContaining(['cyrillic 400-normal', 'greek 600-normal', 'vietnamese 400-normal']),
  );
  expect(asked.filter((one) => one.endsWith('italic'))).toEqual([]);
  skip(...unread);
  expect(wordsOf(pdf)).toContain(text.normalize('NFC'));
});

/** As a reader finds them: without the marks of direction that the tool puts in. */
const plainWords = (pdf: Uint8Array): string =>
  run('pdftotext', ['-', '-'], pdf)
    ?.replace(/[\u200e\u200f\u202a-\u202c]/g, '')
    .replace(/\s+/g, ' ') ?? '';

test.for<[string, string, string]>([
  ['Chinese', '深圳市智能科技有限公司，朱镕基、王祎', 'SC'],
  ['Japanese', '株式会社サンプル「髙橋𠮷﨑」', 'JP'],
  ['Korean', '주식회사 한빛 韓國 뷁', 'KR'],
  ['Arabic', 'اتفاقية عدم الإفصاح مُحَمَّد لا پژوهش', 'arabic'],
  ['Hebrew', 'הסכם סודיות חברת האור', 'hebrew'],
  ['a row of signs', '※ 5‰ ≥ → ☑ ☐ ✓ ✗ ‡ Ⅲ', 'signs'],
  ['an amount in shekels', '₪5', 'hebrew'],
  ['emoji', '🎉 😀 ⭐ 🇩', 'emoji'],
])(
  '[GEN-1] %s is set without the hub, from a part of the letters alone, and found by who searches',
  async ([, text, font], { skip }) => {
    const pdf = await make(`<h1>${text}</h1><p>${text} and Wren Ltd <b>${text}</b></p>`);
    expect(opened(pdf)).toMatch(new RegExp(`/BaseFont /HUB[A-Z]{3}\\+(?:${font})`));
    expect(pdf.length).toBeLessThan(60_000);
    skip(...unread);
    for (const word of text.normalize('NFC').split(' ')) expect(plainWords(pdf)).toContain(word);
  },
);

test('[GEN-1] Arabic or Hebrew stands at the right, a table begins there, and Latin names keep their way', async ({
  skip,
}) => {
  skip(...unread);
  for (const word of ['עברית', 'عربية']) {
    const pdf = await make(
      `<p>${word}, Wren 21/11</p><table><tr><th>${word}</th><th>x</th></tr><tr><td>${word}</td><td>1</td></tr></table><p>English</p>`,
    );
    const boxes = run('pdftotext', ['-bbox', '-', '-'], pdf) ?? '';
    const places = [...boxes.matchAll(/xMin="([\d.]+)".* xMax="([\d.]+)".*>(.*)<\/word>/g)].map(
      ([, from, to, found = '']) => ({ from: Number(from), to: Number(to), found }),
    );
    const at = (isIt: (found: string) => boolean) => places.filter(({ found }) => isIt(found));
    const own = at((found) => /[\u0590-\u06ff]/.test(found));
    expect(own).toHaveLength(3);
    for (const { to } of own) expect(to).toBeGreaterThan(500);
    expect(at((found) => found === '1')[0]?.to).toBeLessThan(100);
    expect(at((found) => found === 'English')[0]?.to).toBeLessThan(130);
    expect(at((found) => found === 'Wren')[0]?.from).toBeLessThan(
      at((found) => found === '21/11')[0]?.from ?? 0,
    );
  }
});

test.each([
  ['Thai', 'สัญญา', 'ส'],
  ['a sign beyond all our fonts', '\u{2a6d0}', '\u{2a6d0}'],
  ['a sign of music', 'Done 𝄞', '𝄞'],
])('[GEN-1] %s cannot be set without the hub, and says so with the way out', async (_name, text, letter) => {
  await expect(make(`<p>${text}</p>`)).rejects.toThrow(
    new RegExp(`no fonts for .*${letter}.*Print instead`, 'u'),
  );
});

test('[GEN-1] letters that are not on this device and cannot come are said so in words', async () => {
  const offline: Fetch = (writing, weight) =>
    writing === 'arabic' ? Promise.reject(new Error('no network')) : fetchFont(writing, weight);
  await expect(makePdf(sheetOf(edited('<p>عقد</p>')), null, offline)).rejects.toThrow('no network');
  expect((await makePdf(sheetOf(edited('<p>Plain</p>')), null, offline)).length).toBeGreaterThan(1000);
});

test('[GEN-1] hostile words are words: nothing in the file runs or leads elsewhere', async ({ skip }) => {
  const evil = ')>> /JavaScript (app.alert(1)) /OpenAction << {{7*7}} __proto__ %\\u0000 endstream endobj';
  const doc = edited(
    `<h1>${evil.replace(/</g, '&lt;')}</h1><p><a href="javascript:alert(1)">one</a> <a href="https://ok.example/)>>/x">two</a></p>`,
  );
  const pdf = await makePdf(
    sheetOf(
      { ...doc, title: evil },
      { branding: { ...defaultBranding, companyName: evil, primaryColor: ') /JS' } },
    ),
    null,
    fetchFont,
  );
  const inside = opened(pdf);
  expect(inside).not.toMatch(/JavaScript|OpenAction|\/JS\b|\/Launch/);
  expect(inside.match(/\/URI \(([^)]*)\)/)?.[1]).toBe('https://ok.example/%29%3E%3E/x');
  skip(...unread);
  expect(wordsOf(pdf)).toContain('app.alert(1)');
});

test('[GEN-1] names of 300 letters, a word longer than a line, a cell longer than a page: all is there', async ({
  skip,
}) => {
  const word = 'Donaudampfschifffahrt'.repeat(30);
  const cell = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
  const pdf = await make(
    `<p>${word}</p><table><tr><th>What</th><th>Text</th></tr><tr><td>a</td><td>${cell}</td></tr></table>` +
      `<div class="doc-signatures"><div class="doc-signature"><p>${'Long Name '.repeat(30)}</p><table><tr><th>Name</th><td>Ada</td></tr></table></div></div>`,
  );
  expect(opened(pdf).match(/\/Type \/Page /g)?.length).toBeGreaterThan(1);
  skip(...unread);
  const words = wordsOf(pdf) ?? '';
  expect(words.replace(/\s/g, '')).toContain(word);
  for (const one of ['word0', 'word450', 'word899', 'Ada']) expect(words).toContain(one);
});
