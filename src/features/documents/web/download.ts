import { useEffect, useState } from 'react';
import { plainLocale } from '#base/locale.ts';
import { Problem } from '#base/problem.ts';
import type {
  ComparedRequest,
  EditedRequest,
  FileKind,
  PdfRequest,
} from '#features/documents/rules/contract.ts';
import type { Answers } from '#features/documents/rules/answers/values.ts';
import type { Doc } from '#features/documents/rules/assembly/doc.ts';
import { loadChunk } from '#platform/web/chunks.ts';
import { today } from './today.ts';

/** The hub did not answer at all: what it would have made may be made here. */
class NoAnswer extends Problem {
  constructor() {
    super('unavailable', 'Can’t reach the server, so we couldn’t create the file.');
  }
}

const maker = () => loadChunk(() => import('./pdf/here.ts'));

/** The maker of PDFs and the letters of this text come while nothing else does, and are there when the network is not. */
export function usePdfAtHand(doc: Doc, branding: PdfRequest['branding'] | null): void {
  useEffect(() => {
    const begin = () =>
      void maker().then(
        ({ prepare }) => prepare(doc, branding),
        () => undefined,
      );
    if (!('requestIdleCallback' in window)) return undefined;
    let asked = 0;
    // Not between two letters: looking through a long text takes some of the time to show them.
    const resting = setTimeout(() => (asked = requestIdleCallback(begin)), 1000);
    return () => {
      clearTimeout(resting);
      cancelIdleCallback(asked);
    };
  }, [doc, branding]);
}

/** How many pages a text takes; null until they are counted, and where they cannot be. */
export function usePageCount(doc: Doc, branding: PdfRequest['branding'] | null): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let isHere = true;
    // Not between two letters.
    const resting = setTimeout(() => {
      maker()
        .then(({ pagesHere }) => pagesHere(doc, branding))
        .then(
          (pages) => isHere && setCount(pages),
          () => isHere && setCount(null),
        );
    }, 300);
    return () => {
      isHere = false;
      clearTimeout(resting);
    };
  }, [doc, branding]);
  return count;
}

/** A PDF that this browser sets by itself: nothing is sent anywhere. */
export async function makePdfHere(doc: Doc, branding: PdfRequest['branding'] | null): Promise<void> {
  const { pdfHere } = await maker();
  const file = await pdfHere(doc, branding);
  handOver(file, `${doc.slug}.pdf`);
}

/** By the hub; a PDF by this browser where the hub does not answer. Says who made it. */
export async function fileOrHere(
  kind: FileKind,
  byHub: () => Promise<void>,
  doc: Doc,
  branding: PdfRequest['branding'] | null,
): Promise<'hub' | 'here'> {
  try {
    await byHub();
    return 'hub';
  } catch (error) {
    if (kind !== 'pdf' || !(error instanceof NoAnswer)) throw error;
    await makePdfHere(doc, branding);
    return 'here';
  }
}

/** Fetches a document as a PDF and hands it to the browser as a file; rejects with a Problem in words. */
export const downloadPdf = (slug: string, request: PdfRequest, kind: FileKind = 'pdf'): Promise<void> =>
  download(`/api/documents/${slug}/${kind}`, request, kind);

/** As it is on this day, in the reader's own way of writing figures. */
export const downloadFilled = (slug: string, answers: Answers): Promise<void> =>
  downloadPdf(slug, { answers, date: today(), locale: plainLocale(navigator.language) });

export const downloadEdited = (kind: FileKind, request: EditedRequest): Promise<void> =>
  download(`/api/edited/${kind}`, request, kind);

export const downloadCompared = (kind: FileKind, request: ComparedRequest): Promise<void> =>
  download(`/api/compared/${kind}`, request, kind);

async function download(
  address: string,
  request: PdfRequest | EditedRequest | ComparedRequest,
  kind: FileKind,
): Promise<void> {
  let response: Response;
  let file: Blob;
  try {
    response = await fetch(address, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(30_000),
    });
    file = await response.blob();
  } catch {
    throw new NoAnswer();
  }
  if (!response.ok || !file.type.startsWith('application/') || file.type === 'application/json')
    throw new Problem('unavailable', await wordsIn(file));
  const name =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `document.${kind}`;
  handOver(file, name);
}

/** Gives the browser a file to keep. */
export function handOver(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function wordsIn(answer: Blob): Promise<string> {
  try {
    const { error } = JSON.parse(await answer.text()) as { error: { message: string } };
    return error.message;
  } catch {
    return 'We couldn’t create the file.';
  }
}
