/** A logo that may go into a PDF: a picture in the text itself, of a kind and size that can be drawn safely. */
export function readLogo(dataUrl: string): Logo | null {
  const match = /^data:image\/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/.exec(dataUrl);
  if (!match) return null;
  const bytes = Buffer.from(match[1] ?? '', 'base64');
  const size = pictureSize(bytes);
  // A small file can unfold into gigabytes: the header tells how large it would be.
  const fits = size !== null && size.width > 0 && size.height > 0 && size.width * size.height <= 16_000_000;
  return fits ? { bytes, ...size } : null;
}

export interface Logo extends Size {
  bytes: Buffer;
}

interface Size {
  width: number;
  height: number;
}

function pictureSize(bytes: Buffer): Size | null {
  try {
    const kind = bytes.toString('latin1', 0, 12);
    if (kind.startsWith('\x89PNG\r\n\x1a\n'))
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (kind.startsWith('GIF8')) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    if (kind.startsWith('\xff\xd8\xff')) return jpegSize(bytes);
    if (kind.startsWith('RIFF') && kind.endsWith('WEBP')) return webpSize(bytes);
    return null;
  } catch {
    return null;
  }
}

function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function webpSize(bytes: Buffer): Size | null {
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  if (chunk === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
}
