import { pictureFacts } from '#features/branding/rules/picture.ts';
import type { GiftKind } from '../rules/gift.ts';

/** Whether a file is what its name says, as far as its own bytes tell: a web page under another name is turned away. */
export function isReally(kind: GiftKind, bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024));
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // With files in it, or empty.
  const isZip = ['504b0304', '504b0506'].includes(start.toString('hex', 0, 4));
  switch (kind) {
    case 'pdf':
      return start.subarray(bomOf(start)).toString('latin1').startsWith('%PDF-');
    case 'epub':
      return isZip && start.toString('latin1', 30, 58) === 'mimetypeapplication/epub+zip';
    case 'zip':
      return isZip;
    case 'docx':
      return isZip && whole.includes('word/document');
    case 'xlsx':
      return isZip && whole.includes('xl/workbook');
    case 'pptx':
      return isZip && whole.includes('ppt/presentation');
    case 'png':
      return pictureFacts(bytes)?.kind === 'png';
    case 'jpg':
      return pictureFacts(bytes)?.kind === 'jpeg';
    case 'mp3':
      return (
        start.toString('latin1', 0, 3) === 'ID3' || (start[0] === 0xff && ((start[1] ?? 0) & 0xe0) === 0xe0)
      );
    case 'txt':
    case 'csv':
      return isPlainText(whole);
  }
}

const bomOf = (start: Buffer): number => (start.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? 3 : 0);

function isPlainText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  const start = bytes.toString('latin1', bomOf(bytes), 1024);
  return !/^\s*<(?:!doctype|!--|\?xml|html|head|body|script|svg|iframe|meta)\b/i.test(start);
}
