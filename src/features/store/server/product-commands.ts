import { stat } from 'node:fs/promises';
import { countOf } from '#base/count.ts';
import { Problem } from '#base/problem.ts';
import type { HubCommand } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { newestVersion, tellOfVersion } from './orders/new-versions.ts';
import { money } from './orders/words.ts';
import type { Shelf } from './shelf/shelf.ts';
import { type CatalogueFolders, readCatalogue } from './read-catalogue.ts';

/** The catalogue as it would be read at the next start, without changing what is on sale. */
export const productCheckCommand = (folders: CatalogueFolders): HubCommand => ({
  name: 'product check',
  usage: 'product check',
  summary: 'Check the catalog folders and list errors with file and line',
  async run(_args, print) {
    const { products, mistakes } = await readCatalogue(folders);
    for (const line of mistakes) print(line);
    for (const { id, content } of products) print(`${id}  ${content.title} ${content.version}`);
    if (mistakes.length > 0)
      throw new Problem(
        'bad_request',
        `${countOf(mistakes.length, 'error')}; the products affected stay as they were.`,
      );
    print(`${countOf(products.length, 'product')}, no errors`);
  },
});

/** The same list as the desk takes; without --make it only says what would come. */
export const importProductsCommand = (shelf: Pick<Shelf, 'list'>): HubCommand => ({
  name: 'product import',
  usage: 'product import FILE.csv [--cents] [--make]',
  summary: 'Make products, off sale, from the list of another shop; without --make, show what would come',
  async run(args, print) {
    const [path, ...more] = args.filter((each) => !['--cents', '--make'].includes(each));
    if (path === undefined || more.length > 0)
      throw new Problem('bad_request', 'product import needs one CSV file.');
    const areCents = args.includes('--cents');
    if (!(await stat(path).catch(() => null))?.isFile())
      throw new Problem('not_found', `Can’t read ${path}.`);
    if (args.includes('--make')) return print((await shelf.list.make(path, areCents)).words);
    const { comes, here, faults } = await shelf.list.look(path, areCents);
    for (const { line, why } of faults) print(`line ${line}: not read, ${why}`);
    for (const { line, id, why } of here) print(`line ${line}: ${id}: ${why}`);
    for (const { line, id, title, cents } of comes) print(`line ${line}: ${id}  ${title}  ${money(cents)}`);
    print(
      `${countOf(comes.length, 'product')} would be made, ${here.length} already here, ${faults.length} not read`,
    );
  },
});

/** Tells buyers who wanted to hear of it that a new version is there; each of them once a version. */
export const notifyCommand = (platform: Platform): HubCommand => ({
  name: 'product notify',
  usage: 'product notify ID',
  summary: 'Email the newest version to buyers who asked for updates now, instead of within the hour',
  async run([id = ''], print) {
    const product = await newestVersion(platform, id);
    if (!product) throw new Problem('not_found', `There is no product ${id}.`);
    const told = await tellOfVersion(platform, product);
    print(`${countOf(told, 'buyer')} emailed about ${product.title} ${product.version}.`);
  },
});
