import { Problem } from '#base/problem.ts';
import type { EditedRequest, FileKind, PdfRequest } from '#features/documents/rules/contract.ts';

/** Fetches a document as a PDF and hands it to the browser as a file; rejects with a Problem in words. */
export const downloadPdf = (slug: string, request: PdfRequest, kind: FileKind = 'pdf'): Promise<void> =>
  download(`/api/documents/${slug}/${kind}`, request, kind);

export const downloadEdited = (kind: FileKind, request: EditedRequest): Promise<void> =>
  download(`/api/edited/${kind}`, request, kind);

async function download(address: string, request: PdfRequest | EditedRequest, kind: FileKind): Promise<void> {
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
    throw new Problem('unavailable', 'The hub does not answer, so the file could not be made.');
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
    return 'The file could not be made.';
  }
}
