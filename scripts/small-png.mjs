// A drawing of type and lines needs no more than 256 colours: the same PNG at a third of its size.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Takes an 8-bit RGB or RGBA PNG without interlace, as browsers make them. */
export function smallPng(png) {
  const { width, height, channels, data } = decode(png);
  const count = width * height;
  const keys = new Uint32Array(count);
  const used = new Map();
  for (let n = 0; n < count; n += 1) {
    const at = n * channels;
    const alpha = channels === 4 ? data[at + 3] : 255;
    const key =
      alpha === 0 ? 0 : ((data[at] << 24) | (data[at + 1] << 16) | (data[at + 2] << 8) | alpha) >>> 0;
    keys[n] = key;
    used.set(key, (used.get(key) ?? 0) + 1);
  }
  // The commonest colours stay exactly as they are; the rare ones on the edges of letters take the nearest of them.
  const common = [...used.keys()].sort((a, b) => used.get(b) - used.get(a)).slice(0, 256);
  // See-through colours first: only their transparency is written.
  const palette = common.sort((a, b) => (a & 255) - (b & 255) || used.get(b) - used.get(a));
  const index = new Map(palette.map((key, n) => [key, n]));
  for (const key of used.keys()) if (!index.has(key)) index.set(key, nearestIn(palette, key));
  const raw = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) raw[y * (width + 1) + 1 + x] = index.get(keys[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const alphas = palette.map((key) => key & 255);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((key) => [key >>> 24, (key >>> 16) & 255, (key >>> 8) & 255]))),
    ...(alphas[0] < 255 ? [chunk('tRNS', Buffer.from(alphas.filter((alpha) => alpha < 255)))] : []),
    chunk('IDAT', deflateSync(raw, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearestIn(palette, key) {
  let best = 0;
  let least = Infinity;
  for (const [n, other] of palette.entries()) {
    const apart = [24, 16, 8, 0].reduce(
      (sum, shift) => sum + (((key >>> shift) & 255) - ((other >>> shift) & 255)) ** 2,
      0,
    );
    if (apart < least) [best, least] = [n, apart];
  }
  return best;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, colour, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || interlace !== 0 || ![2, 6].includes(colour))
    throw new Error('Only 8-bit RGB or RGBA PNGs without interlacing are supported');
  const channels = colour === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const packed = inflateSync(Buffer.concat(parts));
  const line = width * channels;
  const data = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = packed[y * (line + 1)];
    for (let x = 0; x < line; x += 1) {
      const value = packed[y * (line + 1) + 1 + x];
      const a = x >= channels ? data[y * line + x - channels] : 0;
      const b = y > 0 ? data[(y - 1) * line + x] : 0;
      const c = x >= channels && y > 0 ? data[(y - 1) * line + x - channels] : 0;
      data[y * line + x] = value + [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
    }
  }
  return { width, height, channels, data };
}

function paeth(a, b, c) {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
