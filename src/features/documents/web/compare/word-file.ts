import { mostOfWord } from '#features/documents/rules/formats/read-word.ts';
import { loadChunk } from '#platform/web/chunks.ts';

const mostOfFile = 5_000_000;
const wanted = new Set(['word/document.xml', 'word/comments.xml']);
const unreadable = 'We can’t read this file. Save it as a Word document (.docx), then try again.';

/** The two parts of a Word file that hold words, each measured before it is unpacked. */
export async function readWordFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
): Promise<{ document: string; comments: string }> {
  if (file.size > mostOfFile) throw new Error('This file is larger than 5 MB. Open a smaller one.');
  const { unzipSync, strFromU8 } = await loadChunk(() => import('fflate'));
  let tooLarge = false;
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter({ name, originalSize }) {
        if (!wanted.has(name)) return false;
        if (originalSize > mostOfWord) tooLarge = true;
        return originalSize <= mostOfWord;
      },
    });
  } catch {
    throw new Error(unreadable);
  }
  if (tooLarge) throw new Error('The text in this file is too long. Split it, then open each part.');
  const document = parts['word/document.xml'];
  if (!document) throw new Error(unreadable);
  const comments = parts['word/comments.xml'];
  return { document: strFromU8(document), comments: comments ? strFromU8(comments) : '' };
}
