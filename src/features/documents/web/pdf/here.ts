import { Problem } from '#base/problem.ts';
import { readBranding } from '#features/branding/rules/branding.ts';
import type { PdfRequest } from '#features/documents/rules/contract.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { sheetOf, type SheetOptions } from '#features/documents/rules/formats/sheet.ts';
import type { Dots } from './file.ts';
import { fontFiles } from './font-files.ts';
import { lettersFor } from './letters.ts';
import { countPages, makePdf } from './make.ts';

const optionsOf = (branding: PdfRequest['branding'] | null): SheetOptions =>
  branding ? { branding: readBranding(branding) } : {};

const fetched = new Map<string, Promise<ArrayBuffer>>();

/** Letters stay in memory once they were asked for: the network may be gone when they are needed. */
function fetchFont(writing: string, weight: string): Promise<ArrayBuffer> {
  const name = `${writing}-${weight}`;
  const known = fetched.get(name);
  if (known) return known;
  const asked = load(fontFiles[name] ?? '').catch(() => {
    fetched.delete(name);
    throw new Problem(
      'unavailable',
      'The fonts for a PDF aren’t on this device yet, and we can’t reach the server. Print instead.',
    );
  });
  fetched.set(name, asked);
  return asked;
}

async function load(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  return response.arrayBuffer();
}

/** Fetches what this document needs, so that it is at hand without a network. */
export async function prepare(doc: Doc, branding: PdfRequest['branding'] | null): Promise<void> {
  await lettersFor(sheetOf(doc, optionsOf(branding)), fetchFont).catch(() => undefined);
}

export async function pdfHere(doc: Doc, branding: PdfRequest['branding'] | null): Promise<Blob> {
  const options = optionsOf(branding);
  const logo = await dotsOf(options.branding?.logo ?? '');
  const pdf = await makePdf(
    sheetOf(doc, options, () => logo),
    logo,
    fetchFont,
  );
  return new Blob([pdf], { type: 'application/pdf' });
}

/** How many pages this text takes, as this browser sets it. */
export async function pagesHere(doc: Doc, branding: PdfRequest['branding'] | null): Promise<number> {
  const options = optionsOf(branding);
  const logo = await dotsOf(options.branding?.logo ?? '');
  return countPages(
    sheetOf(doc, options, () => logo),
    fetchFont,
  );
}

const mostDots = 600;

/** A logo as dots, made small while it is opened; a picture that cannot be opened is left out. */
async function dotsOf(dataUrl: string): Promise<Dots | null> {
  if (!/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(dataUrl)) return null;
  try {
    const picture = new Image();
    picture.src = dataUrl;
    await picture.decode();
    const { naturalWidth, naturalHeight } = picture;
    if (naturalWidth * naturalHeight > 16_000_000) return null;
    const scale = Math.min(1, mostDots / Math.max(naturalWidth, naturalHeight));
    const [width, height] = [naturalWidth, naturalHeight].map((one) =>
      Math.max(1, Math.round(one * scale)),
    ) as [number, number];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const brush = canvas.getContext('2d');
    if (!brush) return null;
    brush.drawImage(picture, 0, 0, width, height);
    return { width, height, rgba: brush.getImageData(0, 0, width, height).data };
  } catch {
    return null;
  }
}
