import { Problem } from '#base/problem.ts';
import type { Sheet } from '#features/documents/rules/formats/sheet.ts';
import { setBlocks } from './body.ts';
import { type Dots, writeFile } from './file.ts';
import { setContents, setLetterhead, setMargins } from './furniture.ts';
import { type Fetch, lettersFor } from './letters.ts';
import { muted, Setting } from './setting.ts';

/** A sheet as a PDF without the hub. Rejects with words where its letters are not at hand. */
export async function makePdf(
  sheet: Sheet,
  logo: Dots | null,
  fetchFont: Fetch,
): Promise<Uint8Array<ArrayBuffer>> {
  return writeFile(await set(sheet, fetchFont), {
    title: sheet.doc.title,
    author: sheet.brand?.name ?? '',
    language: sheet.doc.language,
    logo: sheet.brand?.logo ? logo : null,
  });
}

/** How many pages it takes. */
export const countPages = async (sheet: Sheet, fetchFont: Fetch): Promise<number> =>
  (await set(sheet, fetchFont)).pages.length;

async function set(sheet: Sheet, fetchFont: Fetch): Promise<Setting> {
  const letters = await lettersFor(sheet, fetchFont);
  if (letters.missing !== '') {
    const some = [...letters.missing].slice(0, 6).join(' ');
    throw new Problem(
      'unavailable',
      `This browser has no fonts for ${some} to put in a PDF offline. Print instead.`,
    );
  }
  const at = new Setting(sheet, letters);
  setLetterhead(at, sheet);
  const { contents, summaries } = sheet;
  const before = contents?.at ?? 0;
  setBlocks(at, sheet.doc.blocks.slice(0, before), summaries);
  const setPages = contents && setContents(at, contents.entries);
  setBlocks(at, sheet.doc.blocks.slice(before), summaries);
  setPages?.();
  if (sheet.doc.notice !== '')
    at.put([{ r: 'text', text: sheet.doc.notice }], at.part('P'), {
      size: 8,
      color: muted,
      // Rather closer than on a page of its own.
      above: Math.max(12, Math.min(34, at.room - 24)),
    });
  setMargins(at, sheet);
  return at;
}
