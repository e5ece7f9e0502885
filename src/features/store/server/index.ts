import { countOf } from '#base/count.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Platform } from '#platform/server/platform.ts';
import { importProductsCommand, notifyCommand, productCheckCommand } from './product-commands.ts';
import type { Orders } from './orders/index.ts';
import { foldersOf } from './folders.ts';
import type { CatalogueFolders } from './read-catalogue.ts';
import { storeRoutes } from './routes.ts';
import { createLiveCatalogue } from './live-catalogue.ts';
import { unsaidWords } from './samples.ts';
import { createShelf } from './shelf/shelf.ts';

export interface StoreParts {
  /** Selling; without it the shop only shows. */
  orders?: Orders;
  folders?: CatalogueFolders;
}

/** Digital products: folders in, a shop out. */
export function store(
  platform: Platform,
  { orders, folders = foldersOf(platform.config) }: StoreParts = {},
): ServerFeature {
  const catalogue = createLiveCatalogue(platform, folders);
  const { db, clock } = platform;
  const shelf = createShelf({ db, clock, folders, reread: catalogue.reread });
  return {
    name: 'store',
    routes: [...storeRoutes(catalogue, platform.files), ...(orders?.routes ?? [])],
    commands: [
      productCheckCommand(folders),
      importProductsCommand(shelf),
      notifyCommand(platform),
      ...(orders?.commands ?? []),
    ],
    jobs: [
      ...(orders?.jobs ?? []),
      { name: 'store-removed-products', everySeconds: 3600, run: () => shelf.tidy() },
    ],
    ...(orders && { desk: orders.desk(shelf) }),
    ...(orders?.person && { person: orders.person }),
    start: () => catalogue.start(),
    turns: () => catalogue.turns(),
    listed: () => catalogue.known().listed(),
    knows: () => catalogue.known().knows(),
    runsOn() {
      const { count } = catalogue.known();
      const mistakes = catalogue.mistakes();
      const more = mistakes.length > 1 ? ` (and ${mistakes.length - 1} more in the log)` : '';
      const adviceOf = () => {
        if (mistakes.length > 0) return { advice: `${mistakes[0]}${more}` };
        if (catalogue.isSampleUnsaid()) return { advice: unsaidWords };
        return count === 0 ? { advice: 'Add a product to site/catalog. See docs/catalogue.md' } : {};
      };
      return [
        ...(orders?.runsOn?.() ?? []),
        {
          service: 'catalogue',
          runsOn: `${countOf(count, 'product')} on sale`,
          state: count > 0 ? 'up' : 'off',
          ...adviceOf(),
        },
      ];
    },
  };
}
