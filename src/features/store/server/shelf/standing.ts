import { type Planned, readPlanned } from '#base/planned.ts';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMarkdownFile, readText } from '#platform/server/site/front-matter.ts';
import { SiteMistake } from '#platform/server/site/mistakes.ts';
import { isProductId } from '../../rules/product.ts';
import type { SaleTime } from '../../rules/sale-time.ts';
import {
  type CatalogueFolders,
  foldersIn,
  ownFolders,
  readWantsShipped,
  standing,
} from '../read-catalogue.ts';
import { printOf } from './folder-work.ts';
import { mostLetters } from './form.ts';
import { isNote } from './product-folders.ts';

/** A product as its folder says it at this moment, on sale or not. */
export interface Standing {
  id: string;
  folder: string;
  /** One that ships is copied before it is changed. */
  from: 'own' | 'shipped';
  /** The hub ships one of this name. */
  isShipped: boolean;
  /** Nobody has taken it off sale; its time may still be to come, or over. */
  isOnSale: boolean;
  sale: SaleTime<Planned>;
  title: string;
  /** product.md */
  text: string;
  /** The text of its license and the file's name inside the folder, where that can be edited in a form. */
  licence: { file: string; text: string } | null;
  /** Another one means that somebody changed something in the folder. */
  print: string;
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;

export async function wantsShipped({ own, isLive = false }: CatalogueFolders): Promise<boolean> {
  return readWantsShipped(own, isLive).catch((error: unknown) => {
    if (error instanceof SiteMistake) return !isLive;
    throw error;
  });
}

/** Null if there is no product of this name. */
export async function readStanding(folders: CatalogueFolders, id: string): Promise<Standing | null> {
  if (!isProductId(id)) return null;
  const [own, shipped] = [await standing(folders.own, id), join(folders.shipped, id)];
  const isShipped = (await isFolder(shipped)) && (await wantsShipped(folders));
  const hasOwn = await isFolder(own);
  const isOff = hasOwn && (await isNote(own));
  if (isOff ? !isShipped : !hasOwn && !isShipped) return null;
  const from = hasOwn && !isOff ? 'own' : 'shipped';
  const folder = from === 'own' ? own : shipped;
  const print = await printOf(folder);
  const text = await readText(join(folder, 'product.md')).catch(() => '');
  const said = saidIn(text);
  return {
    id,
    folder,
    from,
    isShipped,
    isOnSale: from === 'shipped' ? !isOff : said.onSale !== 'no',
    sale: { from: readPlanned(said.onSaleFrom ?? ''), until: readPlanned(said.onSaleUntil ?? '') },
    title: said.title ?? id,
    text,
    licence: await readLicence(folder, said.licenceFile),
    print,
  };
}

interface Said {
  title?: string | undefined;
  onSale?: string | undefined;
  onSaleFrom?: string | undefined;
  onSaleUntil?: string | undefined;
  licenceFile?: string | undefined;
}

/** As much as can be read: also a file with mistakes in it has a name. */
function saidIn(text: string): Said {
  try {
    const data = parseMarkdownFile('', text).data as Record<string, unknown> | null;
    const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
    const licence = data?.['licence'] as Record<string, unknown> | null | undefined;
    return {
      title: textOf(data?.['title']),
      onSale: textOf(data?.['onSale']),
      onSaleFrom: textOf(data?.['onSaleFrom']),
      onSaleUntil: textOf(data?.['onSaleUntil']),
      licenceFile: textOf(licence?.['file']),
    };
  } catch {
    return {};
  }
}

/** Only a file of the folder itself: what a link leads to belongs to something else. */
async function readLicence(folder: string, file: string | undefined): Promise<Standing['licence']> {
  if (file === undefined || !/\.(?:md|txt)$/i.test(file)) return null;
  const path = join(folder, file);
  const info = await lstat(path).catch(() => null);
  if (!info?.isFile() || info.size > mostLetters) return null;
  if ((await realpath(path)) !== join(await realpath(folder), file)) return null;
  const text = await readFile(path, 'utf8');
  return text.includes('\uFFFD') || text.includes('\0') ? null : { file, text };
}

/** The address of every product that there is a folder of. */
export async function standingNames(folders: CatalogueFolders): Promise<string[]> {
  const shipped = (await wantsShipped(folders))
    ? await foldersIn(folders.shipped)
    : new Map<string, string>();
  return [...new Set([...(await ownFolders(folders.own)).keys(), ...shipped.keys()])].toSorted();
}
