import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { SiteAsset } from './site.ts';
import { mistake, SiteMistake } from './mistakes.ts';

const mostBytes = 5 * 1024 * 1024;

/** The image type according to its first bytes; a file name proves nothing. */
function pictureType(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024));
  const latin = start.toString('latin1');
  if (latin.startsWith('\x89PNG\r\n')) return 'image/png';
  if (latin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'image/webp';
  if (
    /^\uFEFF?(?:\s|<\?xml[^<>]*>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE[^<>]*>)*<svg[\s>]/.test(
      start.toString('utf8'),
    )
  )
    return 'image/svg+xml';
  return undefined;
}

const typeByEnding: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

const isPicture = (name: string): boolean =>
  !name.startsWith('.') && extname(name).toLowerCase() in typeByEnding;

export function asAsset(bytes: Uint8Array<ArrayBuffer>, type: string): SiteAsset {
  return { bytes, type, version: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) };
}

export async function readPicture(
  path: string,
  at: { file: string; line: number; key: string },
): Promise<SiteAsset> {
  const takes = (got: string, wants: string) =>
    new SiteMistake([mistake(at.file, at.line, `${at.key}: got ${got}, expected ${wants}`)]);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw takes(
      `a file that can’t be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      'a readable file in the site folder',
    );
  });
  const type = pictureType(bytes);
  if (!type || type !== typeByEnding[extname(path).toLowerCase()]) {
    throw takes(
      type ? `${type} with another file extension` : 'a file that isn’t an image',
      'an SVG, PNG, WebP or JPEG image with the matching extension',
    );
  }
  if (bytes.length > mostBytes)
    throw takes(`${bytes.length} bytes`, `an image of at most ${mostBytes / 1024 / 1024} MB`);
  return asAsset(new Uint8Array(bytes), type);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(isPicture).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

// The highest resolution first, if an operator has several.
const logoNames = ['logo.svg', 'logo.webp', 'logo.png', 'logo.jpg', 'logo.jpeg'];

export interface Brand {
  assets: Map<string, SiteAsset>;
  logo: string | null;
  mailLogo: string | null;
}

/**
 * Served under /brand: the shipped icons, each overridden by a file with the same name in site/, and the logo.
 * Served under /images: the shipped images, and those in site/images, for the operator's pages.
 */
export async function readBrand(
  shippedDir: string,
  siteDir: string,
  hub: { accent: string | null; logoFile: string | null; logoLine: number; hubFile: string },
): Promise<Brand> {
  const assets = new Map<string, SiteAsset>();
  const own = await namesIn(siteDir);
  const shipped = await namesIn(join(shippedDir, 'brand'));
  const read = async (folder: string, name: string) => {
    const file = join(folder, name);
    return readPicture(file, { file, line: 1, key: 'picture' });
  };
  for (const name of shipped) {
    const isOwn = own.includes(name);
    const asset = await read(isOwn ? siteDir : join(shippedDir, 'brand'), name);
    assets.set(`/brand/${name}`, isOwn || !hub.accent ? asset : tinted(asset, hub.accent));
  }
  for (const folder of [join(shippedDir, 'images'), join(siteDir, 'images')]) {
    for (const name of await namesIn(folder)) assets.set(`/images/${name}`, await read(folder, name));
  }
  const logoName = hub.logoFile ?? logoNames.find((name) => own.includes(name));
  if (!logoName) return { assets, logo: null, mailLogo: address(assets, 'icon-192.png') };

  const at = hub.logoFile
    ? { file: hub.hubFile, line: hub.logoLine, key: 'logo' }
    : { file: join(siteDir, logoName), line: 1, key: 'logo' };
  assets.set(`/brand/${logoName}`, await readPicture(join(siteDir, logoName), at));
  const plain = rasterLogo(logoName, own);
  if (plain && plain !== logoName) assets.set(`/brand/${plain}`, await read(siteDir, plain));
  return { assets, logo: address(assets, logoName), mailLogo: plain ? address(assets, plain) : null };
}

/** With the image's hash, so that a new logo is never hidden by a cached one. */
const address = (assets: Map<string, SiteAsset>, name: string): string | null => {
  const asset = assets.get(`/brand/${name}`);
  return asset ? `/brand/${name}?v=${asset.version}` : null;
};

/**
 * Mail clients don't show SVG and rarely WebP: the logo itself if it is PNG or JPEG, otherwise a logo.png or .jpg
 * next to it.
 */
function rasterLogo(logoName: string, own: string[]): string | undefined {
  return /\.(png|jpe?g)$/i.test(logoName) ? logoName : own.find((name) => /^logo\.(png|jpe?g)$/i.test(name));
}

/** The shipped mark in the operator's accent color. Its bitmaps keep the default: override them in site/. */
function tinted(asset: SiteAsset, accent: string): SiteAsset {
  if (asset.type !== 'image/svg+xml') return asset;
  const drawing = new TextDecoder()
    .decode(asset.bytes)
    .replace(/(data-accent="stroke"[^<>]* stroke=")[^"]*/g, `$1${accent}`);
  return asAsset(new TextEncoder().encode(drawing), asset.type);
}
