import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, pictureFacts, pictureOfDataUrl, refusedPicture } from './picture.ts';

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const png = Buffer.from(onePixel, 'base64');

function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('a file is what its bytes say, not what its name says', () => {
  expect(pictureFacts(png)).toEqual({ kind: 'png', size: { width: 1, height: 1 } });
  expect(pictureFacts(Buffer.from('GIF89a\x05\x00\x06\x00'))).toEqual({
    kind: 'gif',
    size: { width: 5, height: 6 },
  });
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 0, 7, 0, 9, 3]);
  expect(pictureFacts(jpeg)).toEqual({ kind: 'jpeg', size: { width: 9, height: 7 } });
  const webp = Buffer.concat([
    Buffer.from('RIFF....WEBPVP8X'),
    Buffer.alloc(8),
    Buffer.from([99, 0, 0, 49, 0, 0]),
  ]);
  expect(pictureFacts(webp)).toEqual({ kind: 'webp', size: { width: 100, height: 50 } });
  for (const text of [
    '<svg xmlns="x"/>',
    '\ufeff<?xml version="1.0"?>\n<svg/>',
    '<!-- drawn --><svg >',
    '<!DOCTYPE svg PUBLIC ""><svg>',
  ])
    expect(pictureFacts(Buffer.from(text))?.kind).toBe('svg');
  for (const text of ['', 'hello', '<html><svg></html>', '%PDF-1.7', 'BM'])
    expect(pictureFacts(Buffer.from(text))).toBeNull();
});

test('no bytes at all can make reading a header fail', () => {
  const starts = [
    '\x89PNG\r\n\x1a\n',
    'GIF8',
    '\xff\xd8\xff\xe0',
    'RIFF....WEBPVP8 ',
    'RIFF....WEBPVP8L',
    '',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.uint8Array({ maxLength: 60 }),
      (start, rest) => void pictureFacts(Buffer.concat([Buffer.from(start, 'latin1'), rest])),
    ),
  );
});

test('a huge, empty, foreign or cut file is refused with words, before it is drawn', () => {
  expect(refusedPicture(pictureFacts(png), png.length)).toBeNull();
  expect(refusedPicture(null, 0)).toMatch(/empty/);
  expect(refusedPicture(pictureFacts(png), 11 * 1024 * 1024)).toMatch(/11 MB.*10 MB/);
  expect(refusedPicture(null, 100)).toMatch(/PNG, JPEG, WebP or SVG/);
  expect(refusedPicture(pictureFacts(pngOf(50_000, 50_000)), 100)).toMatch(/50000 × 50000 pixels/);
  expect(refusedPicture(pictureFacts(pngOf(20_000, 10)), 100)).toMatch(
    /20000 × 10 pixels, which is too large/,
  );
  expect(refusedPicture(pictureFacts(pngOf(0, 10)), 100)).toMatch(/damaged/);
  expect(refusedPicture({ kind: 'svg', size: null }, 2 * 1024 * 1024)).toMatch(/Save it as a PNG/);
});

test('a logo is a picture in the text itself, of the kind that it says', () => {
  expect(pictureOfDataUrl(`data:image/png;base64,${onePixel}`)?.kind).toBe('png');
  const refused = [
    `data:image/jpeg;base64,${onePixel}`,
    'data:image/svg+xml;base64,PHN2Zy8+',
    'https://wren.example/x.png',
    `data:image/png;base64,${onePixel}"><script>`,
    'data:image/png;base64,',
    `data:image/png;base64,${pngOf(9000, 10).toString('base64')}`,
  ];
  for (const text of refused) expect(pictureOfDataUrl(text), text.slice(0, 60)).toBeNull();
});

test('base64 is read as everybody else reads it', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(Buffer.from(fromBase64(Buffer.from(bytes).toString('base64')))).toEqual(Buffer.from(bytes));
    }),
  );
});
