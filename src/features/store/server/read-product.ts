import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import {
  type MarkdownFile,
  parseMarkdownFile,
  readFrontMatter,
  readText,
} from '#platform/server/site/front-matter.ts';
import { fileName, mistake, SiteMistake } from '#platform/server/site/mistakes.ts';
import { renderMarkdown } from '#platform/server/site/markdown.ts';
import { zip, type ZipEntry } from '#platform/server/zip.ts';
import type { Product, ProductImage } from '../rules/product.ts';
import type { SaleTime } from '../rules/sale-time.ts';
import { isInside } from './inside.ts';
import { digestOf } from './known-files.ts';
import { type ProductKeys, productSchema } from './product-schema.ts';
import { type PictureBlob, readPictureSet } from './read-pictures.ts';

/** A product as its folder says it, with the bytes still where they are. */
export interface ReadProduct {
  id: string;
  order: number;
  /** What its page shows; images are named by where they will be served. */
  content: Product;
  /** What a buyer downloads, in the order of `content.files`. */
  downloads: Download[];
  pictures: PictureBlob[];
  /** From when until when it is sold. */
  sale: SaleTime;
  /** Each of its buyers gets a licence key. */
  issuesKeys: boolean;
  /** Of everything above: another one means that something changed. */
  hash: string;
}

export interface Blob {
  open(): Uint8Array | AsyncIterable<Uint8Array>;
}

export interface Download extends Blob {
  hash: string;
  name: string;
  words: string;
  bytes: number;
  type: string;
}

export async function readProduct(id: string, folder: string): Promise<ReadProduct> {
  const path = join(folder, 'product.md');
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof SiteMistake) throw error;
    throw new SiteMistake([
      `${fileName(path)}: can’t be read (${error.code ?? error.message}): a product folder needs a product.md`,
    ]);
  });
  const file = parseMarkdownFile(path, text);
  const keys = readFrontMatter(file, productSchema);
  const faults = [...changelogFaults(file, keys), ...saleFaults(file, keys)];

  const downloads: (Download & { holds: number | null; pages: number | null })[] = [];
  const images: ProductImage[] = [];
  const pictures: PictureBlob[] = [];
  const note = (error: unknown): void => {
    if (!(error instanceof SiteMistake)) throw error;
    faults.push(...error.message.split('\n'));
  };
  const newest = keys.changelog[0]?.date ?? '1980-01-01';
  for (const [at, entry] of keys.files.entries()) {
    await readDownload(folder, entry, at, file, newest).then((download) => downloads.push(download), note);
  }
  const licence = { file: keys.licence.file, words: `The license: ${keys.licence.name}` };
  await readDownload(folder, licence, 'licence', file, newest).then(
    (download) => downloads.push(download),
    note,
  );
  for (const [at, { file: name, alt }] of keys.images.entries()) {
    const place = { file: path, line: file.lineOf(['images', at, 'file']), key: `images.${at + 1}.file` };
    await readPictureSet(folder, name, alt, place).then(({ image, blobs }) => {
      images.push(image);
      pictures.push(...blobs);
    }, note);
  }
  faults.push(...twins(downloads, file));
  if (faults.length > 0) throw new SiteMistake(faults);

  const content: Product = {
    id,
    title: keys.title,
    summary: keys.summary,
    kind: keys.kind,
    tags: keys.tags,
    priceCents: keys.price,
    version: keys.changelog[0]?.version ?? '',
    updated: newest,
    images,
    files: downloads.map(({ name, words, bytes, holds, pages }) => ({ name, words, bytes, holds, pages })),
    changelog: keys.changelog,
    licence: { name: keys.licence.name, words: keys.licence.words },
    unlocks: keys.unlocks ?? [],
    html: renderMarkdown(file.body).html,
    ...(keys.asks && { asks: keys.asks }),
  };
  const order = keys.order ?? 1000;
  const sale = { from: keys.onSaleFrom?.at ?? null, until: keys.onSaleUntil?.at ?? null };
  const issuesKeys = keys.licenceKeys === 'yes';
  const hash = sha256(
    Buffer.from(
      JSON.stringify([
        order,
        content,
        downloads.map((download) => download.hash),
        issuesKeys,
        // Without a time it is the hash that it always was.
        ...((sale.from ?? sale.until) ? [sale] : []),
      ]),
    ),
  );
  return { id, order, content, downloads, pictures, sale, issuesKeys, hash };
}

