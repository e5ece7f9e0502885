import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMarkdownFile, readFrontMatter, readText } from '#platform/server/site/front-matter.ts';
import { fileName, mistake, SiteMistake } from '#platform/server/site/mistakes.ts';
import { catalogueSchema, offSaleSchema } from './product-schema.ts';
import { type ReadProduct, readProduct } from './read-product.ts';

export interface CatalogueFolders {
  shipped: string;
  own: string;
  /** Open to the public: what ships is a sample then, and sold only where the operator says so. */
  isLive?: boolean;
}

/** One reading of the folders: what can be sold, and what cannot because something in it is wrong. */
export interface Reading {
  products: ReadProduct[];
  /** Their folders are there, so nothing is known about them: what was sold before is sold on. */
  unread: string[];
  /** "site/catalog/pack/product.md:4: price: got ..." */
  mistakes: string[];
}

/**
 * Reads every product: the shipped ones, each replaced by the operator's folder of the same name, and the operator's
 * own. A mistake in one product concerns that product alone.
 */
export async function readCatalogue({ shipped, own, isLive = false }: CatalogueFolders): Promise<Reading> {
  const reading: Reading = { products: [], unread: [], mistakes: [] };
  const note = (error: unknown, id?: string): void => {
    if (!(error instanceof SiteMistake)) throw error;
    reading.mistakes.push(...error.message.split('\n'));
    if (id !== undefined) reading.unread.push(id);
  };

  let wantsShipped = !isLive;
  try {
    wantsShipped = await readWantsShipped(own, isLive);
  } catch (error) {
    note(error);
  }
  const theirs = await ownFolders(own);
  const folders = new Map([...(wantsShipped ? await foldersIn(shipped) : []), ...theirs]);
  for (const [id, folder] of folders) {
    try {
      const place = theirs.has(id) ? () => standing(own, id) : async () => folder;
      const product = await unmoved(place, async (at) => {
        const path = join(at, 'product.md');
        if (theirs.has(id) && (await isOffSale(path))) return null;
        assertId(id, path);
        return readProduct(id, at);
      });
      if (product) reading.products.push(product);
    } catch (error) {
      note(error, id);
    }
  }
  reading.products.sort((a, b) => a.order - b.order || a.id.localeCompare(b.id, 'en'));
  return reading;
}

/** Where a save puts a whole folder down before it takes the place of the one before: from then on it counts. */
export const nextFolder = (own: string, id: string): string => join(own, '.next', id);

/** While a save moves folders, one name or the other is there at every moment; asked in this order, none is missed. */
export async function ownFolders(own: string): Promise<Map<string, string>> {
  const before = await foldersIn(own);
  const next = await foldersIn(join(own, '.next'));
  return new Map([...before, ...(await foldersIn(own)), ...next]);
}

export async function standing(own: string, id: string): Promise<string> {
  const next = nextFolder(own, id);
  return (await stat(next).catch(() => null)) ? next : join(own, id);
}

const mostTries = 5;

/** Read in one piece: if another folder came into its place meanwhile, once more. */
async function unmoved<T>(place: () => Promise<string>, read: (folder: string) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const folder = await place();
    const was = await stat(folder).catch(() => null);
    const outcome = await read(folder).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const after = await place();
    const is = await stat(after).catch(() => null);
    if (tries < mostTries && (after !== folder || is?.ino !== was?.ino)) continue;
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }
}

function assertId(id: string, path: string): void {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 60) {
    throw new SiteMistake([
      mistake(
        path,
        1,
        `folder name: got "${id}", expected lowercase letters, digits and single hyphens, such as launch-checklist`,
      ),
    ]);
  }
}

export const catalogueFile = (own: string): string => join(own, 'catalog.md');

/** What the operator says about the shipped products; null if nothing. */
export async function readSaysShipped(own: string): Promise<'yes' | 'no' | null> {
  const path = catalogueFile(own);
  const text = await textIfThere(path);
  if (text === null) return null;
  return readFrontMatter(parseMarkdownFile(path, text), catalogueSchema).shippedProducts;
}

export async function readWantsShipped(own: string, isLive = false): Promise<boolean> {
  const says = await readSaysShipped(own);
  return says === null ? !isLive : says === 'yes';
}

async function isOffSale(path: string): Promise<boolean> {
  const text = await textIfThere(path);
  if (text === null) return false;
  const file = parseMarkdownFile(path, text);
  if (typeof file.data !== 'object' || file.data === null || !('onSale' in file.data)) return false;
  // By itself it takes a shipped product off sale; among other keys it says whether this one is on sale.
  if (Object.keys(file.data).length > 1) return file.data.onSale === 'no';
  readFrontMatter(file, offSaleSchema);
  return true;
}

async function textIfThere(path: string): Promise<string | null> {
  return readText(path).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return null;
    if (error instanceof SiteMistake) throw error;
    throw new SiteMistake([`${fileName(path)}: can’t be read (${error.code ?? error.message})`]);
  });
}

/** Folders that hold a product, by the id that their name is. */
export async function foldersIn(catalogue: string): Promise<Map<string, string>> {
  const entries = await readdir(catalogue, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const names = entries
    .filter((entry) => !entry.isFile() && !/^[._]/.test(entry.name))
    .map(({ name }) => name);
  return new Map(names.sort().map((name) => [name, join(catalogue, name)]));
}

const isMissing = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ENOENT' || error.code === 'ENOTDIR';
