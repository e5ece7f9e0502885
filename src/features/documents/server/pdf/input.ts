import { wellFormedWithin } from '#base/well-formed.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { sheetOf, type SheetOptions } from '#features/documents/rules/formats/sheet.ts';
import { type Logo, readLogo } from './logo.ts';
import type { Finishing } from './work.ts';

/** What goes to the worker: the sheet's data as one JSON text, and the logo's bytes. */
export interface PdfJob {
  input: string;
  logo: Uint8Array | null;
  /** Letters that no font has get stand-ins, and never refuse it. */
  mustCome: boolean;
  attached: Finishing['attached'];
}

export function pdfJob(
  doc: Doc,
  options?: SheetOptions,
  mustCome = false,
  finishing: Finishing | null = null,
): PdfJob {
  let logo: Logo | null = null;
  const sheet = sheetOf(doc, options, (dataUrl) => (logo = readLogo(dataUrl)));
  const finished = finishing && {
    certificate: wellFormedWithin(finishing.certificate),
    attached: finishing.attached.map(({ name, mime, description }) => ({ name, mime, description })),
  };
  return {
    input: composed(JSON.stringify(finished ? { ...sheet, finished } : sheet)),
    logo: (logo as Logo | null)?.bytes ?? null,
    mustCome,
    attached: finishing?.attached ?? [],
  };
}

/** Syllables and sounds that a file system has taken apart, in one piece again: no font draws their parts. */
const composed = (text: string): string =>
  /[\u1100-\u11ff]|\u3099|\u309a/.test(text) ? text.normalize('NFC') : text;