function* changelogFaults(file: MarkdownFile, { changelog }: ProductKeys): Generator<string> {
  const seen = new Set<string>();
  for (const [at, { version, date }] of changelog.entries()) {
    const says = (key: string, got: string, takes: string) =>
      mistake(
        file.path,
        file.lineOf(['changelog', at, key]),
        `changelog.${at + 1}.${key}: got "${got}", expected ${takes}`,
      );
    if (seen.has(version)) yield says('version', version, 'a version that isn’t listed yet');
    seen.add(version);
    const above = changelog[at - 1];
    if (above && above.date < date)
      yield says('date', date, `a day not later than ${above.date}, because the newest version comes first`);
  }
}

function* saleFaults(file: MarkdownFile, { onSaleFrom, onSaleUntil }: ProductKeys): Generator<string> {
  if (onSaleFrom && onSaleUntil && onSaleUntil.at <= onSaleFrom.at)
    yield mistake(
      file.path,
      file.lineOf(['onSaleUntil']),
      'onSaleUntil: got a time that isn’t later than onSaleFrom, expected a later one',
    );
}

function* twins(downloads: Download[], file: MarkdownFile): Generator<string> {
  const seen = new Set<string>();
  for (const [at, { name }] of downloads.entries()) {
    if (seen.has(name.toLowerCase()))
      yield mistake(
        file.path,
        file.lineOf(['files', at]),
        `files: got "${name}" twice, expected unique names (give one of them a "name:")`,
      );
    seen.add(name.toLowerCase());
  }
}

interface Named {
  file: string;
  name?: string | undefined;
  words: string;
  pages?: number | undefined;
}

/** A file as it lies there, or a folder packed into one. */
async function readDownload(
  folder: string,
  entry: Named,
  at: number | 'licence',
  file: MarkdownFile,
  day: string,
) {
  const source = join(folder, entry.file);
  const [key, keyPath] =
    at === 'licence'
      ? ['licence.file', ['licence', 'file']]
      : [`files.${at + 1}.file`, ['files', at, 'file']];
  const refuse = (got: string) =>
    new SiteMistake([
      mistake(
        file.path,
        file.lineOf(keyPath as PropertyKey[]),
        `${key}: got ${got}, expected a file or folder inside ${fileName(folder)}`,
      ),
    ]);
  const info = await stat(source).catch((error: NodeJS.ErrnoException) => {
    throw refuse(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `"${entry.file}", which doesn’t exist`
        : `"${entry.file}", which can’t be read (${error.code})`,
    );
  });
  if (!(await isInside(folder, source)))
    throw refuse(`"${entry.file}", a link that leads out of the product’s folder`);
  const about = { words: entry.words, pages: entry.pages ?? null };
  if (info.isDirectory()) {
    const inside = await entriesBelow(source);
    if (inside.length === 0) throw refuse(`"${entry.file}", an empty folder`);
    const name = entry.name ?? `${basename(entry.file)}.zip`;
    const root = name.replace(/\.zip$/, '');
    // The same bytes whenever it is packed: the day of the version stands on every file.
    const bytes = await zip(
      inside.map(({ path, bytes: content }) => ({ path: `${root}/${path}`, bytes: content })),
      new Date(`${day}T00:00:00Z`),
    );
    return {
      ...about,
      name,
      bytes: bytes.length,
      type: 'application/zip',
      holds: inside.length,
      hash: sha256(bytes),
      open: () => bytes,
    };
  }
  if (!info.isFile()) throw refuse(`"${entry.file}", which isn’t a file or folder`);
  const name = entry.name ?? basename(entry.file);
  return {
    ...about,
    name,
    bytes: info.size,
    type: typeOf(name),
    holds: null,
    hash: await digestOf(source),
    open: () => createReadStream(source),
  };
}

async function entriesBelow(folder: string, prefix = ''): Promise<ZipEntry[]> {
  const found: ZipEntry[] = [];
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !['node_modules', '.git'].includes(entry.name))
      found.push(...(await entriesBelow(path, `${prefix}${entry.name}/`)));
    else if (entry.isFile() && entry.name !== '.DS_Store')
      found.push({ path: `${prefix}${entry.name}`, bytes: await readFile(path) });
  }
  return found;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

// Everything is sent to be kept, never shown: a browser must not run what somebody sells.
const types: Record<string, string> = {
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
const typeOf = (name: string): string => types[extname(name).toLowerCase()] ?? 'application/octet-stream';
