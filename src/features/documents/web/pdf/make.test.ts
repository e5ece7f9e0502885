import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultBranding } from '#features/branding/rules/branding.ts';
import { assemble } from '#features/documents/rules/assemble.ts';
import { sampleAnswers } from '#features/documents/rules/draw.ts';
import { readHtml } from '#features/documents/rules/read-html.ts';
import { sheetOf } from '#features/documents/rules/sheet.ts';
import { documentLibrary } from '#testing/document-library.ts';
import { makePdf } from './make.ts';

const library = documentLibrary();
const asked: string[] = [];
const fetchFont = async (writing: string, weight: string): Promise<ArrayBuffer> => {
  asked.push(`${writing} ${weight}`);
  const file = await readFile(
    `node_modules/@fontsource/source-serif-4/files/source-serif-4-${writing}-${weight}.woff`,
  );
  return new Uint8Array(file).buffer;
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
const wordsOf = (pdf: Uint8Array) => run('pdftotext', ['-raw', '-', '-'], pdf)?.replace(/\s+/g, ' ') ?? null;
const hasReader = wordsOf(await make('<p>x</p>')) !== null;

test('[GEN-1] every document of the library becomes a PDF without the hub, tagged and with its own letters', async () => {
  for (const template of library.values()) {
    const doc = assemble(template, sampleAnswers(template), { date: '2026-11-21', locale: 'en-GB' });
    const pdf = await makePdf(sheetOf(doc), null, fetchFont);
    const inside = opened(pdf);
    const pages = inside.match(/\/Type \/Page /g)?.length ?? 0;
    expect(Math.abs(pages - template.pages), template.slug).toBeLessThanOrEqual(1);
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

test('[BRAND-3] the letterhead, its logo and the marked blanks are in it; a logo without a name is not', async () => {
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
  if (!hasReader) return;
  expect(wordsOf(pdf)).toMatch(/^Zephyr Quill/);
  expect(wordsOf(pdf)).toContain('Draft: the marked places are still blank. Page 1 of');
});

test('[GEN-1] Cyrillic, Greek, Polish and Vietnamese are set with their own letters; what is not needed is not fetched', async () => {
  asked.length = 0;
  const text = 'Договор с Ольгой · Σύμβαση · Żółć gęślą jaźń · Hợp đồng Nguyễn · naïve “quotes” – 1 234,50 €';
  const pdf = await make(`<h1>Text</h1><p>${text}</p>`);
  expect(asked).toEqual(
    expect.arrayContaining(['cyrillic 400-normal', 'greek 600-normal', 'vietnamese 400-normal']),
  );
  expect(asked.filter((one) => one.endsWith('italic'))).toEqual([]);
  if (hasReader) expect(wordsOf(pdf)).toContain(text.normalize('NFC'));
});

test.each([
  ['Chinese', '合同 <b>甲方</b>', '合'],
  ['Arabic', 'عقد', 'ع'],
  ['Hebrew', 'חוזה', 'ח'],
  ['a picture', 'Done 🎉', '🎉'],
])('[GEN-1] %s cannot be set without the hub, and says so with the way out', async (_name, text, letter) => {
  await expect(make(`<p>${text}</p>`)).rejects.toThrow(
    new RegExp(`no letters for .*${letter}.*Print instead`, 'u'),
  );
});

test('[GEN-1] hostile words are words: nothing in the file runs or leads elsewhere', async () => {
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
  if (hasReader) expect(wordsOf(pdf)).toContain('app.alert(1)');
});

test('[GEN-1] names of 300 letters, a word longer than a line, a cell longer than a page: everything is there', async () => {
  const word = 'Donaudampfschifffahrt'.repeat(30);
  const cell = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
  const pdf = await make(
    `<p>${word}</p><table><tr><th>What</th><th>Text</th></tr><tr><td>a</td><td>${cell}</td></tr></table>` +
      `<div class="doc-signatures"><div class="doc-signature"><p>${'Long Name '.repeat(30)}</p><table><tr><th>Name</th><td>Ada</td></tr></table></div></div>`,
  );
  expect(opened(pdf).match(/\/Type \/Page /g)?.length).toBeGreaterThan(1);
  if (!hasReader) return;
  const words = wordsOf(pdf) ?? '';
  expect(words.replace(/\s/g, '')).toContain(word);
  for (const one of ['word0', 'word450', 'word899', 'Ada']) expect(words).toContain(one);
});
